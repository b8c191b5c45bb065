/** Follows the log of an inbox across lost connections: each event once, and in order. */
import { InboxError } from '../../core/errors.ts';
import type { LiveEvent } from '../../core/events.ts';
import type { Presence } from '../../core/notify/schema.ts';
import { timerMs } from '../../core/timers.ts';
import {
  type Connection,
  connect,
  type OnEvent,
  type Place,
  POLLS,
  passesWebSocket,
  type Target,
  type Way,
} from './connection.ts';

type FollowOptions = {
  /** Called for each connection: a restarted server may have another address and secret. */
  source: () => Promise<Target>;
  /** Where to start. */
  place: Place;
  /** One channel only; an agent has to name it. */
  channel?: string | undefined;
  /** How often it checks while polling whether a WebSocket gets through. */
  probeMs?: number;
  /** Reconnects if the inbox has not answered within this time. */
  answerMs?: number;
};
export type FollowHandlers = {
  event: (event: LiveEvent) => void;
  /** `live` after each connection, when all missed events have been handled. */
  state?: (state: 'live' | 'lost' | 'refused', way?: Way) => void;
  /** Called once, with a sentence for people, if events arrive by polling. */
  polling?: (sentence: string) => void;
  /**
   * The inbox no longer keeps the events after the position, or was restored. Everything read
   * before may be outdated: read it again. Following continues with new events.
   */
  reset?: () => void;
};
export type Follower = ReturnType<typeof follow>;

const PROBE_MS = 5 * 60_000;
const ANSWER_MS = 20_000;
const BACK_OFF_MS = [50, 200, 500, 1000, 2000];
/** A server with one of these codes may accept the follower later. */
const TEMPORARY = ['unavailable', 'rate_limited'];

/** Follows an inbox until `close`, across lost connections and restarts of the server. */
export function follow(options: FollowOptions, handlers: FollowHandlers) {
  const { source, channel, probeMs = PROBE_MS, answerMs = ANSWER_MS } = options;
  let { place } = options;
  let connection: Connection | undefined;
  let closed = false;
  let failures = 0;
  let isReset = false;
  let hasPolled = false;

  const onEvent: OnEvent = (event) => {
    const { name, seq } = event;
    const isKnown = seq !== null && place.after !== 'now' && seq <= place.after;
    const isOther = channel !== undefined && channelOf(event) !== channel;
    if (!isKnown && !isOther) handlers.event(event);
    if (seq !== null && !isKnown) place = { ...place, after: seq };
    // Its next connection will be refused: the channel no longer exists.
    if (channel !== undefined && !isOther && name === 'agent:deleted') connection?.drop();
  };

  function open(target: Target, way: Way): Connection {
    const channels = channel === undefined ? [] : [channel];
    const caughtUp = (after: number) => {
      place = { ...place, after };
      failures = 0;
      if (way === 'polling' && !hasPolled) handlers.polling?.(POLLS);
      hasPolled ||= way === 'polling';
      handlers.state?.('live', way);
    };
    connection = connect(target, way, place, { channels, answerMs, onEvent, caughtUp });
    return connection;
  }

  /** Connects by the first transport that works. */
  async function connected(target: Target): Promise<Connection> {
    const socket = open(target, 'websocket');
    const failure = await begin(socket).catch((error: Error) => error);
    if (!failure) return socket;
    socket.drop();
    if (closed || failure instanceof InboxError) throw failure;
    const polling = open(target, 'polling');
    await begin(polling);
    return polling;
  }

  async function begin({ begun }: Connection): Promise<void> {
    place = await begun;
    if (isReset) handlers.reset?.();
    isReset = false;
  }

  /** Ends a polling connection once a WebSocket gets through: the next one uses it. */
  function probe(target: Target, { way, drop, ended }: Connection): void {
    if (way === 'websocket') return;
    const timer = setInterval(
      () => passesWebSocket(target).then((passes) => passes && drop()),
      timerMs(probeMs),
    );
    void ended.then(() => clearInterval(timer));
  }

  /** Runs one connection to its end. */
  async function followOnce(): Promise<void> {
    const target = await source();
    if (closed) return;
    const opened = await connected(target);
    probe(target, opened);
    await opened.ended;
    if (!closed) handlers.state?.('lost');
  }

  async function followAlways(): Promise<InboxError | undefined> {
    while (!closed) {
      const error = await followOnce().catch((thrown: Error) => thrown);
      connection?.drop();
      if (error instanceof InboxError && error.code === 'gone') {
        place = { after: 'now' };
        isReset = true;
      } else if (error instanceof InboxError && !TEMPORARY.includes(error.code)) {
        handlers.state?.('refused');
        return error;
      }
      const waitMs = BACK_OFF_MS[Math.min(failures++, BACK_OFF_MS.length - 1)];
      if (!closed) await new Promise((resolve) => setTimeout(resolve, timerMs(waitMs ?? 0)));
    }
    return undefined;
  }

  return {
    /** Resolves when it is closed, or permanently refused: then to the refusal. */
    ended: followAlways(),
    close(): void {
      closed = true;
      connection?.drop();
    },
    /** Drops the connection; it reconnects. */
    drop: () => connection?.drop(),
    /** The server forgets it with the connection: emit it again after each `live`. */
    emitPresence: (presence: Presence) => connection?.emit('presence', presence),
  };
}

/** Returns the channel that an event concerns, if any. */
function channelOf({ payload }: LiveEvent): string | undefined {
  if ('channelId' in payload) return payload.channelId;
  if ('agentId' in payload) return payload.agentId;
  return 'id' in payload ? payload.id : undefined;
}
