import { authenticate } from '../core/access/authenticate.ts';
import { type Caller, localAgent } from '../core/access/callers.ts';
import { localOwner } from '../core/access/local-owner.ts';
import { sameSecret } from '../core/access/secrets.ts';
import { findSession } from '../core/access/sessions.ts';
import type { Inbox } from '../core/inbox.ts';
import type { Gates } from './gates.ts';

type Shown = { auth: Record<string, unknown>; headers: Headers };
type Own = { localToken: string; gates: Gates };

/** Who opens a socket: by `auth.apiKey` an agent, by `auth.token` or the session cookie a person. */
export async function identifyHandshake(
  inbox: Inbox,
  { localToken, gates }: Own,
  { auth, headers }: Shown,
): Promise<Caller | null> {
  const { apiKey, token } = auth;
  if (typeof apiKey === 'string') {
    if (sameSecret(apiKey, localToken)) return localAgent();
    return apiKey.startsWith('hp_') ? authenticate(inbox, apiKey) : null;
  }
  if (typeof token === 'string') {
    if (sameSecret(token, localToken)) return localOwner(inbox);
    return token.startsWith('hu_') ? authenticate(inbox, token) : null;
  }
  const session = gates.cookie.read(headers);
  // A browser sends the cookie along whoever's page opens the socket.
  if (session === null || !gates.origins.isOwn(headers)) return null;
  return (await findSession(inbox, session))?.caller ?? null;
}
