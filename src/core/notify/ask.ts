/** Who is notified of a question that opens. */
import { InboxError, invalid } from '../errors.ts';
import type { Change, Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { noteAsked } from './contact-record.ts';
import { notASeer } from './ladders.ts';
import type { Urgency } from './names.ts';
import { insertNotice, newNotice } from './notices.ts';
import { audienceOf, knownPeople, type Person, seersOf, type WorkingContact } from './people.ts';
import { type Planned, type PlannedQuestion, plan, turnOf, waitOf } from './plan.ts';
import { presentPeople, watching } from './presence.ts';
import type { StoredReach } from './reach.ts';
import type { Notify } from './schema.ts';
import { GATHERS_MS, isBurst } from './together.ts';

const RECENT_MS = 60_000;

type Opening = {
  messageId: string;
  channelId: string;
  urgency: Urgency;
  lowered: boolean;
  notify: Notify | null;
  expiresAt: string;
};

/**
 * Stores the notices of a question and returns its reach.
 * @throws InboxError `invalid` for a user who does not see the channel, `conflict` if reaching
 * a person is required and nobody can be reached
 */
export async function planNotices(change: Change, opening: Opening): Promise<StoredReach> {
  const { inbox, emit } = change;
  const { planned, contacts, waits, reach } = await lookFor(change, opening);
  const at = toTimestamp(inbox.now());
  for (const one of planned) await store(change, opening, one, { contacts, createdAt: at });
  if (planned.length > 0) {
    const ids = planned.map(({ contactId }) => contactId);
    if (!waits) await noteAsked(change, ids, at, { isHigh: isHigh(opening) });
    emit('notice:due', { atMs: Math.min(...planned.map(({ dueMs }) => dueMs)) });
  }
  return reach;
}

const isHigh = ({ urgency, lowered }: Opening) => urgency === 'high' && !lowered;

/** Checks a question that is not open yet, whose notices are planned when it is; returns who it can reach. */
export async function checkNotify(change: Change, opening: Opening): Promise<StoredReach> {
  const { people, reachable, via } = (await lookFor(change, opening)).reach;
  return { people: people ?? 0, reachable: reachable ?? 0, via: via ?? [] };
}

async function lookFor(change: Change, opening: Opening) {
  const { inbox } = change;
  const { channelId, notify } = opening;
  const known = await knownPeople(inbox);
  const seers = seersOf(known, channelId);
  mustSee(seers, notify);
  // Without contacts, which are the usual case, nothing is read.
  const found: Found =
    known.hasContacts || notify?.people
      ? await planFor(change, opening)
      : { planned: [], contacts: new Map(), waits: false, reach: { people: seers.length } };
  mustReach(inbox, opening, found.reach);
  return found;
}

type Found = { planned: Planned[]; contacts: Contacts; waits: boolean; reach: StoredReach };

async function planFor({ inbox, tx }: Change, opening: Opening): Promise<Found> {
  const { channelId, urgency, lowered, notify, expiresAt } = opening;
  const nowMs = inbox.now();
  const { people, steps } = await audienceOf(tx, channelId, toTimestamp(nowMs - RECENT_MS));
  const question: PlannedQuestion = {
    urgency,
    lowered,
    people: notify?.people ?? null,
    afterSeconds: notify?.afterSeconds ?? 0,
    expiresAtMs: Date.parse(expiresAt),
    steps,
  };
  const present = presentPeople(inbox);
  const withPresence = people.map((one) => ({ ...one, isPresent: present.has(one.id) }));
  const planned = plan(question, withPresence, nowMs);
  const contacts = contactsIn(people);
  const asked = people.filter(({ id }) => turnOf(question, id) !== null);
  const waits = waitOf(question, nowMs) > 0;
  return {
    planned,
    contacts,
    waits,
    reach: { people: asked.length, ...reachOf(planned, contacts) },
  };
}

type Contacts = ReadonlyMap<string, WorkingContact>;

const contactsIn = (people: readonly Person[]): Contacts =>
  new Map(people.flatMap((one) => one.contacts).map((contact) => [contact.id, contact]));

async function store(
  { inbox, tx }: Change,
  { messageId, channelId, urgency, lowered, expiresAt }: Opening,
  { contactId, userId, kind, dueMs, quietUntilMs, isGathered }: Planned,
  { contacts, createdAt }: { contacts: Contacts; createdAt: string },
): Promise<void> {
  const place = { contactId, userId, kind, lane: contacts.get(contactId)?.lane ?? kind };
  // Notices that a delay or quiet hours hold are a burst when they are due, not when they are asked.
  const isHeld = dueMs > inbox.now();
  const gathers = isGathered || (isHeld && (await isBurst(tx, contactId, urgency, dueMs)));
  const id = inbox.newId();
  const dueAt = toTimestamp(gathers ? dueMs + GATHERS_MS : dueMs);
  const asks = { id, what: 'asks', round: 0, dueAt, createdAt };
  const together = { sentWith: gathers ? id : null, lowered: Number(lowered) };
  await insertNotice(tx, {
    ...newNotice({ ...place, messageId, channelId, expiresAt }, asks, together),
    heldUntil: quietUntilMs === null ? null : toTimestamp(quietUntilMs),
  });
}

/** As it is before anything was sent. */
function reachOf(planned: readonly Planned[], contacts: Contacts): StoredReach {
  if (planned.length === 0) return {};
  const working = planned.filter(({ contactId }) => contacts.get(contactId)?.isFailing === false);
  const held = planned.filter(({ quietUntilMs }) => quietUntilMs !== null);
  const first = (times: number[]) => (times.length === 0 ? null : toTimestamp(Math.min(...times)));
  return {
    reachable: new Set(working.map(({ userId }) => userId)).size,
    via: [...new Set(planned.map(({ kind }) => kind))].sort(),
    waiting: planned.length,
    open: planned.length,
    held: held.length,
    heldUntil: first(held.flatMap(({ quietUntilMs }) => quietUntilMs ?? [])),
    nextAt: first(planned.map(({ dueMs }) => dueMs)),
  };
}

function mustSee(seers: readonly string[], notify: Notify | null): void {
  const issues = (notify?.people ?? []).flatMap((id, index) =>
    seers.includes(id) ? [] : [notASeer(['review', 'notify', 'people', `${index}`])],
  );
  if (issues.length > 0) throw invalid(issues);
}

function mustReach(inbox: Inbox, { channelId, notify }: Opening, { reachable = 0 }: StoredReach) {
  if (!notify?.require || reachable > 0 || watching(inbox, channelId) > 0) return;
  throw new InboxError(
    'conflict',
    'Nobody can be reached: no user of this channel has a working contact or is watching',
  );
}

/** Time to answer a question that was seen, before a notice is sent. */
const SEEN_DELAY_MS = 2 * 60_000;

/**
 * A user has seen a question, and need not be notified of it yet: delays what is to be sent, unless that
 * would be too late to answer it.
 */
export async function delayNotices({ inbox, tx }: Change, messageId: string, userId: string) {
  const until = toTimestamp(inbox.now() + SEEN_DELAY_MS);
  await tx
    .updateTable('notices')
    .set({ dueAt: until })
    .where('messageId', '=', messageId)
    .where('userId', '=', userId)
    .where('status', '=', 'waiting')
    .where('what', 'in', ['asks', 'reminds'])
    .where('dueAt', '<', until)
    .where('expiresAt', '>', until)
    .execute();
}
