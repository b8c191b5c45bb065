import { type Caller, isAffectedBy } from '../core/access/callers.ts';
import { InboxError } from '../core/errors.ts';
import type { Inbox } from '../core/inbox.ts';
import type { AnonymousGate } from './anonymous.ts';
import { askedBy } from './asked.ts';
import { syncRooms } from './rooms.ts';
import type { LiveNamespace, LiveSocket } from './socket.ts';

/** The part of a handshake that identifies its caller. */
export type Handshake = { auth: Record<string, unknown>; headers: Headers };
/** Returns the caller, or null. Called again whenever its access may have changed. */
export type Identify = (handshake: Handshake) => Promise<Caller | null>;

export const accessGate =
  (inbox: Inbox, identify: Identify, anonymous: AnonymousGate) =>
  (socket: LiveSocket, next: (error?: Error) => void) => {
    // The id in the engine in use, not in the one that Socket.IO's types describe.
    const { id } = socket.conn as unknown as { id: string };
    if (!anonymous.mayShow(id)) return next(new Error('Invalid API key'));
    identify(handshakeOf(socket)).then(
      (caller) => {
        anonymous.hasShown(id, caller !== null);
        if (!caller) return next(new Error('Invalid API key'));
        askedBy(inbox, caller, socket.handshake.auth).then(
          (asked) => {
            const settled = Promise.resolve();
            socket.data = { caller, asked, isCatchingUp: asked.after !== null, settled };
            next();
          },
          (error) => next(refusalOf(error)),
        );
      },
      () => {
        anonymous.hasShown(id, null);
        next(new Error(UNAVAILABLE));
      },
    );
  };

const UNAVAILABLE = 'The inbox is unavailable. Try again later';

/** With the code and the details of the answer over HTTP. */
function refusalOf(error: unknown): Error & { data?: unknown } {
  if (!(error instanceof InboxError)) return new Error(UNAVAILABLE);
  const { code, message, details } = error;
  return Object.assign(new Error(message), { data: { code, ...details } });
}

/**
 * Checks the sockets of a caller again whenever its access changes; they lose what it may no longer
 * see immediately.
 */
export function followAccess(inbox: Inbox, namespaces: LiveNamespace[], identify: Identify) {
  return inbox.bus.on('access:changed', (whose) => {
    for (const socket of namespaces.flatMap((namespace) => [...namespace.sockets.values()])) {
      if (isAffectedBy(socket.data.caller, whose)) {
        reauthorize(socket, identify).catch(() => socket.disconnect(true));
      }
    }
  });
}

async function reauthorize(socket: LiveSocket, identify: Identify): Promise<void> {
  const caller = await identify(handshakeOf(socket));
  if (!caller) {
    socket.disconnect(true);
    return;
  }
  socket.data.caller = caller;
  syncRooms(socket);
}

const handshakeOf = ({ handshake }: LiveSocket): Handshake => ({
  auth: handshake.auth,
  headers: new Headers(
    Object.entries(handshake.headers).map(([name, value]) => [name, String(value)]),
  ),
});
