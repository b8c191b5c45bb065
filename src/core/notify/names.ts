/** The names that reaching people has on the wire. */

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

/** The ways to reach a person outside of the inbox. */
export const contactKinds = ['webpush', 'ntfy', 'apprise', 'email', 'telegram', 'slack'] as const;
export type ContactKind = (typeof contactKinds)[number];
export const isContactKind = (name: string | null): name is ContactKind =>
  contactKinds.some((kind) => kind === name);

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

export const takesAnswers = (kind: ContactKind): boolean => kind !== 'apprise';

/** Why no question can be answered at a contact, in few words; null if some can. */
export function whyNoAnswers(contact: {
  kind: ContactKind;
  answers: boolean;
  answersEnded: { by: RightEnd } | null;
  shows: string;
  confirmedAt: string | null;
  disabledAt: string | null;
}): string | null {
  if (!takesAnswers(contact.kind)) return 'its kind takes none';
  if (contact.disabledAt !== null) return 'contact disabled';
  if (contact.answersEnded !== null) return endedBy[contact.answersEnded.by];
  if (!contact.answers) return 'not allowed there';
  if (contact.confirmedAt === null) return 'not confirmed';
  return contact.shows === 'all' ? null : 'shows only part of a question';
}

/** Such an address is verified by a code that is sent there; before that, nothing else is. */
export const hasCode = (kind: ContactKind): boolean => kind === 'email';

/** To add such an address proves that it is one's own. */
export const isProvenWhenAdded = (kind: ContactKind): boolean =>
  kind === 'webpush' || kind === 'telegram';

/** Whether what is sent there can be withdrawn or replaced. */
export const isWithdrawn: Record<ContactKind, boolean> = {
  webpush: true,
  ntfy: true,
  apprise: false,
  email: false,
  telegram: true,
  slack: true,
};

/** From nobody on, as far as a question has come; `settled` once it has ended everywhere. */
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
