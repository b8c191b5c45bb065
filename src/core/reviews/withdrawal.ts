/** How a question is withdrawn: by its agent, or by the inbox. */
import type { Agent } from '../access/callers.ts';
import { endOfKey } from '../access/keys.ts';
import { theInbox } from '../audit/action.ts';
import type { Change } from '../inbox.ts';
import type { Message } from '../messages/schema.ts';
import { withReachWithin } from '../notify/reach.ts';
import { settleNotices } from '../notify/taking-back.ts';
import { toTimestamp } from '../time.ts';
import { findAsked } from './answered.ts';
import { countReach } from './reach.ts';
import { withdrawPending } from './table.ts';

/** Whether a caller is who asked: the same key, or the one that replaced it. */
export async function isAsker(
  { inbox, tx }: Change,
  { keyId }: Agent,
  askedBy: string | null,
): Promise<boolean> {
  if (askedBy === keyId || askedBy === null || keyId === null) return askedBy === keyId;
  return (await endOfKey(tx, askedBy, inbox.now())).replacedBy === keyId;
}

/**
 * Withdraws those of the questions that are pending, or still being written, and returns them. Without a
 * caller, the inbox does it, for a reason of its own.
 */
export async function withdrawAll(
  change: Change,
  ids: readonly string[],
  { why, by }: { why: string | null; by?: Agent },
): Promise<Message[]> {
  const { inbox, tx, emit } = change;
  const at = toTimestamp(inbox.now());
  const rows = await withdrawPending(change, ids, { at, why, by: by ? 'agent' : 'inbox' });
  const ended = rows.map(({ messageId }) => messageId);
  if (await settleNotices(change, ended)) await countReach(change, ended);
  const withdrawn: Message[] = [];
  for (const { messageId, channelId, openedAt, seq } of rows) {
    const message = await withReachWithin(change, await findAsked(tx, messageId));
    emit('audited', {
      by: by ?? theInbox,
      action: 'review.withdrawn',
      subject: { kind: 'message', id: messageId, name: null },
      // An agent's reason is its own text, which the log never has.
      detail: { channelId, type: message.review.type, ...(by ? {} : { why }) },
    });
    const was = { pending: openedAt !== null };
    emit('review:withdrawn', { messageId, channelId, why, at, was, message }, { seq, by });
    withdrawn.push(message);
  }
  return withdrawn;
}
