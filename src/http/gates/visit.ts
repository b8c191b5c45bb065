import type { Visit } from '../../core/access/callers.ts';
import type { Gates } from './gates.ts';

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

/** Describes the origin of a login, before there is a cookie: it may be a page of the dashboard. */
export const visitToLogIn = (
  request: Request,
  addressOf: (request: Request) => string | null,
  { origins }: Gates,
): Visit => ({
  ...visitOf(request, addressOf),
  userAgent: request.headers.get('user-agent'),
  ...(origins.isOwn(request.headers) ? { via: 'dashboard' } : {}),
});
