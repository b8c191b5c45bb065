import type { Inbox } from '../../core/inbox.ts';
import { createKnownAddresses } from './known-addresses.ts';
import { createOrigins } from './origins.ts';
import { createSessionCookie } from './session-cookie.ts';

export type Gates = ReturnType<typeof createGates>;

/** What the gates of requests and of sockets share. */
export const createGates = ({ log, now }: Inbox, publicUrl: string | null) => ({
  cookie: createSessionCookie(publicUrl),
  origins: createOrigins(publicUrl, log),
  knownAddresses: createKnownAddresses(now),
});
