import type { Visit } from '../../core/access/callers.ts';

/**
 * The header in which the project's command line names itself. It is only a claim: any client can
 * send it.
 */
export const CLIENT_HEADER = 'inbox-client';

/** Describes the origin of a request with a key or a token. */
export const visitOf = (
  request: Request,
  addressOf: (request: Request) => string | null,
): Visit => ({
  via: request.headers.get(CLIENT_HEADER) === 'terminal' ? 'terminal' : 'api',
  address: addressOf(request),
});
