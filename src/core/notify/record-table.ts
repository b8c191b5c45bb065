import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import type { Urgency } from './names.ts';

const byId = prepared<{ id: string }, Row<'notices'>>((db, parameter) =>
  db.selectFrom('notices').selectAll().where('id', '=', parameter('id')),
);

export const noticeRow = async (db: Tx, id: string): Promise<Row<'notices'> | undefined> =>
  (await byId(db, { id }))[0];

const ended = ['status', 'dueAt', 'sentAt', 'mayHaveArrived', 'handle', 'error'] as const;
export type Ended = Pick<Row<'notices'>, (typeof ended)[number]>;

/** How an attempt ended. */
export const endAttempt = prepared<{ id: string } & Ended, never>((db, parameter) =>
  db
    .updateTable('notices')
    .set({
      leasedUntil: null,
      heldUntil: null,
      ...Object.fromEntries(ended.map((column) => [column, parameter(column)])),
    })
    .where('id', '=', parameter('id')),
);

export type Pending = { openedAt: string; expiresAt: string; urgency: Urgency; lowered: number };
const pending = prepared<{ messageId: string }, Pending>((db, parameter) =>
  db
    .selectFrom('reviews')
    .select(['openedAt', 'expiresAt', 'urgency', 'lowered'])
    .where('messageId', '=', parameter('messageId'))
    .where('status', '=', 'pending')
    .$narrowType<Pending>(),
);

/** When a pending question opened and ends, and how urgent it is; null once it has ended. */
export const pendingAsk = async (db: Tx, messageId: string): Promise<Pending | null> =>
  (await pending(db, { messageId }))[0] ?? null;

const message = prepared<{ id: string }, { id: string }>((db, parameter) =>
  db
    .selectFrom('messages')
    .select('messages.id')
    .leftJoin('removed_channels', 'removed_channels.id', 'messages.channelId')
    .where('messages.id', '=', parameter('id'))
    .where('removed_channels.id', 'is', null),
);

/** Whether a message is still there, and in a channel that is: a channel's messages outlive it shortly. */
export const hasMessage = async (db: Tx, id: string): Promise<boolean> =>
  (await message(db, { id })).length > 0;
