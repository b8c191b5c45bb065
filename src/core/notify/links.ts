/** Decision links, and the tokens that they and receipts carry. */
import { randomBytes } from 'node:crypto';
import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { wayOf } from '../../ways/ways.ts';
import { hashSecret } from '../access/secrets.ts';
import type { Change } from '../inbox.ts';
import { offersAnswers } from './contacts.ts';

/**
 * A decision link permits one answer to one question by one person until it expires: it is a token that was drawn
 * for the notice, with the place of the option beside it. One that names no option opens the page that has such a
 * link for each.
 */
export type DecisionLink = {
  token: string;
  messageId: string;
  contactId: string;
  /** The seq of the question as its notice showed it. */
  seq: number;
  /** In milliseconds since 1970. */
  expiresAtMs: number;
  /** Its place in the question; null for that of the page. */
  option: number | null;
};

const FORM = /^hd_([-\w]{43})(?:\.(0|[1-9]\d{0,2}))?$/;

export const linkOf = (token: string, option: number | null): string =>
  option === null ? `hd_${token}` : `hd_${token}.${option}`;

/** Returns the parts of a link; null for another text. */
export function readLink(text: string): Pick<DecisionLink, 'token' | 'option'> | null {
  const [, token, option] = FORM.exec(text) ?? [];
  if (token === undefined) return null;
  return { token, option: option === undefined ? null : Number(option) };
}

/** A link in a test confirms its contact, by a token that was drawn for it. */
export type ConfirmationLink = {
  token: string;
  contactId: string;
  noticeId: string;
  attempt: number;
};

const CONFIRMATION = /^hd_([-\w]{43})\.confirm$/;

export const confirmationOf = (token: string): string => `hd_${token}.confirm`;

/** Returns the token of a link that confirms a contact; null for another text. */
export const readConfirmation = (text: string): string | null =>
  CONFIRMATION.exec(text)?.[1] ?? null;

const TIME_BYTES = 6;
const SIGNATURE_BYTES = 16;

/** Whether an earlier version could have made it: two ids, each after its length, a time, an option, a signature. */
export function isFormerLink(text: string): boolean {
  if (!/^hd_[-\w]{50,200}$/.test(text)) return false;
  const bytes = Buffer.from(text.slice(3), 'base64url');
  const messageEnd = 1 + (bytes[0] ?? 0);
  const end = messageEnd + 1 + (bytes[messageEnd] ?? 0) + TIME_BYTES + SIGNATURE_BYTES;
  return bytes.length === end || bytes.length === end + 1;
}

// The secret of a notice's receiver: the token of its links, or of its receipt. Each time that the notice is
// sent has a token of its own. Only the hash is stored, so that nobody can answer by what they read in the
// database.

const BYTES = 32;
/** Earlier ones may be the only ones that arrived. */
const MOST_OF_NOTICE = 6;

/** Draws what a claimed notice is sent with; null for a way that needs nothing. */
export async function drawFor(
  change: Change,
  notice: Row<'notices'>,
  contact: Row<'contacts'>,
): Promise<string | null> {
  if (wayOf(contact.kind).arrival === 'device' || hasConfirmation(notice, contact)) {
    return drawToken(change, notice, null);
  }
  return hasLinks(notice, contact) ? drawToken(change, notice, notice.messageId) : null;
}

/** Notices of the other ways are answered by who presses there, as the service names them. */
const hasLinks = (
  { messageId, sentWith, what }: Row<'notices'>,
  contact: Row<'contacts'>,
): boolean =>
  messageId !== null &&
  sentWith === null &&
  (what === 'asks' || what === 'reminds') &&
  hasDecisionLinks(contact) &&
  contact.shows === 'all' &&
  offersAnswers(contact);

/** Whether what is sent there is answered by decision links. */
export const hasDecisionLinks = ({ kind }: Pick<Row<'contacts'>, 'kind'>): boolean =>
  ['buttons', 'links'].includes(wayOf(kind).answers ?? '');

/** A test has a button that confirms, where buttons post links. In a chat, who presses is known. */
const hasConfirmation = ({ what }: Row<'notices'>, contact: Row<'contacts'>): boolean =>
  what === 'tests' && wayOf(contact.kind).answers === 'buttons' && contact.confirmedAt === null;

/** Draws the token of a question's links; without a question, of a receipt or a test's button. */
export async function drawToken(
  { tx }: Change,
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

/** Takes a token that is of one use; false if it was used before. */
export async function takeToken({ tx }: Change, token: string): Promise<boolean> {
  const rows = await tx
    .deleteFrom('notice_tokens')
    .where('hash', '=', hashSecret(token))
    .returning('hash')
    .execute();
  return rows.length > 0;
}

/** Finds the notice and the question of a token. */
export const findToken = async (db: Tx, token: string): Promise<Row<'notice_tokens'> | undefined> =>
  (await byHash(db, { hash: hashSecret(token) }))[0];

const insertToken = prepared<Omit<Row<'notice_tokens'>, 'seq'>, never>((db, parameter) =>
  db.insertInto('notice_tokens').values(({ selectFrom }) => ({
    hash: parameter('hash'),
    noticeId: parameter('noticeId'),
    attempt: parameter('attempt'),
    contactId: parameter('contactId'),
    messageId: parameter('messageId'),
    seq: selectFrom('messages').select('changeSeq').where('id', '=', parameter('messageId')),
    expiresAt: parameter('expiresAt'),
  })),
);

const deleteTokens = prepared<{ noticeId: string; before: number }, never>((db, parameter) =>
  db
    .deleteFrom('notice_tokens')
    .where('noticeId', '=', parameter('noticeId'))
    .where('attempt', '<', parameter('before')),
);

const byHash = prepared<{ hash: string }, Row<'notice_tokens'>>((db, parameter) =>
  db.selectFrom('notice_tokens').selectAll().where('hash', '=', parameter('hash')),
);
