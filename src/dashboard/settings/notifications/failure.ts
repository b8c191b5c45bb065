import type { Test } from '../../../core/notify/schema.ts';

const plain: [pattern: RegExp, words: string][] = [
  [/^HTTP 40[13]\b/, 'Access was denied. The server may require a token or another topic.'],
  [/^HTTP 404\b/, 'The server does not know this address.'],
  [/^HTTP 429\b/, 'The server received too many messages. Try again in a few minutes.'],
  [/^HTTP 3\d\d\b/, 'The server redirects to another address. Use that one.'],
  [/^HTTP 4\d\d\b/, 'The server did not accept the message.'],
  [/^HTTP 5\d\d\b/, 'The server had an error. Try again later.'],
  [/refused|ECONNREFUSED/i, 'No server answers at this address.'],
  [/time|timed out/i, 'The server did not answer in time.'],
  [/resolve|ENOTFOUND|EAI_/i, 'The server’s name could not be resolved.'],
  [/certificate|TLS|SSL/i, 'The connection to the server is not secure.'],
];

/** A failure in plain words, with the server's own beside it. */
export function failureWords({ error, status }: Test): string {
  const raw = error ?? '';
  const found = plain.find(([pattern]) => pattern.test(raw))?.[1];
  const isUnsure = status === 'unknown' ? ' It may still have arrived.' : '';
  return `${found === undefined ? raw : `${found} (${raw})`}${isUnsure}`;
}
