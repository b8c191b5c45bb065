/** How the notices of a question end: with an answer, with the question's expiry or removal, or with a contact's right. */
import { prepared, preparedFor } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { type JsonList, sqlOf } from '../../storage/words.ts';
import type { Channels } from '../access/callers.ts';
import { channelsGrantedTo } from '../access/grants.ts';
import type { Change, Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { removeContacts } from './contacts.ts';
import { announceChanged, canBeTakenBack, insertNotice, newNotice } from './notices.ts';
import { endPairings } from './pairings.ts';
import { knownPeople } from './people.ts';
import { dropNotices } from './sweep.ts';
import { correctsAt } from './together.ts';

/** Starts to end the notices of what is removed, and of users who lose access. */
export function watchNoticeEnds(inbox: Inbox): void {
  const { bus } = inbox;
  const settle = async (change: Change, ids: readonly string[]) => {
    if (!(await knownPeople(inbox)).hasContacts) return;
    await settleNotices(change, ids);
    for (const id of ids) await dropNotices(change, id);
  };
  bus.within('message:deleted', (change, { id }) => settle(change, [id]));
  bus.within('messages:pruned', (change, { ids }) => settle(change, ids));
  bus.within('agent:deleted', async (change, { id }) =>
    settle(change, await messagesAskedOf(change.tx, id)),
  );
  bus.within('contact:removed', (change, { contactId }) => endNoticesTo(change, contactId));
  bus.within('contact:disabled', (change, { contactId }) => skipNoticesTo(change, contactId));
  bus.within('contact:health', (change, { contactId }) => recountAskedAt(change, contactId));
  bus.within('access:changed', async (change, whose) => {
    if (!('userId' in whose)) return;
    const { userId } = whose;
    const channels = await channelsGrantedTo(change.tx, userId);
    if (channels === null) await endPairings(change, userId);
    if (!(await knownPeople(inbox)).hasContacts) return;
    if (channels === null) await removeContacts(change, userId);
    else await endNoticesOf(change, userId, channels);
  });
}

// When questions end, nothing more is sent of them, and what was sent is taken back.

/** Ends the notices of questions that were answered, expired or removed; false without contacts. */
export async function settleNotices(
  change: Change,
  messageIds: readonly string[],
): Promise<boolean> {
  const { inbox, tx } = change;
  if (messageIds.length === 0 || !(await knownPeople(inbox)).hasContacts) return false;
  const rows = await askingOf(tx, messageIds);
  await end(change, rows);
  return true;
}

/** Ends those to a contact that was removed. */
async function endNoticesTo(change: Change, contactId: string) {
  await endOwn(change, contactId);
  const rows = await pendingAskingOf(change.tx, { by: 'contactId', id: contactId });
  await endPending(change, rows);
}

/** Ends what is sent to a contact itself and is about no question, such as tests. */
async function endOwn(change: Change, contactId: string): Promise<void> {
  const { inbox, tx } = change;
  const open = await openOwnAt(tx, contactId);
  const waiting = open.filter(({ status }) => status === 'waiting');
  await setStatus(change, waiting, 'skipped');
  await expireRows(change, open, toTimestamp(inbox.now()));
}

/** Sends nothing more to a contact that was disabled. What was sent stays there. */
async function skipNoticesTo(change: Change, contactId: string) {
  const rows = await pendingAskingOf(change.tx, { by: 'contactId', id: contactId });
  const unsent = rows.filter(({ sentAt }) => sentAt === null);
  await skip(change, unsent);
  announceChanged(change, unsent);
}

/** The pending questions asked there reach as many users as there are now contacts that work. */
const recountAskedAt = async (change: Change, contactId: string) =>
  announceChanged(change, await pendingAskingOf(change.tx, { by: 'contactId', id: contactId }));

/** Ends those to a user about channels other than `channels`. */
async function endNoticesOf(change: Change, userId: string, channels: Channels): Promise<void> {
  if (channels === 'all') return;
  const rows = await pendingAskingOf(change.tx, { by: 'userId', id: userId });
  const lost = rows.filter(({ channelId }) => !channels.includes(channelId));
  await endPending(change, lost);
}

async function endPending(change: Change, rows: readonly PendingAsking[]) {
  await end(change, rows);
  announceChanged(change, rows);
}

async function end(change: Change, rows: readonly Asking[]): Promise<void> {
  const { inbox, tx, emit } = change;
  await skip(change, rows);
  const reached = rows.filter((row) => canBeTakenBack(row) && mayBeThere(row));
  for (const [sentWith, own] of Map.groupBy(reached, (row) => row.sentWith)) {
    const dueAt = sentWith === null ? undefined : await correctsAt(change, sentWith);
    if (dueAt) emit('notice:due', { atMs: Date.parse(dueAt) });
    for (const row of placesIn(own)) await insertNotice(tx, takingBack(inbox, row, dueAt));
  }
}

async function skip(change: Change, rows: readonly Asking[]): Promise<void> {
  const { inbox, emit } = change;
  if (rows.length === 0) return;
  const open = rows.filter(({ status }) => status === 'waiting');
  for (const [status, ended] of Map.groupBy(open, statusAtEnd))
    await setStatus(change, ended, status);
  await expireRows(change, rows, toTimestamp(inbox.now()));
  emit('notice:due', { atMs: inbox.now() });
}

/** Keeps one notice of each question for each contact. */
const placesIn = (rows: readonly Asking[]): Asking[] => [
  ...new Map(rows.map((row) => [`${row.messageId} ${row.contactId}`, row])).values(),
];

type Sent = Pick<Row<'notices'>, 'sentAt' | 'mayHaveArrived' | 'status'>;

/** Whether it arrived, may have, or still may. */
const mayBeThere = ({ sentAt, mayHaveArrived, status }: Sent): boolean =>
  sentAt !== null || mayHaveArrived === 1 || status === 'sending';

/** The end of a notice before it was to be sent, or sent again. */
function statusAtEnd({ sentAt, mayHaveArrived }: Omit<Sent, 'status'>) {
  if (sentAt !== null) return 'accepted';
  return mayHaveArrived === 1 ? 'unknown' : 'skipped';
}

type TakenBack = Pick<Row<'notices'>, 'messageId' | 'channelId' | 'contactId' | 'userId'> &
  Pick<Row<'notices'>, 'kind' | 'lane' | 'sentWith'>;

/** The notice that takes another back, or corrects the count that it was part of. */
function takingBack(
  inbox: Inbox,
  { messageId, channelId, contactId, userId, kind, lane, sentWith }: TakenBack,
  dueAt = toTimestamp(inbox.now()),
): Row<'notices'> {
  const createdAt = toTimestamp(inbox.now());
  const place = { messageId, channelId, contactId, userId, kind, lane, expiresAt: null };
  const planned = { id: inbox.newId(), what: 'settles', round: 0, dueAt, createdAt };
  return newNotice(place, planned, { sentWith });
}

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

export async function setStatus({ tx }: Change, rows: readonly { id: string }[], status: string) {
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
async function expireRows({ tx }: Change, rows: readonly { id: string }[], at: string) {
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
      .where('what', 'in', ['tests', 'digests', 'adds', 'closes', 'sets'])
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

/** Takes nothing back from a contact that cannot have received the question. */
export async function skipTakingBack(
  { tx }: Change,
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
