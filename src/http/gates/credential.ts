import { type Credential, presented } from '../../core/access/identify.ts';
import type { SessionCookie } from './session-cookie.ts';

/** Returns the credential that a request presents. */
export function credentialIn({ headers }: Request, cookie: SessionCookie): Credential | null {
  const key = headers.get('x-api-key');
  if (key) return presented('key', key);
  const bearer = bearerIn(headers);
  if (bearer) return presented('bearer', bearer);
  const session = cookie.read(headers);
  return session === null ? null : presented('session', session);
}

/** Returns the bearer token of a request; undefined for none. */
export const bearerIn = (headers: Headers): string | undefined =>
  /^Bearer (.+)$/i.exec(headers.get('authorization') ?? '')?.[1]?.trim();
