/** A contact as it is stored, and as it is shown. */
import { createHash, randomBytes } from 'node:crypto';
import type { Row } from '../../storage/tables.ts';
import { type Human, isLocal } from '../access/callers.ts';
import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { type Address, maskAddress } from './addresses.ts';
import { type ContactKind, hasCode, type Urgency } from './names.ts';
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
    ...{ id: inbox.newId(), userId, kind, name: name ?? ownName, address, digest },
    lane: host === null ? kind : `${kind} ${host}`,
    secret: randomBytes(32).toString('hex'),
    ...{
      answers: Number(answers),
      isLocal: Number(isLocal(caller)),
      shows,
      delaySeconds: delaySeconds ?? null,
      from,
    },
    ...{ createdAt: at, verifiedAt: hasCode(kind) ? null : at, confirmedAt: null },
    ...{ failingSince: null, disabledAt: null, disabledReason: null },
    ...{ lastSentAt: null, lastReceivedAt: null, removedAt: null },
    ...{ askedAt: null, askedBeforeAt: null, askedBeforeThatAt: null },
  };
}

/** Until one of them proves to have the address, several users can have a contact with it. */
export const unprovenDigest = (kind: ContactKind, address: string, { userId }: Human) =>
  digestOf(kind, `${address}\n${userId}`);

export const digestOf = (kind: string, address: string) =>
  createHash('sha256').update(`${kind}\n${address}`).digest('hex');

export const toContact = (row: Row<'contacts'>): Contact => {
  const { id, name, delaySeconds, createdAt, verifiedAt, confirmedAt } = row;
  const { failingSince, disabledAt, disabledReason, lastSentAt, lastReceivedAt } = row;
  const kind = row.kind as ContactKind;
  return {
    ...{ id, kind, name, address: maskAddress(kind, row.address), answers: row.answers === 1 },
    ...{ shows: row.shows as Shows, delaySeconds, from: row.from as Urgency },
    ...{ createdAt, verifiedAt, confirmedAt, failingSince, disabledAt, disabledReason },
    ...{ lastSentAt, lastReceivedAt },
  };
};
