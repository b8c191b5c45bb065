import { expressionBuilder, sql } from 'kysely';
import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import type { Row, Tables } from '../../storage/tables.ts';
import { type JsonList, sqlOf } from '../../storage/words.ts';
import type { Channels } from '../access/callers.ts';
import type { Change } from '../inbox.ts';
import { titlesOf } from '../messages/titles.ts';
import { isPresent } from '../removed-channels.ts';
import type { Attempt, Delivery, ListDeliveries } from './schema.ts';

const LISTED = 100;

export const webhookRow = (db: Tx, channelId: string) =>
  db.selectFrom('webhooks').selectAll().where('channelId', '=', channelId).executeTakeFirst();

export const insertWebhook = ({ tx }: Change, row: Row<'webhooks'>) =>
  tx.insertInto('webhooks').values(row).execute();

export async function updateWebhook(
  { tx }: Change,
  channelId: string,
  set: Partial<Row<'webhooks'>>,
) {
  await tx.updateTable('webhooks').set(set).where('channelId', '=', channelId).execute();
}

export const insertDelivery = ({ tx }: Change, row: Row<'deliveries'>) =>
  tx.insertInto('deliveries').values(row).execute();

export const deliveryRow = (db: Tx, id: string) =>
  db.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirst();

export async function updateDelivery({ tx }: Change, id: string, set: Partial<Row<'deliveries'>>) {
  await tx.updateTable('deliveries').set(set).where('id', '=', id).execute();
}

export const insertAttempt = ({ tx }: Change, row: Row<'delivery_attempts'>) =>
  tx.insertInto('delivery_attempts').values(row).execute();

type Due = { at: string; limit: number; passed: JsonList };
const due = prepared<Due, { id: string; lane: string }>((db, parameter) =>
  db
    .selectFrom('deliveries')
    .select(['id', 'target as lane'])
    .where('status', '=', 'pending')
    .where('nextAttemptAt', '<=', parameter('at'))
    .where('target', 'not in', sqlOf(db).valuesOf(parameter('passed')))
    .orderBy('nextAttemptAt')
    .limit(parameter('limit')),
);

/** Returns what is due by `at`, longest due first, skipping some lanes. */
export const dueRows = (db: Tx, at: string, limit: number, passed: string[]) =>
  due(db, { at, limit, passed: JSON.stringify(passed) });

/** Claims those that are still pending. */
export const claimRows = ({ tx }: Change, ids: string[], leasedUntil: string) =>
  tx
    .updateTable('deliveries')
    .set({ status: 'sending', leasedUntil })
    .where('id', 'in', ids)
    .where('status', '=', 'pending')
    .returningAll()
    .execute();

/** A literal, so that SQLite uses the index of deliveries that are being sent. */
const sending = sql.lit('sending');

const lapsed = prepared<{ at: string }, { id: string }>((db, parameter) =>
  db
    .selectFrom('deliveries')
    .select('id')
    .where('status', '=', sending)
    .where('leasedUntil', '<=', parameter('at')),
);

/** The deliveries whose leases have ended by a time. */
export const lapsedRows = (db: Tx, at: string) => lapsed(db, { at });

/** Makes those due again that are still being sent. */
export async function requeueRows({ tx }: Change, ids: string[]) {
  await tx
    .updateTable('deliveries')
    .set({ status: 'pending', leasedUntil: null })
    .where('id', 'in', ids)
    .where('status', '=', 'sending')
    .execute();
}

/** Sets when others may claim those that are still being sent. */
export async function leaseRows({ tx }: Change, ids: string[], leasedUntil: string) {
  await tx
    .updateTable('deliveries')
    .set({ leasedUntil })
    .where('id', 'in', ids)
    .where('status', '=', 'sending')
    .execute();
}

const soonest = prepared<{ after: string }, { at: string | null }>((db, parameter) =>
  db
    .selectFrom('deliveries')
    .select(({ fn }) => fn.min('nextAttemptAt').as('at'))
    .where('status', '=', 'pending')
    .where('nextAttemptAt', '>', parameter('after'))
    .unionAll(
      db
        .selectFrom('deliveries')
        .select(({ fn }) => fn.min('leasedUntil').as('at'))
        .where('status', '=', sending)
        .where('leasedUntil', '>', parameter('after')),
    ),
);

/** When the first one after a time is due, or its lease ends. */
export async function soonestDue(db: Tx, after: string): Promise<string | null> {
  const times = (await soonest(db, { after })).flatMap(({ at }) => at ?? []);
  return times.sort()[0] ?? null;
}

export async function countUnsettled(db: Tx): Promise<number> {
  const row = await db
    .selectFrom('deliveries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', 'in', ['pending', 'sending'])
    .where(isPresent(db, 'deliveries.channelId'))
    .executeTakeFirst();
  return row?.count ?? 0;
}

/** Makes a message's failed deliveries due immediately; returns their ids. */
export async function retryFailed(
  { tx }: Change,
  messageId: string,
  at: string,
): Promise<string[]> {
  const rows = await tx
    .updateTable('deliveries')
    .set({ status: 'pending', attemptCount: 0, nextAttemptAt: at })
    .where('messageId', '=', messageId)
    .where((eb) =>
      eb.or([
        eb('status', '=', 'failed'),
        eb.and([eb('status', '=', 'pending'), eb('attemptCount', '>', 0)]),
      ]),
    )
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Deletes at most `limit` of them, oldest first; returns how many. */
export async function deleteSettled(
  { tx }: Change,
  beforeId: string,
  limit: number,
): Promise<number> {
  const settled = tx
    .selectFrom('deliveries')
    .select('id')
    .where('id', '<', beforeId)
    // Not as an `or`: SQLite would scan every delivery instead of only the old ones.
    .where(({ eb, not, and }) =>
      not(and([eb('status', '<>', 'delivered'), eb('messageId', 'is not', null)])),
    )
    .orderBy('id')
    .limit(limit);
  const gone = await tx.deleteFrom('deliveries').where('id', 'in', settled).executeTakeFirst();
  return Number(gone.numDeletedRows);
}

/** Returns the newest deliveries with their attempts. */
export async function listDeliveryRows(
  db: Tx,
  scope: Channels,
  {
    message,
    status,
    paused,
    before,
    ids: wanted,
    limit = LISTED,
  }: Partial<ListDeliveries> & { ids?: string[] },
): Promise<Delivery[]> {
  const rows = await db
    .selectFrom('deliveries')
    .selectAll()
    .where(isPresent(db, 'deliveries.channelId'))
    .$if(scope !== 'all', (query) => query.where('channelId', 'in', scope as string[]))
    .$if(message !== undefined, (query) => query.where('messageId', '=', message as string))
    .$if(before !== undefined, (query) => query.where('id', '<', before as string))
    .$if(status !== undefined, (query) => query.where('status', 'in', storedAs(status)))
    .$if(paused === 'omit', (query) => query.where(({ not }) => not(isUnsent(db))))
    .$if(wanted !== undefined, (query) => query.where('id', 'in', wanted as string[]))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  const ids = rows.map((row) => row.id);
  const attempts = ids.length > 0 ? await attemptsOf(db, ids) : [];
  const titles = await titlesOf(
    db,
    rows.flatMap(({ messageId }) => messageId ?? []),
  );
  return rows.map((row) => toDelivery(row, attempts, titles.get(row.messageId ?? '') ?? null));
}

/** A condition: it failed because its webhook is paused, or in the days before. */
const isUnsent = (db: Tx) => {
  const eb = expressionBuilder<Tables, 'deliveries'>();
  return eb.and([
    eb('deliveries.status', '=', 'failed'),
    eb('deliveries.source', '=', 'channel'),
    eb.exists(
      db
        .selectFrom('webhooks')
        .innerJoin('channels', 'channels.id', 'webhooks.channelId')
        .select('webhooks.channelId')
        .where('webhooks.channelId', '=', sql.ref<string>('deliveries.channelId'))
        .where('webhooks.url', '=', sql.ref<string>('deliveries.url'))
        .whereRef('channels.webhookUrl', '=', 'webhooks.url')
        .where('webhooks.failingSince', '<=', sql.ref<string>('deliveries.createdAt'))
        .where('webhooks.pausedAt', 'is not', null),
    ),
  ]);
};

/** For callers, a delivery that is being sent is pending too. */
const storedAs = (status: Delivery['status'] | undefined): string[] =>
  status === 'pending' ? ['pending', 'sending'] : [status ?? ''];

const attemptsOf = (db: Tx, deliveryIds: string[]) =>
  db
    .selectFrom('delivery_attempts')
    .selectAll()
    .where('deliveryId', 'in', deliveryIds)
    .orderBy('id')
    .execute();

function toDelivery(
  row: Row<'deliveries'>,
  attempts: Row<'delivery_attempts'>[],
  title: string | null,
): Delivery {
  const { id, messageId, channelId, event, url, status, nextAttemptAt, createdAt } = row;
  const own = attempts.filter((attempt) => attempt.deliveryId === id);
  return {
    id,
    messageId,
    channelId,
    event,
    title,
    url,
    nextAttemptAt,
    createdAt,
    status: status === 'sending' ? 'pending' : (status as Delivery['status']),
    attempts: own.map(({ id: _, deliveryId: __, ...attempt }): Attempt => attempt),
  };
}
