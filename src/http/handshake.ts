import { authenticate } from '../core/access/authenticate.ts';
import { type Caller, localAgent } from '../core/access/callers.ts';
import { localOwner } from '../core/access/local-owner.ts';
import { isWellFormed, sameSecret } from '../core/access/secrets.ts';
import { findSession } from '../core/access/sessions.ts';
import type { Inbox } from '../core/inbox.ts';
import { credentialIn } from './credentials.ts';
import type { Gates } from './gates.ts';
import type { PerSecond } from './rate-limit.ts';

type Shown = { auth: Record<string, unknown>; headers: Headers };
type Own = { localToken: string; gates: Gates };
type Means = Own & { rateLimit: PerSecond; addressOf: (request: Request) => string };

/** What the sockets ask of a handshake: who opens it, and who is a stranger. */
export const handshakes = (inbox: Inbox, means: Means) => ({
  identify: (shown: Shown) => identifyHandshake(inbox, means, shown),
  strangers: {
    addressOf: means.addressOf,
    isKnown: (request: Request) => showsCredential(inbox, means, request),
    familiar: means.gates.familiar,
    byAddress: means.rateLimit !== 'off',
  },
});

/** Who opens a socket: by `auth.apiKey` an agent, by `auth.token` or the session cookie a person. */
async function identifyHandshake(
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
  if (session === null || !gates.origins.letsConnect(headers)) return null;
  return (await findSession(inbox, session))?.caller ?? null;
}

/** Whether a handshake shows a good credential in its headers, its query or its cookie. */
async function showsCredential(
  inbox: Inbox,
  { localToken, gates }: Own,
  request: Request,
): Promise<boolean> {
  const secret = credentialIn(request, gates.cookie)?.secret ?? secretInQuery(request);
  if (secret === null) return false;
  if (sameSecret(secret, localToken)) return true;
  if (!isWellFormed(secret)) return false;
  const caller = secret.startsWith('hs_')
    ? await findSession(inbox, secret)
    : await authenticate(inbox, secret);
  return caller !== null;
}

/** For clients that can set no header: those in a browser. */
function secretInQuery({ url }: Request): string | null {
  const query = URL.parse(url)?.searchParams;
  return query?.get('apiKey') ?? query?.get('token') ?? null;
}
