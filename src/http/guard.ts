import { Elysia } from 'elysia';
import { authenticate } from '../core/access/authenticate.ts';
import type { Caller } from '../core/access/callers.ts';
import { sameSecret } from '../core/access/secrets.ts';
import { localOwner } from '../core/access/users.ts';
import { InboxError } from '../core/errors.ts';
import type { Inbox } from '../core/inbox.ts';

const callers = new WeakMap<Request, Caller>();

/** Gives the routes after it their `caller`, whom `admit` let in. */
export const guarded = new Elysia({ name: 'guarded' }).derive({ as: 'scoped' }, ({ request }) => {
  const caller = callers.get(request);
  // Reached only by a route under a path that admit does not guard.
  if (!caller) throw new InboxError('unauthenticated', 'Invalid API key');
  return { caller };
});

/**
 * Lets a request in under /api/, or refuses it, before its body is read.
 * @param localToken the secret of the data directory's owner: as a bearer token it is the local
 * owner, as an API key an agent of all channels, so that one credential never both asks and decides
 */
export async function admit(inbox: Inbox, localToken: string, request: Request): Promise<void> {
  const key = request.headers.get('x-api-key');
  const bearer = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]?.trim();
  const caller = await callerOf(inbox, localToken, { key, bearer });
  if (!caller) throw new InboxError('unauthenticated', 'Invalid API key');
  callers.set(request, caller);
}

async function callerOf(
  inbox: Inbox,
  localToken: string,
  { key, bearer }: { key: string | null; bearer: string | undefined },
): Promise<Caller | null> {
  if (key) {
    if (sameSecret(key, localToken)) return { kind: 'agent', keyId: null, channels: 'all' };
    return key.startsWith('hp_') ? authenticate(inbox, key) : null;
  }
  if (!bearer) return null;
  return sameSecret(bearer, localToken) ? localOwner(inbox) : authenticate(inbox, bearer);
}
