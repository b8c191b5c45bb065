import type { PreContext } from 'elysia';

/** A request before any of it is parsed. */
export type IncomingRequest = { request: Request; set: { headers: ResponseHeaders } };

/** The headers of its response, whether it succeeds or fails. */
export type ResponseHeaders = PreContext['set']['headers'];

/**
 * Returns the path exactly as the router reads it, so that a gate never judges another path than
 * the route's.
 */
export function pathOf({ url }: Request): string {
  const start = url.indexOf('/', 7);
  const end = url.indexOf('?', start + 1);
  return url.substring(start, end < 0 ? undefined : end);
}

export const isApi = (request: Request) => pathOf(request).startsWith('/api/');
