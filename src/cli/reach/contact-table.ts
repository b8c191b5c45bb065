/** The columns of a list of contacts. */
import type { Contact } from '../../core/reach/schema.ts';
import { timeSince } from '../../core/spans.ts';
import { momentOf } from '../moments.ts';
import type { Style } from '../style.ts';
import { idColumn } from '../table/id-column.ts';
import type { Column } from '../table/layout.ts';
import { contactKinds } from './contact-kinds.ts';

/** `failing since 25 Nov, 13:31`: names are cut before it. */
const LONGEST_STATE = 28;

export const contactColumns = (now: number): Column<Contact>[] => [
  idColumn(),
  { whole: ({ kind }) => kind, shown: ({ kind }) => contactKinds[kind].label, rank: 3 },
  { whole: ({ name }) => name, least: 10 },
  { whole: ({ address }) => address, least: 5, rank: 2 },
  {
    whole: (contact) => stateOf(contact, (at) => at),
    shown: (contact) => stateOf(contact, (at) => momentOf(at, now)),
    ...{ style: styleOf, least: LONGEST_STATE },
  },
  {
    whole: ({ lastSentAt }) => lastSentAt ?? '',
    shown: ({ lastSentAt }) => (lastSentAt ? `sent ${timeSince(lastSentAt, now)}` : 'never used'),
    ...{ style: () => 'dim' as const, least: 10, rank: 4 },
  },
  {
    whole: ({ lastReceivedAt }) => lastReceivedAt ?? '',
    shown: ({ lastReceivedAt }) =>
      lastReceivedAt ? `received ${timeSince(lastReceivedAt, now)}` : '',
    ...{ style: () => 'dim' as const, least: 10, rank: 5 },
  },
];

function stateOf(contact: Contact, written: (at: string) => string): string {
  const { disabledAt, disabledReason, failingSince, confirmedAt, verifiedAt } = contact;
  const { answersEnded } = contact;
  if (disabledAt) return `disabled: ${disabledReason ?? 'no reason given'}`;
  if (failingSince) return `failing since ${written(failingSince)}`;
  if (!verifiedAt) return 'not verified: a code was sent there';
  if (answersEnded) return `answers ended: ${closings[answersEnded.by]}`;
  return confirmedAt ? 'working' : 'working, not confirmed';
}

type Closing = NonNullable<Contact['answersEnded']>['by'];
const closings: Record<Closing, string> = {
  session: 'logged out',
  token: 'token revoked',
  password: 'new password',
  disabled: 'user disabled',
  local: 'local answers off',
  restore: 'restored',
};

function styleOf({ disabledAt, failingSince, confirmedAt, answersEnded }: Contact): Style {
  if (disabledAt) return 'red';
  return failingSince || answersEnded || !confirmedAt ? 'yellow' : 'green';
}
