import { type Caller, isAffectedBy } from '../core/access/callers.ts';
import { InboxError } from '../core/errors.ts';
import type { Inbox } from '../core/inbox.ts';
import type { AnonymousGate } from './anonymous.ts';
import { askedBy } from './asked.ts';
import type { LiveNamespace, LiveSocket } from './socket.ts';
import { renew } from './subscribe.ts';

/** The part of a handshake that identifies its caller. */
export type Handshake = { auth: Record<string, unknown>; headers: Headers };
/** Returns the caller, or null. Called again whenever its access may have changed. */
export type Identify = (handshake: Handshake) => Promise<Caller | null>;

/** Finds the caller of a socket: as it connects, and after each change of access. */
export function createAccess(inbox: Inbox, identify: Identify, anonymous: AnonymousGate) {
  let changes = 0;

  async function admit(socket: LiveSocket): Promise<void> {
    // The id in the engine in use, not in the one that Socket.IO's types describe.
    const { id } = socket.conn as unknown as { id: string };
    if (!anonymous.mayShow(id)) throw new Error('Invalid API key');
    const changesBefore = changes;
    const caller = await identify(handshakeOf(socket)).catch(() => {
      anonymous.hasShown(id, null);
      throw new Error(UNAVAILABLE);
    });
    anonymous.hasShown(id, caller !== null);
    if (!caller) throw new Error('Invalid API key');
    const asked = await askedBy(inbox, caller, socket.handshake.auth).catch((error) => {
      throw refusalOf(error);
    });
    const now = Promise.resolve();
    socket.data = {
      caller,
      changesBefore,
      asked,
      isCatchingUp: asked.after !== null,
      known: now,
      renewed: now,
      settled: now,
    };
  }

  function lookAgain(socket: LiveSocket): void {
    renew(inbox, socket, () => identify(handshakeOf(socket))).catch(() => socket.disconnect(true));
  }

  return {
    gate(socket: LiveSocket, next: (error?: Error) => void): void {
      admit(socket).then(() => next(), next);
    },
    /** Looks again if anything changed while the socket connected. */
    check(socket: LiveSocket): void {
      if (socket.data.changesBefore !== changes) lookAgain(socket);
    },
    /**
     * Looks at the sockets of a caller again whenever its access changes; they lose what it may no longer see
     * immediately.
     */
    follow: (namespaces: LiveNamespace[]) =>
      inbox.bus.on('access:changed', (whose) => {
        changes++;
        for (const socket of namespaces.flatMap((namespace) => [...namespace.sockets.values()])) {
          if (isAffectedBy(socket.data.caller, whose)) lookAgain(socket);
        }
      }),
  };
}

const UNAVAILABLE = 'The inbox is unavailable. Try again later';

/** With the code and the details of the answer over HTTP. */
function refusalOf(error: unknown): Error & { data?: unknown } {
  if (!(error instanceof InboxError)) return new Error(UNAVAILABLE);
  const { code, message, details } = error;
  return Object.assign(new Error(message), { data: { code, ...details } });
}

const handshakeOf = ({ handshake }: LiveSocket): Handshake => ({
  auth: handshake.auth,
  headers: new Headers(
    Object.entries(handshake.headers).map(([name, value]) => [name, String(value)]),
  ),
});
