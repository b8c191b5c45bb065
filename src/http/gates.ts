import type { Inbox } from '../core/inbox.ts';
import { createSessionCookie } from './cookies.ts';
import { createFamiliar } from './familiar.ts';
import { createOrigins } from './origins.ts';

export type Gates = ReturnType<typeof createGates>;

/** What requests and sockets are judged by alike. */
export const createGates = ({ log, now }: Inbox, publicUrl: string | null) => ({
  cookie: createSessionCookie(publicUrl),
  origins: createOrigins(publicUrl, log),
  familiar: createFamiliar(now),
});
