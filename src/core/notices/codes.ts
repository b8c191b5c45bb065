/** Codes of six digits prove that a user reads what is sent to an address. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { invalidField } from '../errors.ts';
import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { testsSince } from './codes-table.ts';

const LIFETIME_MS = 15 * 60_000;
const DIGITS = 6;
/** Of what is signed with the secret of a contact. */
const PURPOSE = 'code\n';

/** Derived from the notice that brings it, so that a repeated notice has the same one. */
export function codeOf({ secret }: Pick<Row<'contacts'>, 'secret'>, noticeId: string): string {
  const key = Buffer.from(secret ?? '', 'hex');
  const digest = createHmac('sha256', key).update(PURPOSE).update(noticeId).digest();
  return `${digest.readUIntBE(0, 6) % 10 ** DIGITS}`.padStart(DIGITS, '0');
}

/** @throws InboxError `invalid` for a code that was not sent there within its lifetime */
export async function mustBeCode(
  inbox: Inbox,
  tx: Tx,
  contact: Row<'contacts'>,
  code: string,
): Promise<void> {
  const sent = await testsSince(tx, contact.id, oldest(inbox));
  const matches = sent.filter(({ id }) => isSame(codeOf(contact, id), code));
  if (contact.secret !== null && matches.length > 0) return;
  throw invalidField(['code'], 'This code is wrong or has expired. Send a test to get another one');
}

/** Whether a notice is a test whose code is valid. */
export const isRecentTest = (
  inbox: Inbox,
  { what, createdAt }: Pick<Row<'notices'>, 'what' | 'createdAt'>,
): boolean => what === 'tests' && createdAt > oldest(inbox);

const oldest = ({ now }: Inbox) => toTimestamp(now() - LIFETIME_MS);

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
