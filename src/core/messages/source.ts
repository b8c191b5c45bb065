/** Where a message comes from: `source` in its metadata, by its agent's own account. */
import type { Caller } from '../access/callers.ts';
import { isJsonObject } from '../json.ts';
import { nameOnOneLine, visible } from '../letters.ts';
import type { Message } from './schema.ts';

type Sent = Pick<Message, 'metadata'>;

/** Returns a part of the source; null without one, or if `source` is something else. */
export function sourcePart(
  { metadata }: Sent,
  part: 'client' | 'version' | 'session' | 'cwd' | 'callId',
): string | null {
  const source = metadata?.source;
  if (!isJsonObject(source) || typeof source.client !== 'string') return null;
  const value = source[part];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Keys have other ids. */
export const LOCAL = 'local';
/** The key that calls. */
export const ME = 'me';

/** Returns the id of the key that has asked, as a list names it. */
export const askedByOf = (caller: Caller, { askedBy }: { askedBy?: string | undefined }) =>
  askedBy === ME ? (caller.kind === 'agent' && caller.keyId) || LOCAL : askedBy;

/** Returns the id of the key that asked a question, or `local`. */
export const askerOf = ({ review }: Pick<Message, 'review'>): string =>
  review?.askedBy?.id ?? LOCAL;

/** Any agent may name any session: only questions of one key are of the same. */
export type SameSession = { session: string; askedBy: string };

/** Returns the session that a question comes from; null if it names none. */
export function sameSession(message: Sent & Pick<Message, 'review'>): SameSession | null {
  const session = sourcePart(message, 'session');
  return session === null ? null : { session, askedBy: askerOf(message) };
}

const LONGEST_PART = 40;

type Source = { asker: string; client: string; cwd: string | null };

/**
 * Returns where a question comes from, in short: first the name of the key, which is proved, then the agent's
 * words. Null if it does not say.
 */
export function sourceOf(message: Sent & Pick<Message, 'review'>): Source | null {
  const client = sourcePart(message, 'client');
  if (client === null || message.review === null) return null;
  const cwd = sourcePart(message, 'cwd');
  return {
    asker: cutAtEnd(message.review.askedBy?.name ?? 'This machine'),
    client: cutAtEnd(client),
    cwd: cwd === null ? null : cutAtFront(cwd),
  };
}

/** In one line, such as `claude@laptop: Claude Code · ~/src/shop`. */
export function sourceLine(message: Sent & Pick<Message, 'review'>): string | null {
  const source = sourceOf(message);
  if (source === null) return null;
  const { asker, client, cwd } = source;
  return `${asker}: ${cwd === null ? client : `${client} · ${cwd}`}`;
}

const lettersOf = (text: string): string[] => [...visible(nameOnOneLine(text))];

function cutAtEnd(text: string): string {
  const letters = lettersOf(text);
  return letters.length > LONGEST_PART
    ? `${letters.slice(0, LONGEST_PART - 1).join('')}…`
    : letters.join('');
}

/** Two work trees differ at the end of their paths. */
function cutAtFront(text: string): string {
  const letters = lettersOf(text);
  return letters.length > LONGEST_PART
    ? `…${letters.slice(1 - LONGEST_PART).join('')}`
    : letters.join('');
}
