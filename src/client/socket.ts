/** One live connection to an inbox. */
import { Fetch, io } from 'socket.io-client';
import type { EventName } from '../core/events.ts';
import { type Credentials, headersOf } from './client.ts';

/** By which way events come: by polling where a proxy lets no WebSocket through. */
export type Way = 'websocket' | 'polling';
/** What people are told of it, once. */
export const POLLS = 'WebSockets are blocked (by a proxy?); events arrive by polling';

export type Connection = ReturnType<typeof open>;
export type Hear = (name: EventName, payload: unknown) => void;

/** Some proxies neither pass a WebSocket on nor refuse it. */
const TIMEOUT_MS: Record<Way, number> = { websocket: 5000, polling: 20_000 };

/** Opens a connection whose events are kept until `release`, so that none overtakes what was missed. */
export function open(url: string, credentials: Credentials, way: Way) {
  const { apiKey, token } = credentials;
  const auth = apiKey === undefined ? { token } : { apiKey };
  const { origin, pathname } = new URL(url);
  const socket = io(origin, {
    path: `${pathname.replace(/\/$/, '')}/socket.io/`,
    ...{ auth, extraHeaders: headersOf(credentials) },
    // By fetch, which is the same everywhere; the session's cookie goes along only if it is told to.
    ...(way === 'polling' ? { transports: [Fetch], withCredentials: true } : { transports: [way] }),
    ...{ upgrade: false, timeout: TIMEOUT_MS[way] },
    ...{ reconnection: false, forceNew: true },
  });
  const early: Parameters<Hear>[] = [];
  let hear: Hear = (name, payload) => early.push([name, payload]);
  socket.onAny((name, payload) => hear(name, payload));
  const ended = new Promise<void>((resolve) => socket.once('disconnect', () => resolve()));
  let drop = () => {};
  const begun = new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
    socket.once('disconnect', () => reject(new Error('The connection was lost')));
    drop = () => {
      socket.disconnect();
      // The client emits no disconnection where there was no connection yet.
      reject(new Error('The connection was dropped'));
    };
  });
  // Whoever drops it may not be waiting for it.
  begun.catch(() => {});
  const release = (to: Hear) => {
    for (const [name, payload] of early) to(name, payload);
    hear = to;
  };
  return { way, socket, begun, ended, release, drop };
}

/** Whether a WebSocket gets through. */
export async function passesWebSocket(url: string, credentials: Credentials): Promise<boolean> {
  const probe = open(url, credentials, 'websocket');
  const passes = await probe.begun.then(
    () => true,
    () => false,
  );
  probe.drop();
  return passes;
}
