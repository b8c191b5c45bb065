import { InboxError } from '../../core/errors.ts';
import type { Inbox } from '../../core/inbox.ts';
import { protoIn } from '../proxies/proxies.ts';

const SAFE = ['GET', 'HEAD', 'OPTIONS'];
const LONGEST_SHOWN = 200;

export type Origins = ReturnType<typeof createOrigins>;

/**
 * Recognises the inbox's own pages. A browser sends the cookie with a request from any site: a
 * request that changes something must show that it comes from the inbox's own page.
 */
export function createOrigins(publicUrl: string | null, log: Inbox['log']) {
  const known = publicUrl === null ? null : new URL(publicUrl);
  const warned = new Set<string>();
  /** Once per origin: the next request of the same browser has the same origin. */
  const warn = (about: string, sentence: string) => {
    if (!warned.has(about)) log.warn(sentence);
    warned.add(about);
  };

  function isOwn(headers: Headers): boolean {
    const origin = headers.get('origin');
    if (origin === null) return headers.get('sec-fetch-site') === 'same-origin';
    const sent = parse(origin);
    if (sent === null) return false;
    if (sent.origin === known?.origin) return true;
    if (sent.host !== hostOf(headers, sent.protocol)) return false;
    const isHttps = known ? known.protocol === 'https:' : protoIn(headers) === 'https';
    if (sent.protocol === 'http:') return !isHttps;
    if (!known && !isHttps) warn('https', `Set INBOX_PUBLIC_URL=${sent.origin}: ${AS_HTTPS}`);
    return true;
  }

  /** Says why a page does not count as the inbox's own, and what to do about it. */
  function refusal(headers: Headers): string {
    const origin = headers.get('origin')?.slice(0, LONGEST_SHOWN);
    const from = origin === undefined ? 'has no Origin header' : `comes from ${origin}`;
    const scheme = protoIn(headers) ?? 'http';
    const own = known?.origin ?? `${scheme}://${headers.get('host') ?? 'its host'}`;
    return (
      `Cross-origin request refused: it ${from}, but the inbox is at ${own}. ` +
      'Open the inbox there, or set INBOX_PUBLIC_URL to the URL that people open'
    );
  }

  return {
    isOwn,
    /** For a socket, whose client learns only that it may not connect. */
    letsConnect(headers: Headers): boolean {
      const own = isOwn(headers);
      if (!own) warn('refused', `Refused a live connection. ${refusal(headers)}`);
      return own;
    },
    /** Refuses to log a page in over http that is open by https elsewhere: its browser would keep no session. */
    mustKeepSession({ headers }: Request): void {
      const isLost = known?.protocol === 'https:' && headers.get('origin')?.startsWith('http:');
      if (!isLost) return;
      const url = known.href.replace(/\/$/, '');
      const says = `Open the inbox at ${url} to log in. This page came over http`;
      throw new InboxError('forbidden', `${says}, where your browser would not stay logged in`);
    },
    mustBeOwn({ method, headers }: Request): void {
      if (SAFE.includes(method) || isOwn(headers)) return;
      throw new InboxError('forbidden', refusal(headers));
    },
  };
}

const AS_HTTPS =
  'browsers use https, and without this setting the session cookie is not restricted to https';

/** Null for an origin that no browser would send: no http(s), or with more than an origin. */
function parse(origin: string): URL | null {
  const url = URL.parse(origin);
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  return isWeb && url.href === `${url.origin}/` ? url : null;
}

/** The host that the request was sent to, without a default port. */
const hostOf = (headers: Headers, protocol: string) =>
  URL.parse(`${protocol}//${headers.get('host')}`)?.host;
