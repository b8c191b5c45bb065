/** Who can be notified of pending questions and who watches them, as of now, whenever they were asked. */
import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import { type JsonList, sqlOf } from '../../storage/words.ts';
import type { ContactKind } from '../../ways/ways.ts';
import type { Change, Inbox } from '../inbox.ts';
import { fromJson } from '../json.ts';
import { isPresent } from '../removed-channels.ts';
import type { Review } from '../reviews/schema.ts';
import type { ReachState, Urgency } from './names.ts';
import { type Audience, audienceOf, knownAudience, knownPeople, peopleEvents } from './people.ts';
import { type PlannedQuestion, placesOf, turnOf } from './plan.ts';
import { watching } from './presence.ts';
import type { Notify, Reach } from './schema.ts';

type Asking = { id: string; channelId: string; review: Review | null };

/** Messages as they are read: the reach of a pending question is counted for its channel as it is now. */
export async function withReach<M extends Asking>(
  inbox: Inbox,
  messages: readonly M[],
): Promise<M[]> {
  const pending = messages.filter(isPending);
  const channels = [...new Set(pending.map(({ channelId }) => channelId))];
  const audiences = await Promise.all(channels.map((id) => knownAudience(inbox, id)));
  const byChannel = new Map(channels.map((id, index) => [id, audiences[index]]));
  return withAudiences(inbox, inbox.store.read, messages, (id) => byChannel.get(id));
}

/** Returns one message that a change has written, with its reach. */
export async function withReachWithin<M extends Asking>(
  { inbox, tx }: Change,
  message: M,
): Promise<M> {
  const audience = isPending(message) ? await audienceOf(tx, message.channelId, '') : undefined;
  const [read = message] = await withAudiences(inbox, tx, [message], () => audience);
  return read;
}

/** The stored columns of a question that say who is asked. */
type AskedRow = {
  messageId: string;
  urgency: string;
  lowered: number;
  notify: string | null;
  openedAt: string | null;
  expiresAt: string | null;
  reach: string | null;
};

/** Who can be notified of a question, in an audience. */
export function reachedOf({ people, steps }: Audience, row: AskedRow, nowMs: number): Reached {
  const question = questionOf(row, steps);
  const openedAtMs = row.openedAt === null ? nowMs : Date.parse(row.openedAt);
  const asked = people.filter(({ id }) => turnOf(question, id) !== null);
  const contacts = asked.map((one) =>
    placesOf(question, one, openedAtMs).map(({ contact }) => contact),
  );
  const kinds = contacts.flat().map(({ kind }) => kind);
  return {
    people: asked.length,
    reachable: contacts.filter((own) => own.some(({ isFailing }) => !isFailing)).length,
    via: [...new Set(kinds)].sort(),
  };
}

export function questionOf(
  {
    urgency,
    lowered,
    notify,
    expiresAt,
  }: Pick<AskedRow, 'urgency' | 'lowered' | 'notify' | 'expiresAt'>,
  steps: PlannedQuestion['steps'],
): PlannedQuestion {
  const only: Notify | null = fromJson(notify);
  const expiresAtMs = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);
  return {
    urgency: urgency as Urgency,
    lowered: lowered === 1,
    people: only?.people ?? null,
    afterSeconds: only?.afterSeconds ?? 0,
    expiresAtMs,
    steps,
  };
}

type Pending = AskedRow & { channelId: string; audience: Audience; setUp: boolean };

/** The reach of a question that is pending, or being written. */
export function reachNow(inbox: Inbox, { channelId, audience, setUp, ...row }: Pending): Reach {
  const reached = reachedOf(audience, row, inbox.now());
  return toReach(
    { ...readReach(row.reach), ...reached },
    {
      hasEnded: false,
      watching: watching(inbox, channelId),
      // A contact that this change has added is not known yet.
      setUp: setUp || reached.via.length > 0,
    },
  );
}

const isPending = ({ review }: Asking) => review?.status === 'pending';

type AudienceIn = (channelId: string) => Audience | undefined;

async function withAudiences<M extends Asking>(
  inbox: Inbox,
  db: Tx,
  messages: readonly M[],
  audienceIn: AudienceIn,
): Promise<M[]> {
  const ids = messages.filter(isPending).map(({ id }) => id);
  const rows = ids.length === 0 ? [] : await rowsOf(db, { ids: JSON.stringify(ids) });
  const asked = new Map(rows.map((row) => [row.messageId, row]));
  const { setUp } = await knownPeople(inbox);
  return messages.map((message) => {
    const { id, channelId, review } = message;
    if (!review) return message;
    const [row, audience] = [asked.get(id), audienceIn(channelId)];
    const reach =
      row && audience
        ? reachNow(inbox, { ...row, channelId, audience, setUp })
        : { ...review.reach, setUp };
    return { ...message, review: { ...review, reach } };
  });
}

const rowsOf = prepared<{ ids: JsonList }, AskedRow>((db, parameter) =>
  db
    .selectFrom('reviews')
    .select(['messageId', 'urgency', 'lowered', 'notify', 'openedAt', 'expiresAt', 'reach'])
    .where('messageId', 'in', sqlOf(db).valuesOf(parameter('ids'))),
);

// The reach of a question as stored with it; omitted fields are 0, null or empty.

/** How many of a question's notices have come how far. */
export type Counted = {
  waiting: number;
  /** How many of the waiting ones quiet hours hold. */
  held: number;
  /** Notices that have not ended, settling ones included. */
  open: number;
  accepted: number;
  delivered: number;
  failed: number;
  unknown: number;
  firstAcceptedAt: string | null;
  firstDeliveredAt: string | null;
  heldUntil: string | null;
  nextAt: string | null;
};

/** Who can be notified of a question: of one that has ended, when it ended. */
type Reached = {
  people: number;
  /** People with a contact that works. */
  reachable: number;
  via: ContactKind[];
};

export type StoredReach = Partial<Counted & Reached & { seenAt: string | null }>;

const WARNING =
  'Nobody can be notified of this question, and nobody has the dashboard or the terminal view open';

type Now = {
  hasEnded: boolean;
  /** The number of people who have the inbox open, which is not stored. */
  watching?: number;
  setUp?: boolean;
};

export function toReach(
  stored: StoredReach | null,
  { hasEnded, watching = 0, setUp = true }: Now,
): Reach {
  const { people = 0, reachable = 0, via = [], waiting = 0, nextAt = null } = stored ?? {};
  const { accepted = 0, delivered = 0, failed = 0, unknown = 0 } = stored ?? {};
  const { firstAcceptedAt = null, firstDeliveredAt = null, seenAt = null } = stored ?? {};
  const state = stateOf(stored ?? {}, hasEnded);
  const isMissed = !hasEnded && reachable === 0 && watching === 0 && seenAt === null;
  return {
    state,
    people,
    reachable,
    watching,
    via,
    notices: { waiting, accepted, delivered, failed, unknown },
    firstAcceptedAt,
    firstDeliveredAt,
    seenAt,
    heldUntil: state === 'held' ? (stored?.heldUntil ?? null) : null,
    nextAt,
    setUp,
    warning: isMissed ? WARNING : null,
  };
}

function stateOf(stored: StoredReach, hasEnded: boolean): ReachState {
  const { open = 0, waiting = 0, held = 0, accepted = 0, unknown = 0, reachable = 0 } = stored;
  if (hasEnded && open === 0) return 'settled';
  if (stored.seenAt) return 'seen';
  if (stored.firstDeliveredAt) return 'delivered';
  if (accepted > 0) return 'sent';
  if (unknown > 0) return 'queued';
  // Notices to failing contacts are not expected to arrive.
  if (reachable === 0) return 'nobody';
  if (waiting > held) return 'queued';
  return held > 0 ? 'held' : 'nobody';
}

export const readReach = (text: string | null): StoredReach | null => fromJson(text);

// Reports live that others than before can be notified of a channel's pending questions.

const APART_MS = 1000;

/** Starts to compare who can be notified, whenever that may have changed and at most once a second. */
export function watchReachChanges(inbox: Inbox): void {
  const reported = new Map<string, string>();
  let isResting = false;
  let isDue = false;
  const look = () => {
    isDue = isResting;
    if (isResting || inbox.waiting.closed) return;
    isResting = true;
    report(inbox, reported).catch((err) => {
      if (!inbox.waiting.closed) inbox.log.error({ err }, 'a change of reach was not reported');
    });
    setTimeout(() => {
      isResting = false;
      if (isDue) look();
    }, APART_MS).unref();
  };
  for (const name of peopleEvents) inbox.bus.on(name, look);
}

/** Compares each channel that has pending questions with what was last reported of it. */
async function report(inbox: Inbox, reported: Map<string, string>): Promise<void> {
  const channels = await pendingChannels(inbox.store.read, {});
  const pending = new Set(channels.map(({ channelId }) => channelId));
  for (const channelId of reported.keys()) if (!pending.has(channelId)) reported.delete(channelId);
  for (const channelId of pending) {
    const now = await audienceIn(inbox, channelId);
    if (reported.get(channelId) === now) continue;
    reported.set(channelId, now);
    inbox.bus.announce({ name: 'reach:changed', payload: { channelId } });
    // Others are served between the channels of a large inbox.
    await new Promise(setImmediate);
  }
}

async function audienceIn(inbox: Inbox, channelId: string): Promise<string> {
  const { setUp } = await knownPeople(inbox);
  const { people, steps } = await knownAudience(inbox, channelId);
  const places = people.map(({ id, contacts }) => [
    id,
    contacts.map(({ kind, from, delaySeconds, isFailing }) => [
      kind,
      from,
      delaySeconds,
      isFailing,
    ]),
  ]);
  return JSON.stringify([setUp, steps, places]);
}

const pendingChannels = prepared<object, { channelId: string }>((db) =>
  db
    .selectFrom('reviews')
    .select('channelId')
    .distinct()
    .where('status', '=', 'pending')
    .where(isPresent(db, 'reviews.channelId')),
);
