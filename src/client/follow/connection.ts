/** One connection to the events of an inbox, from a position in its log. */
import { Fetch, io } from 'socket.io-client';
import { Decoder, Encoder } from 'socket.io-parser';
import type { ErrorCode } from '../../core/error-codes.ts';
import { InboxError } from '../../core/errors.ts';
import type { LiveEvent } from '../../core/events.ts';
import { keepDigits } from '../../core/json.ts';
import { timerMs } from '../../core/timers.ts';
import { type Credentials, headersOf } from '../client.ts';

/** The transport: polling where a proxy blocks WebSockets. */
export type Way = 'websocket' | 'polling';
export const POLLS = 'WebSockets are blocked (by a proxy?); events arrive by polling.';

/** The seq of the last handled event, or `now`, and the id of its log. */
export type Place = { after: number | 'now'; log?: string };
export type Target = { url: string; credentials: Credentials };
export type OnEvent = (event: LiveEvent) => void;
export type Connection = ReturnType<typeof connect>;

type Listener = {
  /** An agent has to name the channels that it follows. */
  channels: string[];
  /** How long the server may take to report where it starts. */
  answerMs: number;
  /** Receives every event, the missed ones first. */
  onEvent: OnEvent;
  /** Called once all missed events were received, up to `after`. */
  caughtUp: (after: number) => void;
};

/** Some proxies neither forward a WebSocket nor refuse it. */
const TIMEOUT_MS: Record<Way, number> = { websocket: 5000, polling: 20_000 };

/** Connects and requests the events after a position. */
export function connect(target: Target, way: Way, place: Place, listener: Listener) {
  const { channels, answerMs, onEvent, caughtUp } = listener;
  const socket = openSocket(target, way, { ...place, channels });
  const begun = Promise.withResolvers<Place & { after: number }>();
  const tooLate = () => begun.reject(new Error('The inbox did not answer in time'));
  const timer = setTimeout(tooLate, timerMs(answerMs));
  const drop = () => {
    socket.disconnect();
    // The library emits no `disconnect` before a connection exists.
    begun.reject(new Error('The connection was dropped'));
  };
  const ended = new Promise<void>((resolve) => socket.once('disconnect', () => resolve()));
  socket.once('connect_error', (error) => begun.reject(refusalOf(error)));
  socket.once('disconnect', () => begun.reject(new Error('The connection was lost')));
  socket.onAny((name, payload, seq) => {
    if (name === 'log') begun.resolve(payload);
    else if (name === 'live') caughtUp(payload.after);
    else onEvent({ name, payload, seq: seq ?? null });
  });
  const known = begun.promise.finally(() => clearTimeout(timer));
  // The promise of a dropped connection may have no listener.
  known.catch(() => {});
  // Volatile: an event that cannot be sent now is dropped.
  const emit = (name: string, payload: object) => void socket.volatile.emit(name, payload);
  return { way, begun: known, ended, drop, emit };
}

function openSocket({ url, credentials }: Target, way: Way, asked: object) {
  const { origin, pathname } = new URL(url);
  const { apiKey, token } = credentials;
  return io(origin, {
    path: `${pathname.replace(/\/$/, '')}/socket.io/`,
    auth: { ...(apiKey === undefined ? { token } : { apiKey }), ...asked },
    extraHeaders: headersOf(credentials),
    // By fetch, which is the same everywhere; it sends the session's cookie only if requested.
    ...(way === 'polling' ? { transports: [Fetch], withCredentials: true } : { transports: [way] }),
    upgrade: false,
    timeout: TIMEOUT_MS[way],
    reconnection: false,
    forceNew: true,
    parser: { Encoder, Decoder: ExactDecoder },
  });
}

/** Reads events without losing digits of their numbers. */
class ExactDecoder extends Decoder {
  constructor() {
    super({ reviver: keepDigits });
  }
}

type Refusal = Error & { data?: { code?: ErrorCode } };

/** Returns the server's error with its code, or an Error without one if the server was not reached. */
function refusalOf(error: Refusal): Error {
  if (error.message === 'Invalid API key') return new InboxError('unauthenticated', error.message);
  const { code, ...details } = error.data ?? {};
  return code === undefined ? error : new InboxError(code, error.message, details);
}

/** Returns whether a WebSocket gets through. */
export async function passesWebSocket(target: Target): Promise<boolean> {
  const socket = openSocket(target, 'websocket', {});
  const passes = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('connect_error', () => resolve(false));
  });
  socket.disconnect();
  return passes;
}
