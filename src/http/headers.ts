import { type IncomingRequest, isApi, type ResponseHeaders } from './gates/incoming.ts';

/** The headers of every response, unless its route sets others. */
const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

/**
 * If people open the inbox by https on its default port, browsers use only https there for a year.
 * Not on another port: a browser would apply it to all ports of the host.
 */
export function strictTransport(publicUrl: string | null): Record<string, string> {
  const url = publicUrl === null ? null : new URL(publicUrl);
  if (url?.protocol !== 'https:' || url.port !== '') return {};
  return { 'strict-transport-security': 'max-age=31536000' };
}

export function giveHeaders(publicUrl: string | null) {
  const given = { ...always, ...strictTransport(publicUrl) };
  return ({ request, set }: IncomingRequest): void => giveTo(request, set.headers, given);
}

function giveTo(request: Request, headers: ResponseHeaders, given: Record<string, string>): void {
  Object.assign(headers, given);
  headers['x-request-id'] = crypto.randomUUID();
  if (isApi(request)) headers['cache-control'] = 'no-store';
}
