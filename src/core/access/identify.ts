/** Who a caller is, however they come in: by a request, by a socket, in process. */
import type { Inbox } from '../inbox.ts';
import { authenticate } from './authenticate.ts';
import { type Caller, localAgent, type Visit } from './callers.ts';
import { localOwner } from './local-owner.ts';
import { hashSecret, sameHash } from './secrets.ts';
import { findSession } from './sessions.ts';

/** What is shown, and as what: a key asks, a token and a session decide, and none is taken for another. */
export type Credential = { carrier: 'key' | 'token' | 'bearer' | 'session'; secret: string };
/** `renewed`: its session's cookie is to be sent again. */
export type Identified = { caller: Caller; renewed: boolean };

const carried = { key: ['hp_'], token: ['hu_'], bearer: ['hp_', 'hu_'] };

/**
 * Who shows a credential; null for one that is unknown, ended, or shown as what it is not. The local
 * secret is an agent of all channels as a key and the local owner otherwise, so that one credential
 * never both asks and decides.
 *
 * @param localHash of the secret of the data directory's owner
 */
export async function identify(
  inbox: Inbox,
  localHash: string,
  { carrier, secret }: Credential,
  visit?: Visit,
): Promise<Identified | null> {
  if (carrier === 'session') return findSession(inbox, secret, visit?.address);
  if (sameHash(hashSecret(secret), localHash)) {
    const caller = carrier === 'key' ? localAgent(visit) : await localOwner(inbox, visit);
    return { caller, renewed: false };
  }
  if (!carried[carrier].some((prefix) => secret.startsWith(prefix))) return null;
  const caller = await authenticate(inbox, secret, visit);
  return caller && { caller, renewed: false };
}
