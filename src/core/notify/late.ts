/** Questions that were sent to nobody go to a contact that becomes usable: one notice counts them. */
import { sql } from 'kysely';
import { prepared, preparedFor } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import { type JsonList, sqlOf } from '../../storage/words.ts';
import type { Channels } from '../access/callers.ts';
import { channelsGrantedTo } from '../access/grants.ts';
import { changeByItself } from '../change.ts';
import type { Change, Inbox } from '../inbox.ts';
import { isPresent } from '../removed-channels.ts';
import { inSlices } from '../slices.ts';
import { toTimestamp } from '../time.ts';
import { askedUrgency } from './names.ts';
import { announceChanged, insertNotice, newNotice } from './notices.ts';
import { audienceOf, type Person, type WorkingContact } from './people.ts';
import { placesOf, quietHoldUntil } from './plan.ts';
import { questionOf } from './reach.ts';
import { GATHERS_MS } from './together.ts';

/** The most questions of one change, so that others are served in between. */
const AT_ONCE = 50;

/** Starts to notify users of what was asked before they could be notified of it. */
export function watchLate(inbox: Inbox): void {
  inbox.bus.within('reach:gained', (change, { userId }) =>
    notifyLate(change, { userId, after: '' }),
  );
  inbox.bus.on('reach:late', (from) => {
    continueLate(inbox, from).catch((err) =>
      inbox.log.error({ err }, 'could not notify a user of earlier questions'),
    );
  });
}

/** At a start: what a stop has cut off. */
export async function notifyAllLate(inbox: Inbox): Promise<void> {
  for (const userId of await usersWithContacts(inbox.store.read)) {
    await continueLate(inbox, { userId, after: '' });
  }
}

type From = { userId: string; after: string };

async function continueLate(inbox: Inbox, { userId, after }: From): Promise<void> {
  let next: string | null = after;
  await inSlices(async () => {
    const from = { userId, after: next ?? '' };
    next = await changeByItself(inbox, (change) => lateSlice(change, from));
    return next !== null;
  });
}

async function notifyLate(change: Change, from: From): Promise<void> {
  const after = await lateSlice(change, from);
  if (after !== null) change.emit('reach:late', { userId: from.userId, after });
}

/** Returns the question after which more may follow; null at the end. */
async function lateSlice(change: Change, { userId, after }: From): Promise<string | null> {
  const { inbox, tx } = change;
  const channels = await channelsGrantedTo(tx, userId);
  if (channels === null) return null;
  const page = { at: toTimestamp(inbox.now()), after, limit: AT_ONCE };
  const unsent = await unsentIn(tx, channels, page);
  const late: Late[] = [];
  for (const [channelId, questions] of Map.groupBy(unsent, (one) => one.channelId)) {
    const { people, steps } = await audienceOf(tx, channelId, '');
    const person = people.find(({ id }) => id === userId);
    if (person) late.push(...questions.flatMap((one) => lateOf(inbox, one, person, steps)));
  }
  const known = await askedAt(
    tx,
    userId,
    unsent.map(({ messageId }) => messageId),
  );
  const before = new Map(known.map((one) => [`${one.messageId} ${one.contactId}`, one]));
  const due = late.flatMap((one) => {
    const asked = before.get(`${one.question.messageId} ${one.contact.id}`);
    return asked?.open ? [] : { ...one, round: asked === undefined ? 0 : asked.round + 1 };
  });
  for (const own of Map.groupBy(due, ({ contact }) => contact.id).values()) {
    await gather(change, userId, own);
  }
  return unsent.length === AT_ONCE ? (unsent.at(-1)?.messageId ?? null) : null;
}

type Late = {
  question: Unsent;
  contact: WorkingContact;
  dueMs: number;
  isHeld: boolean;
  /** Whether it would have been sent by now. */
  isPast: boolean;
};
type Steps = Parameters<typeof questionOf>[1];

/** Where a person is asked a question that is not new, and when: quiet hours hold it as they would a new one. */
function lateOf(inbox: Inbox, question: Unsent, person: Person, steps: Steps): Late[] {
  const planned = questionOf(question, steps);
  const { expiresAtMs } = planned;
  const nowMs = inbox.now();
  return placesOf(planned, person, Date.parse(question.openedAt))
    .filter(({ contact }) => !contact.isFailing)
    .map(({ contact, readyMs: ownMs }) => {
      const readyMs = Math.max(ownMs, nowMs);
      const heldMs = quietHoldUntil(person.attention, askedUrgency(planned), {
        readyMs,
        expiresAtMs,
      });
      const dueMs = heldMs ?? readyMs;
      return { question, contact, dueMs, isHeld: heldMs !== null, isPast: ownMs <= nowMs };
    });
}

/**
 * All questions that a contact would have been sent by now are due with the first of them, and so are sent as
 * one. The others are due when they would have been.
 */
async function gather(
  change: Change,
  userId: string,
  late: readonly (Late & { round: number })[],
): Promise<void> {
  const { inbox, tx, emit } = change;
  const byTime = late.toSorted((one, other) => one.dueMs - other.dueMs);
  const firstPast = byTime.find(({ isPast }) => isPast);
  const createdAt = toTimestamp(inbox.now());
  for (const { round, ...one } of byTime) {
    const { question, contact } = one;
    const { dueMs, isHeld } = one.isPast && firstPast ? firstPast : one;
    const { id: contactId, kind, lane } = contact;
    const place = { contactId, userId, kind, lane };
    const id = inbox.newId();
    const dueAt = toTimestamp(dueMs + GATHERS_MS);
    const asks = { id, what: 'asks', round, dueAt, createdAt };
    const { messageId, channelId, expiresAt } = question;
    await insertNotice(tx, {
      ...newNotice({ ...place, messageId, channelId, expiresAt }, asks, { sentWith: id }),
      heldUntil: isHeld ? toTimestamp(dueMs) : null,
    });
    emit('notice:due', { atMs: dueMs + GATHERS_MS });
  }
  announceChanged(
    change,
    late.map(({ question }) => question),
  );
}

/** A pending question. */
type Unsent = {
  messageId: string;
  channelId: string;
  urgency: string;
  lowered: number;
  notify: string | null;
  openedAt: string;
  expiresAt: string;
};

type Values = { channels: JsonList; at: string; after: string; limit: number };
const unsent = preparedFor<{ isAll: boolean }, Values, Unsent>((db, parameter, { isAll }) =>
  db
    .selectFrom('reviews')
    .select(['messageId', 'channelId', 'urgency', 'lowered', 'notify', 'openedAt', 'expiresAt'])
    .where('status', '=', 'pending')
    .where('messageId', '>', parameter('after'))
    .where('expiresAt', '>', parameter('at'))
    .where(isPresent(db, 'reviews.channelId'))
    .$if(!isAll, (query) =>
      query.where('channelId', 'in', sqlOf(db).valuesOf(parameter('channels'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notices')
            .select('notices.id')
            .whereRef('notices.messageId', '=', 'reviews.messageId')
            .where('notices.what', '<>', 'settles')
            .where(({ or, eb }) =>
              or([
                eb('notices.sentAt', 'is not', null),
                eb('notices.mayHaveArrived', '=', 1),
                eb('notices.status', '=', 'sending'),
              ]),
            ),
        ),
      ),
    )
    .orderBy('messageId')
    .limit(parameter('limit'))
    .$narrowType<Unsent>(),
);

/** The pending questions of channels, after one of them, that were sent to nobody. */
const unsentIn = (
  db: Tx,
  channels: Channels,
  page: { at: string; after: string; limit: number },
): Promise<Unsent[]> => {
  const isAll = channels === 'all';
  return unsent(db, { isAll }, { ...page, channels: JSON.stringify(isAll ? [] : channels) });
};

type AskedAt = { messageId: string; contactId: string; round: number; open: number };
const asked = prepared<{ userId: string; messageIds: JsonList }, AskedAt>((db, parameter) =>
  db
    .selectFrom('notices')
    .select(['messageId', 'contactId'])
    .select(({ fn }) => fn.max('round').as('round'))
    .select(sql<number>`max(status = 'waiting')`.as('open'))
    .where('messageId', 'in', sqlOf(db).valuesOf(parameter('messageIds')))
    .where('userId', '=', parameter('userId'))
    .where('what', '=', 'asks')
    .groupBy(['messageId', 'contactId'])
    .$narrowType<{ messageId: string }>(),
);

/** At which contacts of a user the questions were to be asked, and whether they still are. */
const askedAt = (db: Tx, userId: string, messageIds: readonly string[]) =>
  asked(db, { userId, messageIds: JSON.stringify(messageIds) });

const users = prepared<object, { userId: string }>((db) =>
  db
    .selectFrom('contacts')
    .select('userId')
    .distinct()
    .where('removedAt', 'is', null)
    .where('disabledAt', 'is', null)
    .where('verifiedAt', 'is not', null),
);

const usersWithContacts = async (db: Tx): Promise<string[]> =>
  (await users(db, {})).map(({ userId }) => userId);
