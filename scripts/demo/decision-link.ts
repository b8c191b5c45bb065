/** A decision link as an e-mail contains it, made from what is stored in a data directory. */
import { Database } from 'bun:sqlite';
import { makeLink } from '../../src/core/decisions/links.ts';
import { databaseIn } from '../../src/storage/directory.ts';

type Question = { id: string; review: { expiresAt: string | null } | null };

export function decisionLink(
  data: string,
  contactId: string,
  { id: messageId, review }: Question,
  option: number | null = 0,
): string {
  const db = new Database(databaseIn(data), { readonly: true });
  const row = db
    .query<{ secret: string }, [string]>('select secret from contacts where id = ?')
    .get(contactId);
  db.close();
  const expiresAtMs = Date.parse(review?.expiresAt ?? '');
  return makeLink({ messageId, contactId, expiresAtMs, option }, row?.secret ?? '');
}
