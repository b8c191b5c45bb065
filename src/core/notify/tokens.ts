/**
 * The secret of a notice's receiver: the token of its links, or of its receipt. Each time that the notice is sent
 * has a token of its own. Only the hash is stored, so that nobody can answer by what they read in the database.
 */
import { randomBytes } from 'node:crypto';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { hashSecret } from '../access/secrets.ts';
import { offersAnswers } from './contact-rows.ts';
import { deleteToken, deleteTokens, insertToken, tokenRow } from './tokens-table.ts';

const BYTES = 32;
/** Earlier ones may be the only ones that arrived. */
const MOST_OF_NOTICE = 6;

/** Within the change that claims a notice: draws what it is sent with; null for a way that needs nothing. */
export async function drawFor(
  tx: Tx,
  notice: Row<'notices'>,
  contact: Row<'contacts'>,
): Promise<string | null> {
  if (contact.kind === 'webpush' || hasConfirmation(notice, contact)) {
    return drawToken(tx, notice, null);
  }
  return hasLinks(notice, contact) ? drawToken(tx, notice, notice.messageId) : null;
}

/** Notices of the other ways are answered by who presses there, as the service names them. */
const hasLinks = (
  { messageId, sentWith, what }: Row<'notices'>,
  contact: Row<'contacts'>,
): boolean =>
  messageId !== null &&
  sentWith === null &&
  (what === 'asks' || what === 'reminds') &&
  (contact.kind === 'ntfy' || contact.kind === 'email') &&
  contact.shows === 'all' &&
  offersAnswers(contact);

/** A test of a topic has a button that confirms it. In Slack, who presses is known. */
const hasConfirmation = ({ what }: Row<'notices'>, contact: Row<'contacts'>): boolean =>
  what === 'tests' && contact.kind === 'ntfy' && contact.confirmedAt === null;

/** Within a change: the token of a question's links; without a question, of a receipt or a test's button. */
export async function drawToken(
  tx: Tx,
  { id: noticeId, attempts: attempt, contactId, expiresAt }: Row<'notices'>,
  messageId: string | null,
): Promise<string> {
  const token = randomBytes(BYTES).toString('base64url');
  const hash = hashSecret(token);
  await insertToken(tx, { hash, noticeId, attempt, contactId, messageId, expiresAt });
  if (attempt > MOST_OF_NOTICE) {
    await deleteTokens(tx, { noticeId, before: attempt - MOST_OF_NOTICE + 1 });
  }
  return token;
}

/** Within a change: takes a token that is of one use; false if it was used before. */
export const takeToken = (tx: Tx, token: string): Promise<boolean> =>
  deleteToken(tx, hashSecret(token));

/** Finds the notice and the question of a token. */
export const findToken = (db: Tx, token: string) => tokenRow(db, hashSecret(token));
