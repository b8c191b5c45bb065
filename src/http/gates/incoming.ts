import type { PreContext } from 'elysia';

/** A request of which nothing is parsed yet. */
export type IncomingRequest = Pick<PreContext, 'request' | 'set'>;

/** The headers of its response, whether it succeeds or fails. */
export type ResponseHeaders = PreContext['set']['headers'];

/** The path exactly as the router reads it, so that a gate never sees another than the route. */
export function pathOf({ url }: Request): string {
  const start = url.indexOf('/', 7);
  const end = url.indexOf('?', start + 1);
  return url.substring(start, end < 0 ? undefined : end);
}

export const isApi = (request: Request) => pathOf(request).startsWith('/api/');
