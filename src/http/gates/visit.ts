import type { Visit } from '../../core/access/callers.ts';

/** Our command line names itself. That is a claim: any client can make it. */
export const CLIENT_HEADER = 'inbox-client';

/** Where a request with a key or a token comes from. */
export const visitOf = (
  request: Request,
  addressOf: (request: Request) => string | null,
): Visit => ({
  via: request.headers.get(CLIENT_HEADER) === 'terminal' ? 'terminal' : 'api',
  address: addressOf(request),
});
