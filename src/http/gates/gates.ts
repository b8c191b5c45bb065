import type { Inbox } from '../../core/inbox.ts';
import { createKnownAddresses, type KnownAddresses } from './known-addresses.ts';
import { createOrigins } from './origins.ts';
import { createSessionCookie } from './session-cookie.ts';

export type Gates = ReturnType<typeof createGates>;

/** Creates the gates that requests and sockets share. */
export const createGates = (
  { log, now }: Inbox,
  publicUrl: string | null,
  knownAddresses: KnownAddresses = createKnownAddresses(now),
) => ({
  cookie: createSessionCookie(publicUrl),
  origins: createOrigins(publicUrl, log),
  knownAddresses,
});
