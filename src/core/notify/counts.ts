/** How far the notices of a question have come. */
import { sql } from 'kysely';
import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import { SHOWN } from './shown-status.ts';
import type { Counted } from './stored.ts';

/** Counts asking and reminding notices; only `open` counts every kind that has not ended. */
const counted = prepared<{ messageId: string }, Counted>((db, parameter) => {
  const ofAll = (condition: string) => sql<number>`count(*) filter (where ${sql.raw(condition)})`;
  const asks = "what <> 'settles'";
  const waiting = `${asks} and ${SHOWN} in ('waiting', 'sending')`;
  return db
    .selectFrom('notices')
    .select([
      ofAll(waiting).as('waiting'),
      ofAll(`${waiting} and "heldUntil" is not null`).as('held'),
      ofAll("status in ('waiting', 'sending')").as('open'),
      ofAll(`${asks} and ${SHOWN} = 'accepted'`).as('accepted'),
      ofAll(`${asks} and "receivedAt" is not null`).as('delivered'),
      ofAll(`${asks} and status = 'refused'`).as('failed'),
      ofAll(`${asks} and ${SHOWN} = 'unknown'`).as('unknown'),
      sql<string | null>`min("sentAt") filter (where ${sql.raw(asks)})`.as('firstAcceptedAt'),
      sql<string | null>`min("receivedAt") filter (where ${sql.raw(asks)})`.as('firstDeliveredAt'),
      sql<string | null>`min("heldUntil") filter (where ${sql.raw(waiting)})`.as('heldUntil'),
      sql<string | null>`min("dueAt") filter (where ${sql.raw(waiting)})`.as('nextAt'),
    ])
    .where('messageId', '=', parameter('messageId'));
});

export async function countNotices(db: Tx, messageId: string): Promise<Counted> {
  const [row] = await counted(db, { messageId });
  return row as Counted;
}
