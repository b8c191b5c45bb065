/** Where a message comes from: `source` in its metadata, by its agent's own account. */
import { isJsonObject } from '../json.ts';
import { nameOnOneLine, visible } from '../letters.ts';
import type { Message } from './schema.ts';

type Sent = Pick<Message, 'metadata'>;

/** Returns a part of the source; null without one, or if `source` is something else. */
export function sourcePart(
  { metadata }: Sent,
  part: 'client' | 'session' | 'cwd' | 'callId',
): string | null {
  const source = metadata?.source;
  if (!isJsonObject(source) || typeof source.client !== 'string') return null;
  const value = source[part];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Keys have other ids. */
export const LOCAL = 'local';

/** Returns the id of the key that asked a question, or `local`. */
export const askerOf = ({ review }: Pick<Message, 'review'>): string =>
  review?.askedBy?.id ?? LOCAL;

const LONGEST_PART = 40;

/**
 * Returns where a question comes from in one line, such as `claude@laptop: Claude Code · ~/src/shop`: first the
 * name of the key, which is proved, then the agent's words. Null if it does not say.
 */
export function sourceLine(message: Sent & Pick<Message, 'review'>): string | null {
  const client = sourcePart(message, 'client');
  if (client === null || message.review === null) return null;
  const cwd = sourcePart(message, 'cwd');
  const name = cutAtEnd(message.review.askedBy?.name ?? 'This machine');
  return `${name}: ${[cutAtEnd(client), ...(cwd === null ? [] : [cutAtFront(cwd)])].join(' · ')}`;
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
