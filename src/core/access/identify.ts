/** Identifies a caller of a request, of a socket or in process. */
import type { Inbox } from '../inbox.ts';
import { authenticate } from './authenticate.ts';
import { type Caller, localAgent, type Visit } from './callers.ts';
import { localOwner } from './local-owner.ts';
import { hashSecret } from './secrets.ts';
import { findSession } from './sessions.ts';

/**
 * A credential and how it was presented: a key asks, a token or session decides, and none counts as
 * another.
 */
export type Credential = {
  carrier: 'key' | 'token' | 'bearer' | 'session';
  secret: string;
  hash: string;
};
/** `renewed`: the session's cookie must be sent again. */
export type Identified = { caller: Caller; renewed: boolean };

export const presented = (carrier: Credential['carrier'], secret: string): Credential => ({
  carrier,
  secret,
  hash: hashSecret(secret),
});

const carried = { key: ['hp_'], token: ['hu_'], bearer: ['hp_', 'hu_'] };

/**
 * Identifies the bearer of a credential; null for one that is unknown, ended or presented in the
 * wrong way. The local secret is an agent of all channels as a key and the local owner otherwise,
 * so that no credential both asks and decides.
 * @param localHash hash of the data directory's secret
 */
export async function identify(
  inbox: Inbox,
  localHash: string,
  { carrier, secret, hash }: Credential,
  visit?: Visit,
): Promise<Identified | null> {
  if (carrier === 'session') return findSession(inbox, secret, visit?.address);
  if (hash === localHash) {
    const caller = carrier === 'key' ? localAgent(visit) : await localOwner(inbox, visit);
    return { caller, renewed: false };
  }
  if (!carried[carrier].some((prefix) => secret.startsWith(prefix))) return null;
  const caller = await authenticate(inbox, secret, visit, hash);
  return caller && { caller, renewed: false };
}
