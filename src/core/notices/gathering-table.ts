import { sql } from 'kysely';
import type { Tx } from '../../storage/store.ts';

type Between = { from: string; to: string };

/** The notice that gathers a contact's questions in a span of time and has not been sent yet. */
export const openGathering = (db: Tx, contactId: string, { from, to }: Between) =>
  db
    .selectFrom('notices')
    .select('id')
    .where('contactId', '=', contactId)
    .where('messageId', 'is', null)
    .where('what', '=', 'gathers')
    .where('status', '=', 'waiting')
    .where('attempts', '=', 0)
    .where('dueAt', '>=', from)
    .where('dueAt', '<=', to)
    .executeTakeFirst();

/** How many questions that were held are due at a contact in a span of time. */
export async function countDue(db: Tx, contactId: string, { from, to }: Between): Promise<number> {
  const row = await db
    .selectFrom('notices')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('contactId', '=', contactId)
    .where('what', '=', sql.lit('asks'))
    .whereRef('dueAt', '>', 'createdAt')
    .where('status', 'in', ['waiting', 'gathered'])
    .where('dueAt', '>', from)
    .where('dueAt', '<=', to)
    .executeTakeFirst();
  return row?.count ?? 0;
}

/** Pending questions that a gathering notice counts. */
export async function countGathered(db: Tx, gatheredBy: string): Promise<number> {
  const row = await db
    .selectFrom('notices')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('gatheredBy', '=', gatheredBy)
    .where('status', '=', 'gathered')
    .where('what', '=', 'asks')
    .executeTakeFirst();
  return row?.count ?? 0;
}

/** Sends it again; one that is being sent, after that. */
export async function sendAgain(tx: Tx, id: string, dueAt: string): Promise<void> {
  await tx
    .updateTable('notices')
    .set(({ eb }) => ({
      dueAt,
      attempts: 1,
      status: eb.case().when('status', '=', 'sending').then('sending').else('waiting').end(),
    }))
    .where('id', '=', id)
    .execute();
}
