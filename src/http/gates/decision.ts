import { type IncomingRequest, pathOf } from './incoming.ts';

const PATH = '/api/v1/decide';

/** Whether a request has a decision link as its credential, which identifies no caller. */
export const isDecision = (request: Request): boolean =>
  pathOf(request) === PATH || pathOf(request).startsWith(`${PATH}/`);

/**
 * Lets any page post a decision link, which is its own credential: ntfy's web app posts those of its
 * notifications from another origin.
 */
export const openDecisions = ({ request, set }: IncomingRequest): void => {
  if (pathOf(request) !== PATH) return;
  set.headers['access-control-allow-origin'] = '*';
  if (request.method !== 'OPTIONS') return;
  set.headers['access-control-allow-methods'] = 'POST';
  set.headers['access-control-allow-headers'] = 'authorization, content-type';
  set.headers['access-control-max-age'] = '600';
};
