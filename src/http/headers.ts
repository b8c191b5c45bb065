import { type Arrival, isApi } from './gate.ts';

/** What every response bears unless its route says otherwise. */
const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

export function giveHeaders({ request, set }: Arrival): void {
  Object.assign(set.headers, always);
  set.headers['x-request-id'] = crypto.randomUUID();
  if (isApi(request)) set.headers['cache-control'] = 'no-store';
}
