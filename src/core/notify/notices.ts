import { sql } from 'kysely';
import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { sqlOf } from '../../storage/words.ts';

/** The ids of rows, to put after `in`. */
export const idsOf = (db: Tx, rows: readonly { id: string }[]) =>
  sqlOf(db).valuesOf(sql.val(JSON.stringify(rows.map(({ id }) => id))));

/** Does nothing if the notice already exists. */
export const insertNotice = prepared<Row<'notices'>, never>((db, parameter) =>
  db
    .insertInto('notices')
    .values({
      id: parameter('id'),
      messageId: parameter('messageId'),
      channelId: parameter('channelId'),
      contactId: parameter('contactId'),
      userId: parameter('userId'),
      kind: parameter('kind'),
      lane: parameter('lane'),
      what: parameter('what'),
      round: parameter('round'),
      status: parameter('status'),
      dueAt: parameter('dueAt'),
      heldUntil: parameter('heldUntil'),
      expiresAt: parameter('expiresAt'),
      attempts: parameter('attempts'),
      mayHaveArrived: parameter('mayHaveArrived'),
      leasedUntil: parameter('leasedUntil'),
      handle: parameter('handle'),
      sentWith: parameter('sentWith'),
      lowered: parameter('lowered'),
      createdAt: parameter('createdAt'),
      sentAt: parameter('sentAt'),
      receivedAt: parameter('receivedAt'),
      error: parameter('error'),
    })
    .onConflict((conflict) => conflict.doNothing()),
);

/** Twice as long as an attempt may take. */
export const LEASE_MS = 20_000;

/** When its attempt began, of one that is being sent. */
export const beganAt = ({ leasedUntil, dueAt }: Pick<Row<'notices'>, 'leasedUntil' | 'dueAt'>) =>
  leasedUntil === null ? Date.parse(dueAt) : Date.parse(leasedUntil) - LEASE_MS;

/** Whether its question was only counted, silently: it alerts later. */
export const isEarly = (notice: Pick<Row<'notices'>, 'leasedUntil' | 'dueAt' | 'lowered'>) =>
  notice.lowered === 1 && Date.parse(notice.dueAt) > beganAt(notice);

/** Whether nothing sends it any longer. */
export const hasExpired = ({ expiresAt }: Pick<Row<'notices'>, 'expiresAt'>, atMs: number) =>
  expiresAt !== null && Date.parse(expiresAt) <= atMs;

type Place = Pick<Row<'notices'>, 'messageId' | 'channelId' | 'contactId' | 'userId' | 'kind'> &
  Pick<Row<'notices'>, 'lane' | 'expiresAt'>;
type Planned = Pick<Row<'notices'>, 'id' | 'what' | 'round' | 'dueAt' | 'createdAt'>;

/** A notice that has not been sent yet; `sentWith` is the one that it is sent with. */
export const newNotice = (
  place: Place,
  planned: Planned,
  { sentWith = null, lowered = 0 }: Partial<Pick<Row<'notices'>, 'sentWith' | 'lowered'>> = {},
): Row<'notices'> => ({
  ...place,
  ...planned,
  sentWith,
  lowered,
  status: 'waiting',
  heldUntil: null,
  attempts: 0,
  mayHaveArrived: 0,
  leasedUntil: null,
  handle: null,
  sentAt: null,
  receivedAt: null,
  error: null,
});

/** Whether it was said at a contact that answers there have ended, since they did. */
export async function hasSaid(db: Tx, contactId: string, since: string): Promise<boolean> {
  const said = db
    .selectFrom('notices')
    .select('id')
    .where('contactId', '=', contactId)
    .where('what', '=', 'closes')
    .where('createdAt', '>=', since);
  return (await said.limit(1).executeTakeFirst()) !== undefined;
}
