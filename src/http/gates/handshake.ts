import { type Credential, identify, presented } from '../../core/access/identify.ts';
import { hashSecret, isWellFormed } from '../../core/access/secrets.ts';
import type { Inbox } from '../../core/inbox.ts';
import { credentialIn } from './credential.ts';
import type { Gates } from './gates.ts';
import type { PerSecond } from './rate-limit.ts';

type Shown = { auth: Record<string, unknown>; headers: Headers };
type Means = {
  localToken: string;
  /** They change with the public URL. */
  gates: () => Gates;
  knownAddresses: Gates['knownAddresses'];
  rateLimit: PerSecond;
  addressOf: (request: Request) => string;
};

/** Identifies the callers of socket handshakes, and counts the anonymous ones. */
export function handshakeGate(
  inbox: Inbox,
  { localToken, gates, knownAddresses, rateLimit, addressOf }: Means,
) {
  const localHash = hashSecret(localToken);
  return {
    identify: (shown: Shown) => identifyHandshake(inbox, localHash, gates(), shown),
    anonymous: {
      addressOf,
      isKnown: (request: Request) => showsCredential(inbox, localHash, gates(), request),
      knownAddresses,
      byAddress: rateLimit !== 'off',
    },
  };
}

/**
 * Identifies who opens a socket: an agent by `auth.apiKey`, a person by `auth.token` or the session
 * cookie.
 */
async function identifyHandshake(inbox: Inbox, localHash: string, gates: Gates, shown: Shown) {
  const credential = credentialShown(gates, shown);
  const found = credential && (await identify(inbox, localHash, credential));
  return found?.caller ?? null;
}

function credentialShown(gates: Gates, { auth, headers }: Shown): Credential | null {
  const { apiKey, token } = auth;
  if (typeof apiKey === 'string') return presented('key', apiKey);
  if (typeof token === 'string') return presented('token', token);
  const session = gates.cookie.read(headers);
  // A browser sends the cookie whichever site's page opens the socket.
  if (session === null || !gates.origins.letsConnect(headers)) return null;
  return presented('session', session);
}

/** Whether a handshake has a valid credential in its headers, its query or its cookie. */
async function showsCredential(
  inbox: Inbox,
  localHash: string,
  gates: Gates,
  request: Request,
): Promise<boolean> {
  const secret = credentialIn(request, gates.cookie)?.secret ?? secretInQuery(request);
  if (secret === null) return false;
  const credential = presented(secret.startsWith('hs_') ? 'session' : 'bearer', secret);
  if (credential.hash === localHash) return true;
  return isWellFormed(secret) && (await identify(inbox, localHash, credential)) !== null;
}

/** For clients that cannot set headers, such as browsers. */
function secretInQuery({ url }: Request): string | null {
  const query = URL.parse(url)?.searchParams;
  return query?.get('apiKey') ?? query?.get('token') ?? null;
}
