/** Questions that end for a reason other than an answer: its notices end in the same change. */
import { prepared, preparedFor } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { type JsonList, sqlOf } from '../../storage/words.ts';
import type { Channels } from '../access/callers.ts';
import { channelsGrantedTo } from '../access/grants.ts';
import type { Emit } from '../bus.ts';
import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { removeContacts } from './contacts.ts';
import {
  announceChanged,
  canBeWithdrawn,
  insertNotice,
  mayBeThere,
  statusAtEnd,
  withdrawalOf,
} from './notices.ts';
import { endPairings } from './pairings.ts';
import { knownPeople } from './people.ts';
import { correctsAt } from './send.ts';
import { dropNotices } from './sweep.ts';

/** Starts to end the notices of what is removed, and of users who lose access. */
export function watchWithdrawals(inbox: Inbox): void {
  const { bus } = inbox;
  const settle = async (tx: Tx, emit: Emit, ids: readonly string[]) => {
    if (!(await knownPeople(inbox)).hasContacts) return;
    await settleNotices(inbox, tx, emit, ids);
    for (const id of ids) await dropNotices(tx, id);
  };
  bus.within('message:deleted', (tx, { id }, emit) => settle(tx, emit, [id]));
  bus.within('messages:pruned', (tx, { ids }, emit) => settle(tx, emit, ids));
  bus.within('agent:deleted', async (tx, { id }, emit) =>
    settle(tx, emit, await messagesAskedOf(tx, id)),
  );
  bus.within('contact:removed', (tx, { contactId }, emit) =>
    endNoticesTo(inbox, tx, emit, contactId),
  );
  bus.within('contact:disabled', (tx, { contactId }, emit) =>
    skipNoticesTo(inbox, tx, emit, contactId),
  );
  bus.within('contact:health', (tx, { contactId }, emit) => recountAskedAt(tx, emit, contactId));
  bus.within('access:changed', async (tx, whose, emit) => {
    if (!('userId' in whose)) return;
    const { userId } = whose;
    const channels = await channelsGrantedTo(tx, userId);
    if (channels === null) await endPairings(tx, userId);
    if (!(await knownPeople(inbox)).hasContacts) return;
    if (channels === null) await removeContacts(inbox, tx, emit, userId);
    else await endNoticesOf(inbox, tx, emit, userId, channels);
  });
}

// Within the change that ends questions: nothing more is sent of them, and what was sent is withdrawn.

/** Ends the notices of questions that were answered, expired or removed; false without contacts. */
export async function settleNotices(
  inbox: Inbox,
  tx: Tx,
  emit: Emit,
  messageIds: readonly string[],
): Promise<boolean> {
  if (messageIds.length === 0 || !(await knownPeople(inbox)).hasContacts) return false;
  const rows = await askingOf(tx, messageIds);
  await end(inbox, tx, emit, rows);
  return true;
}

/** Ends those to a contact that was removed. */
async function endNoticesTo(inbox: Inbox, tx: Tx, emit: Emit, contactId: string) {
  await endOwn(inbox, tx, contactId);
  const rows = await pendingAskingOf(tx, { by: 'contactId', id: contactId });
  await endPending(inbox, tx, emit, rows);
}

/** Ends what is sent to a contact itself and is about no question, such as tests. */
async function endOwn(inbox: Inbox, tx: Tx, contactId: string): Promise<void> {
  const open = await openOwnAt(tx, contactId);
  const waiting = open.filter(({ status }) => status === 'waiting');
  await setStatus(tx, waiting, 'skipped');
  await expireRows(tx, open, toTimestamp(inbox.now()));
}

/** Sends nothing more to a contact that was disabled. What was sent stays there. */
async function skipNoticesTo(inbox: Inbox, tx: Tx, emit: Emit, contactId: string) {
  const rows = await pendingAskingOf(tx, { by: 'contactId', id: contactId });
  const unsent = rows.filter(({ sentAt }) => sentAt === null);
  await skip(inbox, tx, emit, unsent);
  announceChanged(emit, unsent);
}

/** The pending questions asked there reach as many users as there are now contacts that work. */
const recountAskedAt = async (tx: Tx, emit: Emit, contactId: string) =>
  announceChanged(emit, await pendingAskingOf(tx, { by: 'contactId', id: contactId }));

/** Ends those to a user about channels other than `channels`. */
async function endNoticesOf(
  inbox: Inbox,
  tx: Tx,
  emit: Emit,
  userId: string,
  channels: Channels,
): Promise<void> {
  if (channels === 'all') return;
  const rows = await pendingAskingOf(tx, { by: 'userId', id: userId });
  const lost = rows.filter(({ channelId }) => !channels.includes(channelId));
  await endPending(inbox, tx, emit, lost);
}

async function endPending(inbox: Inbox, tx: Tx, emit: Emit, rows: readonly PendingAsking[]) {
  await end(inbox, tx, emit, rows);
  announceChanged(emit, rows);
}

async function end(inbox: Inbox, tx: Tx, emit: Emit, rows: readonly Asking[]): Promise<void> {
  await skip(inbox, tx, emit, rows);
  const reached = rows.filter((row) => canBeWithdrawn(row) && mayBeThere(row));
  for (const [sentWith, own] of Map.groupBy(reached, (row) => row.sentWith)) {
    const dueAt = sentWith === null ? undefined : await correctsAt(inbox, tx, sentWith);
    if (dueAt) emit('notice:due', { atMs: Date.parse(dueAt) });
    for (const row of placesIn(own)) await insertNotice(tx, withdrawalOf(inbox, row, dueAt));
  }
}

async function skip(inbox: Inbox, tx: Tx, emit: Emit, rows: readonly Asking[]): Promise<void> {
  if (rows.length === 0) return;
  const open = rows.filter(({ status }) => status === 'waiting');
  for (const [status, ended] of Map.groupBy(open, statusAtEnd)) await setStatus(tx, ended, status);
  await expireRows(tx, rows, toTimestamp(inbox.now()));
  emit('notice:due', { atMs: inbox.now() });
}

/** Keeps one notice of each question for each contact. */
const placesIn = (rows: readonly Asking[]): Asking[] => [
  ...new Map(rows.map((row) => [`${row.messageId} ${row.contactId}`, row])).values(),
];

// Finds and ends the notices of what has ended.

const columns = [
  'id',
  'messageId',
  'channelId',
  'contactId',
  'userId',
  'kind',
  'lane',
  'what',
  'sentWith',
  'status',
  'mayHaveArrived',
  'sentAt',
] as const;

/** A notice that asks or reminds, and was not skipped. */
type Asking = Pick<Row<'notices'>, (typeof columns)[number]>;

const ofMessages = prepared<{ messageIds: JsonList }, Asking>((db, parameter) =>
  db
    .selectFrom('notices')
    .select(columns)
    .where('messageId', 'in', sqlOf(db).valuesOf(parameter('messageIds')))
    .where('what', 'in', ['asks', 'reminds'])
    .where('status', '<>', 'skipped'),
);

const askingOf = (db: Tx, messageIds: readonly string[]) =>
  ofMessages(db, { messageIds: JSON.stringify(messageIds) });

type By = { by: 'contactId' | 'userId' };
type PendingAsking = Asking & { messageId: string; channelId: string };

const pending = preparedFor<By, { id: string }, PendingAsking>((db, parameter, { by }) =>
  db
    .selectFrom('notices')
    .select(columns)
    .where(by, '=', parameter('id'))
    .where('what', 'in', ['asks', 'reminds'])
    .where('status', '<>', 'skipped')
    .where('messageId', 'in', ({ selectFrom }) =>
      selectFrom('reviews').select('reviews.messageId').where('reviews.status', '=', 'pending'),
    )
    .$narrowType<{ messageId: string; channelId: string }>(),
);

/** Notices of pending questions, to a contact or a user. */
const pendingAskingOf = (db: Tx, { by, id }: By & { id: string }) => pending(db, { by }, { id });

const setStatusOf = prepared<{ status: string; ids: JsonList }, never>((db, parameter) =>
  db
    .updateTable('notices')
    .set({ status: parameter('status') })
    .where('id', 'in', sqlOf(db).valuesOf(parameter('ids'))),
);

export async function setStatus(tx: Tx, rows: readonly { id: string }[], status: string) {
  if (rows.length === 0) return;
  await setStatusOf(tx, { status, ids: JSON.stringify(rows.map(({ id }) => id)) });
}

const expire = prepared<{ at: string; ids: JsonList }, never>((db, parameter) =>
  db
    .updateTable('notices')
    .set({ expiresAt: parameter('at') })
    .where('id', 'in', sqlOf(db).valuesOf(parameter('ids')))
    .where(({ or, eb }) => or([eb('status', '=', 'sending'), eb('sentWith', 'is not', null)])),
);

/**
 * Lets those that are being sent end with their attempt: nothing sends an expired notice again, and nothing
 * counts its question.
 */
async function expireRows(tx: Tx, rows: readonly { id: string }[], at: string) {
  if (rows.length === 0) return;
  await expire(tx, { at, ids: JSON.stringify(rows.map(({ id }) => id)) });
}

const own = prepared<{ contactId: string }, Pick<Row<'notices'>, 'id' | 'status'>>(
  (db, parameter) =>
    db
      .selectFrom('notices')
      .select(['id', 'status'])
      .where('contactId', '=', parameter('contactId'))
      .where('messageId', 'is', null)
      .where('what', 'in', ['tests', 'digests', 'adds', 'closes'])
      .where('status', 'in', ['waiting', 'sending']),
);

/** Notices to a contact that are about no question and are to be sent, or are being sent. */
export const openOwnAt = (db: Tx, contactId: string) => own(db, { contactId });

/** The messages of a channel that have notices. */
async function messagesAskedOf(db: Tx, channelId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('notices')
    .select('messageId')
    .distinct()
    .where('channelId', '=', channelId)
    .execute();
  return rows.flatMap(({ messageId }) => messageId ?? []);
}

/** Skips the withdrawal of a question from a contact that cannot have received it. */
export async function skipWithdrawals(
  tx: Tx,
  { messageId, contactId }: Pick<Row<'notices'>, 'messageId' | 'contactId'>,
): Promise<void> {
  const arrived = tx
    .selectFrom('notices as earlier')
    .select('earlier.id')
    .where('earlier.messageId', '=', messageId)
    .where('earlier.contactId', '=', contactId)
    .where('earlier.what', '<>', 'settles')
    .where(({ or, eb }) =>
      or([
        eb('earlier.status', 'in', ['accepted', 'unknown', 'sending']),
        eb('earlier.mayHaveArrived', '=', 1),
      ]),
    );
  await tx
    .updateTable('notices')
    .set({ status: 'skipped' })
    .where('messageId', '=', messageId)
    .where('contactId', '=', contactId)
    .where('what', '=', 'settles')
    .where('status', '=', 'waiting')
    .where(({ not, exists }) => not(exists(arrived)))
    .execute();
}
