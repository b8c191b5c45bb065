/** The names that reaching people has on the wire. */
import { type ContactKind, wayOf } from '../../ways/ways.ts';

/** From the least urgent on. */
export const urgencies = ['low', 'normal', 'high', 'critical'] as const;
export type Urgency = (typeof urgencies)[number];

export const isAtLeast = (urgency: Urgency, from: Urgency): boolean =>
  urgencies.indexOf(urgency) >= urgencies.indexOf(from);

/** Whom a question reaches and when is up to how urgent it was asked, though it was lowered since. */
export const askedUrgency = ({
  urgency,
  lowered,
}: {
  urgency: Urgency;
  lowered: boolean;
}): Urgency => (lowered ? 'critical' : urgency);

/** The ways in which the right to answer at a contact ends. */
export const rightEnds = ['session', 'token', 'password', 'disabled', 'local', 'restore'] as const;
export type RightEnd = (typeof rightEnds)[number];

/** Each as a clause for the user. */
export const endedBecause: Record<RightEnd, string> = {
  session: 'the login that allowed them was ended',
  token: 'the token that allowed them was revoked',
  password: 'your password was changed',
  disabled: 'your account was disabled',
  local: 'local answers were turned off',
  restore: 'a restore revoked all credentials',
};

/** Each in few words that name nobody. */
export const endedBy: Record<RightEnd, string> = {
  session: 'logged out',
  token: 'token revoked',
  password: 'new password',
  disabled: 'user disabled',
  local: 'local answers off',
  restore: 'restored',
};

/** Why no question can be answered at a contact, in few words; null if some can. */
export function whyNoAnswers(contact: {
  kind: ContactKind;
  answers: boolean;
  answersEnded: { by: RightEnd } | null;
  shows: string;
  confirmedAt: string | null;
  disabledAt: string | null;
}): string | null {
  if (wayOf(contact.kind).answers === null) return 'its kind takes none';
  if (contact.disabledAt !== null) return 'contact disabled';
  if (contact.answersEnded !== null) return endedBy[contact.answersEnded.by];
  if (!contact.answers) return 'not allowed there';
  if (contact.confirmedAt === null) return 'not confirmed';
  return contact.shows === 'all' ? null : 'shows only part of a question';
}

/** Stages of reaching people, in order; `settled` once every notification has ended. */
export const reachStates = [
  'nobody',
  'held',
  'queued',
  'sent',
  'delivered',
  'seen',
  'settled',
] as const;
export type ReachState = (typeof reachStates)[number];
