import type { IncomingRequest } from './incoming.ts';

const ALLOWED =
  'authorization, content-type, idempotency-key, last-event-id, range, x-api-key, x-inbox-channel, mcp-session-id, mcp-protocol-version, mcp-method, mcp-name';
const EXPOSED =
  'x-request-id, ratelimit-limit, ratelimit-remaining, ratelimit-reset, retry-after, etag, content-disposition, inbox-next-cursor, inbox-total, inbox-seq, inbox-log, mcp-session-id';

/**
 * Lets pages of these origins send requests, with a key or a token in a header. Cookies do not work
 * for them: no answer allows credentials.
 */
export const allowOrigins =
  (origins: readonly string[]) =>
  ({ request, set }: IncomingRequest): void => {
    if (origins.length === 0) return;
    set.headers.vary = 'Origin';
    const origin = request.headers.get('origin');
    if (origin === null || !origins.includes(origin)) return;
    set.headers['access-control-allow-origin'] = origin;
    set.headers['access-control-expose-headers'] = EXPOSED;
    if (request.method !== 'OPTIONS') return;
    set.headers['access-control-allow-methods'] = 'GET, HEAD, POST, PATCH, DELETE';
    set.headers['access-control-allow-headers'] = ALLOWED;
    set.headers['access-control-max-age'] = '600';
  };
