/** Whom to notify of a question, where and when. Pure: every rule of it is a test without an inbox. */
import { type ContactKind, wayOf } from '../../ways/ways.ts';
import { daysAround, instantOf } from '../wall-clock.ts';
import { askedUrgency, isAtLeast, type Urgency } from './names.ts';
import type { Attention, QuietHours } from './schema.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
/** For a person at the keyboard, who may see the question in the inbox. */
const PRESENT_DELAY_MS = 15 * SECOND_MS;
/** A notice that is held leaves at least this long to answer. */
const LEFT_TO_ANSWER_MS = 10 * MINUTE_MS;
/**
 * From the next one on, a contact's questions of one minute are gathered. A contact's row has as many
 * times of questions.
 */
export const SENT_SINGLY = 3;
/** The number for urgency `high`. */
export const HIGH_SENT_SINGLY = 10;

export type PlannedContact = {
  id: string;
  kind: ContactKind;
  from: Urgency;
  delaySeconds: number | null;
  /** Whether `SENT_SINGLY` or more questions were asked there within the last minute. */
  isBusy: boolean;
  /** Whether there were `HIGH_SENT_SINGLY` or more questions of urgency `high`. */
  isAlarmed: boolean;
  /** Whether the last attempt found that nothing can be sent there. */
  isFailing: boolean;
};

export type PlannedPerson = {
  id: string;
  /** The contacts that work. */
  contacts: readonly PlannedContact[];
  attention: Attention;
  /** Whether there was input within the last minute in a window that has the focus. */
  isPresent: boolean;
};

export type PlannedQuestion = {
  urgency: Urgency;
  lowered: boolean;
  expiresAtMs: number;
  /** Only these are asked; null for all. */
  people: readonly string[] | null;
  /** Nobody is asked before, unless the question would expire first. */
  afterSeconds: number;
  steps: readonly { afterSeconds: number; people: readonly string[] }[];
};

export type Planned = {
  contactId: string;
  kind: ContactKind;
  userId: string;
  dueMs: number;
  quietUntilMs: number | null;
  isGathered: boolean;
};

/** The notices that ask a question, at most one for a contact. People without a contact get none. */
export function plan(
  question: PlannedQuestion,
  people: readonly PlannedPerson[],
  nowMs: number,
): Planned[] {
  return people.flatMap((person) => noticesFor(question, person, nowMs));
}

/** How long nobody is asked. */
export function waitOf(
  { afterSeconds, expiresAtMs }: Pick<PlannedQuestion, 'afterSeconds' | 'expiresAtMs'>,
  openedAtMs: number,
): number {
  const waitMs = afterSeconds * SECOND_MS;
  return openedAtMs + waitMs < expiresAtMs ? waitMs : 0;
}

/** How long after the first people a person is asked; null for never. */
export function turnOf({ people, steps }: PlannedQuestion, userId: string): number | null {
  if (people?.includes(userId)) return 0;
  const own = steps.filter((step) => step.people.includes(userId));
  if (own.length > 0) return Math.min(...own.map((step) => step.afterSeconds)) * SECOND_MS;
  return people === null ? 0 : null;
}

/** The contacts at which a person is asked, and when each is ready for it. */
export function placesOf<Contact extends PlannedContact>(
  question: PlannedQuestion,
  { id, contacts }: { id: string; contacts: readonly Contact[] },
  openedAtMs: number,
): { contact: Contact; readyMs: number }[] {
  const afterMs = turnOf(question, id);
  if (afterMs === null) return [];
  const beginsMs = openedAtMs + waitOf(question, openedAtMs);
  return contacts
    .filter(({ from }) => isAtLeast(askedUrgency(question), from))
    .map((contact) => {
      const delayMs = (contact.delaySeconds ?? usualDelay(contact, contacts)) * SECOND_MS;
      return { contact, readyMs: beginsMs + afterMs + delayMs };
    })
    .filter(({ readyMs }) => readyMs < question.expiresAtMs);
}

function noticesFor(question: PlannedQuestion, person: PlannedPerson, nowMs: number): Planned[] {
  const { urgency, lowered, expiresAtMs } = question;
  const { id: userId, attention, isPresent } = person;
  const waitMs = waitOf(question, nowMs);
  const presentMs = Math.max(PRESENT_DELAY_MS - waitMs, 0);
  return placesOf(question, person, nowMs).map(({ contact, readyMs: ownMs }) => {
    // Presence delays a notice, and never suppresses it.
    const isDelayed = isPresent && ownMs + presentMs < expiresAtMs;
    const readyMs = ownMs + (isDelayed ? presentMs : 0);
    const quietUntilMs = quietHoldUntil(attention, askedUrgency(question), {
      readyMs,
      expiresAtMs,
    });
    return {
      contactId: contact.id,
      kind: contact.kind,
      userId,
      quietUntilMs,
      dueMs: quietUntilMs ?? readyMs,
      // One that waits may be answered first: it counts for the minute in which it is sent.
      isGathered: lowered || (waitMs === 0 && isBusyFor(urgency, contact)),
    };
  });
}

function isBusyFor(urgency: Urgency, { isBusy, isAlarmed }: PlannedContact): boolean {
  if (urgency === 'critical') return false;
  return urgency === 'high' ? isAlarmed : isBusy;
}

/** A slow way waits for an answer on another one, if the person has one. */
function usualDelay({ id, kind }: PlannedContact, contacts: readonly PlannedContact[]): number {
  const hasOther = contacts.some((other) => other.id !== id && !other.isFailing);
  return hasOther ? wayOf(kind).delaySeconds : 0;
}

type Span = { readyMs: number; expiresAtMs: number };

/** When quiet hours let a notice go that would be ready in them; null for immediately. */
export function quietHoldUntil(
  attention: Attention,
  urgency: Urgency,
  { readyMs, expiresAtMs }: Span,
): number | null {
  if (urgency === 'critical' || (urgency === 'high' && attention.highBreaksThrough)) return null;
  const latestMs = expiresAtMs - LEFT_TO_ANSWER_MS;
  if (readyMs >= latestMs) return null;
  const endMs = quietUntil(attention, readyMs);
  return endMs === null ? null : Math.min(endMs, latestMs);
}

// Quiet hours: spans from one time of the wall clock of a user's time zone to another.

/** The most spans that follow one another without a pause. */
const MOST_IN_A_ROW = 40;

type QuietSpan = { fromMs: number; toMs: number };

/** Returns when the quiet hours at a time end; null if there are none then. */
export function quietUntil({ timeZone, quiet }: Attention, atMs: number): number | null {
  if (quiet.length === 0) return null;
  const known = new Map<string, QuietSpan[]>();
  const spansOn = (day: Temporal.PlainDate): QuietSpan[] => {
    const name = day.toString();
    const spans = known.get(name) ?? spansThatBeginOn(day, quiet, timeZone);
    known.set(name, spans);
    return spans;
  };
  let untilMs = atMs;
  for (let count = 0; count < MOST_IN_A_ROW; count++) {
    const spans = daysAround(timeZone, untilMs).flatMap(spansOn);
    const ends = spans.filter(({ fromMs, toMs }) => fromMs <= untilMs && toMs > untilMs);
    if (ends.length === 0) break;
    untilMs = Math.max(...ends.map(({ toMs }) => toMs));
  }
  return untilMs > atMs ? untilMs : null;
}

function spansThatBeginOn(
  day: Temporal.PlainDate,
  quiet: readonly QuietHours[],
  timeZone: string,
): QuietSpan[] {
  const weekday = day.dayOfWeek % 7;
  return quiet
    .filter(({ days }) => days.includes(weekday))
    .map(({ from, to }) => ({
      fromMs: instantOf(timeZone, day, from),
      toMs: instantOf(timeZone, from < to ? day : day.add({ days: 1 }), to),
    }));
}
