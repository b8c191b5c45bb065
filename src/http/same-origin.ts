import { InboxError } from '../core/errors.ts';

const SAFE = ['GET', 'HEAD', 'OPTIONS'];

/**
 * A browser sends the cookie along whoever asks it to: a request that changes something must show
 * that it comes from a page of ours.
 */
export function mustBeSameOrigin({ method, headers }: Request, publicUrl: string | null): void {
  if (SAFE.includes(method) || isSameOrigin(headers, publicUrl)) return;
  throw new InboxError('forbidden', 'A session changes things only from the pages of the inbox');
}

export function isSameOrigin(headers: Headers, publicUrl: string | null): boolean {
  const origin = headers.get('origin');
  if (origin === null) return headers.get('sec-fetch-site') === 'same-origin';
  return isOwn(origin, headers.get('host'), publicUrl);
}

function isOwn(origin: string, host: string | null, publicUrl: string | null): boolean {
  const sent = URL.parse(origin);
  if (sent === null) return false;
  return sent.host === host || sent.origin === (publicUrl && URL.parse(publicUrl)?.origin);
}
