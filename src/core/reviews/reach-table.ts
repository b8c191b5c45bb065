import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';

const columns = [
  'messageId',
  'channelId',
  'status',
  'urgency',
  'lowered',
  'notify',
  'openedAt',
  'expiresAt',
  'reach',
  'reachEventAt',
  'reachEventDue',
] as const;

export type ReachRow = Pick<Row<'reviews'>, (typeof columns)[number]>;

const row = prepared<{ messageId: string }, ReachRow>((db, parameter) =>
  db.selectFrom('reviews').select(columns).where('messageId', '=', parameter('messageId')),
);

export const reachRow = async (db: Tx, messageId: string): Promise<ReachRow | undefined> =>
  (await row(db, { messageId }))[0];

type Stored = Pick<ReachRow, 'messageId' | 'reach' | 'reachEventAt' | 'reachEventDue'>;

export const updateReach = prepared<Stored, never>((db, parameter) =>
  db
    .updateTable('reviews')
    .set({
      reach: parameter('reach'),
      reachEventAt: parameter('reachEventAt'),
      reachEventDue: parameter('reachEventDue'),
    })
    .where('messageId', '=', parameter('messageId')),
);

/** Questions whose reach is to be announced by now, the longest due first. */
export const dueReachRows = (db: Tx, at: string, limit: number): Promise<ReachRow[]> =>
  db
    .selectFrom('reviews')
    .select(columns)
    .where('reachEventDue', '<=', at)
    .orderBy('reachEventDue')
    .limit(limit)
    .execute();

const soonest = prepared<object, { at: string | null }>((db) =>
  db
    .selectFrom('reviews')
    .select(({ fn }) => fn.min('reachEventDue').as('at'))
    .where('reachEventDue', 'is not', null),
);

/** When the next is to be announced. */
export const soonestReach = async (db: Tx): Promise<string | null> =>
  (await soonest(db, {}))[0]?.at ?? null;
