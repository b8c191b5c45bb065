/** A contact as it is stored, and as it is shown. */
import { createHash } from 'node:crypto';
import type { Row } from '../../storage/tables.ts';
import { credentialOf, type Human, isLocal } from '../access/callers.ts';
import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { type Address, maskAddress } from './addresses.ts';
import {
  type ContactKind,
  hasCode,
  isProvenWhenAdded,
  type RightEnd,
  type Urgency,
} from './names.ts';
import type { Contact, CreateContact, Shows } from './schema.ts';

export function rowOf(
  inbox: Inbox,
  caller: Human,
  { kind, name, answers, shows, delaySeconds, from }: CreateContact,
  { address, host, name: ownName }: Address,
  digest: string,
): Row<'contacts'> {
  const at = toTimestamp(inbox.now());
  const { userId } = caller;
  return {
    id: inbox.newId(),
    userId,
    kind,
    name: name ?? ownName,
    address,
    digest,
    lane: host === null ? kind : `${kind} ${host}`,
    answers: Number(answers),
    ...rightGivenBy(caller),
    shows,
    delaySeconds: delaySeconds ?? null,
    from,
    createdAt: at,
    verifiedAt: hasCode(kind) ? null : at,
    confirmedAt: isProvenWhenAdded(kind) ? at : null,
    failingSince: null,
    disabledAt: null,
    disabledReason: null,
    lastSentAt: null,
    lastReceivedAt: null,
    removedAt: null,
    askedAt: null,
    askedBeforeAt: null,
    askedBeforeThatAt: null,
    highAskedAt: null,
    loweredWith: null,
    loweredAt: null,
  };
}

/** The right to answer, as this caller gives it. */
export const rightGivenBy = (caller: Human) => ({
  madeBy: credentialOf(caller),
  isLocal: Number(isLocal(caller)),
  answersEndedAt: null,
  answersEndedBy: null,
});

/** Whether answers are allowed there: its user allowed them, and what they were allowed with has not ended. */
export const allowsAnswers = ({
  answers,
  answersEndedAt,
}: Pick<Row<'contacts'>, 'answers' | 'answersEndedAt'>): boolean =>
  answers === 1 && answersEndedAt === null;

/** Whether notices there offer answers: they are allowed, and its user has shown that they receive them. */
export const offersAnswers = (
  contact: Pick<Row<'contacts'>, 'answers' | 'answersEndedAt' | 'confirmedAt'>,
): boolean => allowsAnswers(contact) && contact.confirmedAt !== null;

/** Until one of them confirms the address, several users can have a contact with it. */
export const unprovenDigest = (kind: string, address: string, userId: string) =>
  digestOf(kind, `${address}\n${userId}`);

export const digestOf = (kind: string, address: string) =>
  createHash('sha256').update(`${kind}\n${address}`).digest('hex');

export const toContact = (row: Row<'contacts'>): Contact => {
  const { id, name, delaySeconds, createdAt, verifiedAt, confirmedAt } = row;
  const { failingSince, disabledAt, disabledReason, lastSentAt, lastReceivedAt } = row;
  const { answersEndedAt: at } = row;
  const kind = row.kind as ContactKind;
  return {
    id,
    kind,
    name,
    address: maskAddress(kind, row.address),
    answers: allowsAnswers(row),
    answersEnded: at === null ? null : { at, by: row.answersEndedBy as RightEnd },
    shows: row.shows as Shows,
    delaySeconds,
    from: row.from as Urgency,
    createdAt,
    verifiedAt,
    confirmedAt,
    failingSince,
    disabledAt,
    disabledReason,
    lastSentAt,
    lastReceivedAt,
  };
};
