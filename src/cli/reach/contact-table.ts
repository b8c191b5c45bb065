/** The columns of a list of contacts. */

import type { User } from '../../core/access/schema.ts';
import { endedBy, whyNoAnswers } from '../../core/notify/names.ts';
import type { Contact, ContactOfUser } from '../../core/notify/schema.ts';
import { timeSince } from '../../core/spans.ts';
import { wayOf } from '../../ways/ways.ts';
import { momentOf } from '../moments.ts';
import type { Style } from '../style.ts';
import { idColumn } from '../table/id-column.ts';
import type { Column } from '../table/layout.ts';
import { whoseOf } from '../users.ts';

/** For a user who logs in. */
export const ANSWERS_ENDED =
  'Answers ended at a contact. To allow them: inbox contact set NAME --answers';

/** `failing since 25 Nov, 13:31`: names are cut before it. */
const LONGEST_STATE = 28;

export const contactColumns = (now: number): Column<Contact>[] => [
  idColumn(),
  { whole: ({ kind }) => kind, shown: ({ kind }) => wayOf(kind).label, rank: 3 },
  { whole: ({ name }) => name, least: 10 },
  { whole: ({ address }) => address, least: 5, rank: 2 },
  {
    whole: (contact) => stateOf(contact, (at) => at),
    shown: (contact) => stateOf(contact, (at) => momentOf(at, now)),
    style: styleOf,
    least: LONGEST_STATE,
  },
  {
    whole: ({ lastSentAt }) => lastSentAt ?? '',
    shown: ({ lastSentAt }) => lastUseOf(lastSentAt, now),
    style: () => 'dim' as const,
    least: 10,
    rank: 4,
  },
  {
    whole: ({ lastReceivedAt }) => lastReceivedAt ?? '',
    shown: ({ lastReceivedAt }) =>
      lastReceivedAt ? `received ${timeSince(lastReceivedAt, now)}` : '',
    style: () => 'dim' as const,
    least: 10,
    rank: 5,
  },
];

/** Contacts of other users, too: whose each is, and whether they may answer there. */
export const contactOfUserColumns = (users: User[], now: number): Column<ContactOfUser>[] => [
  idColumn(),
  { whole: ({ kind }) => kind, shown: ({ kind }) => wayOf(kind).label, rank: 2 },
  { whole: ({ name }) => name, least: 10 },
  { whole: (contact) => whoseOf(contact, users), least: 12, rank: 1 },
  {
    whole: (contact) => {
      const why = whyNoAnswers(contact);
      return why === null ? 'may answer' : `no answers: ${why}`;
    },
    style: ({ mayAnswer }) => (mayAnswer ? 'green' : 'yellow'),
    least: LONGEST_STATE,
  },
  {
    whole: ({ lastSentAt }) => lastSentAt ?? '',
    shown: ({ lastSentAt }) => lastUseOf(lastSentAt, now),
    style: () => 'dim',
    least: 10,
    rank: 3,
  },
];

const lastUseOf = (sentAt: string | null, now: number) =>
  sentAt === null ? 'never used' : `sent ${timeSince(sentAt, now)}`;

function stateOf(contact: Contact, written: (at: string) => string): string {
  const { disabledAt, disabledReason, failingSince, confirmedAt, verifiedAt } = contact;
  const { answersEnded } = contact;
  if (disabledAt) return `disabled: ${disabledReason ?? 'no reason given'}`;
  if (failingSince) return `failing since ${written(failingSince)}`;
  if (!verifiedAt) return 'not verified: a code was sent there';
  if (answersEnded) return `answers ended: ${endedBy[answersEnded.by]}`;
  return confirmedAt ? 'working' : 'working, not confirmed';
}

function styleOf({ disabledAt, failingSince, confirmedAt, answersEnded }: Contact): Style {
  if (disabledAt) return 'red';
  return failingSince || answersEnded || !confirmedAt ? 'yellow' : 'green';
}
