import type { Tx } from '../../storage/store.ts';

/** Delays what is to be sent to a user about a question, unless that would be too late to answer it. */
export async function postponeRows(tx: Tx, messageId: string, userId: string, until: string) {
  await tx
    .updateTable('notices')
    .set({ dueAt: until })
    .where('messageId', '=', messageId)
    .where('userId', '=', userId)
    .where('status', '=', 'waiting')
    .where('what', 'in', ['asks', 'reminds'])
    .where('dueAt', '<', until)
    .where('expiresAt', '>', until)
    .execute();
}
