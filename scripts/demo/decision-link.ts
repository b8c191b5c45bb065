/** A decision link and the code of a test as an e-mail contains them, made from what is stored in a data directory. */
import { Database } from 'bun:sqlite';
import { makeLink } from '../../src/core/decisions/links.ts';
import { codeOf } from '../../src/core/notices/codes.ts';
import { databaseIn } from '../../src/storage/directory.ts';

type Question = { id: string; review: { expiresAt: string | null } | null };

export function decisionLink(
  data: string,
  contactId: string,
  { id: messageId, review }: Question,
  option: number | null = 0,
): string {
  const expiresAtMs = Date.parse(review?.expiresAt ?? '');
  return makeLink({ messageId, contactId, expiresAtMs, option }, secretIn(data, contactId));
}

/** The code that a test of a contact contains. */
export const testCode = (data: string, contactId: string, testId: string): string =>
  codeOf({ secret: secretIn(data, contactId) }, testId);

function secretIn(data: string, contactId: string): string {
  using db = new Database(databaseIn(data), { readonly: true });
  const find = db.query<{ secret: string }, [string]>('select secret from contacts where id = ?');
  return find.get(contactId)?.secret ?? '';
}
