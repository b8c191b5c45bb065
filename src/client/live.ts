/** The inbox as it happens: events over a socket, and what a lost connection missed. */
import type { EventName, EventPayload } from '../core/events.ts';
import type { Client, Credentials } from './client.ts';
import { newestId, readAfter, readThese } from './missed.ts';
import { type Connection, open, passesWebSocket, type Way } from './socket.ts';
import { createWindow } from './window.ts';

export type LiveSource = { url: string; credentials: Credentials; client: Client };
export type LiveOptions = {
  /** Asked for each connection: a server that was restarted may have another address and secret. */
  source: () => Promise<LiveSource>;
  /** Tells the messages after this id first; null for what is sent from now on. */
  after: string | null;
  /** One channel only; an agent has to name it. */
  channel?: string | undefined;
  /** While it polls: how often it looks whether a WebSocket gets through by now. */
  probeMs?: number;
};
export type LiveHandlers = {
  event: <Name extends EventName>(name: Name, payload: EventPayload<Name>) => void;
  /** `caughtUp` after each connection, when all that was missed has been told, with the way of that. */
  state?: (state: 'caughtUp' | 'lost' | 'refused', way?: Way) => void;
};
export type Live = ReturnType<typeof followLive>;

/** What a server says that will not let this follower in, however often it asks. */
const REFUSALS = ['Invalid API key', 'Channel not found'];
const ANSWER_MS = 10_000;
const PROBE_MS = 5 * 60_000;
const BACK_OFF_MS = [50, 200, 500, 1000, 2000];

/**
 * Follows an inbox until `close`, over lost connections and restarts of the server. What was missed
 * is told as the events it would have been: each message once, and at the end as the server has it.
 */
export function followLive(options: LiveOptions, handlers: LiveHandlers) {
  const { source, after, channel, probeMs = PROBE_MS } = options;
  const window = createWindow(after);
  let connection: Connection | undefined;
  let closed = false;
  let failures = 0;

  const tell = (name: EventName, payload: unknown) => {
    if (channel !== undefined && channelOf(payload) !== channel) return;
    if (window.isNews(name, payload)) handlers.event(name, payload as never);
    // The way back will be refused: there is no such channel any more.
    if (channel !== undefined && name === 'agent:deleted') connection?.drop();
  };

  /** Connects by the first way that works. */
  async function connect({ url, credentials }: LiveSource): Promise<Connection> {
    const socket = open(url, credentials, 'websocket');
    connection = socket;
    const failure = await socket.begun.then(
      () => null,
      (error: Error) => error,
    );
    if (failure === null) return socket;
    socket.drop();
    if (closed || REFUSALS.includes(failure.message)) throw failure;
    const polling = open(url, credentials, 'polling');
    connection = polling;
    await polling.begun;
    return polling;
  }

  /** Ends a connection that polls once a WebSocket gets through: the next one is that. */
  function probe({ url, credentials }: LiveSource, { way, drop, ended }: Connection): void {
    if (way === 'websocket') return;
    const timer = setInterval(
      () => passesWebSocket(url, credentials).then((passes) => passes && drop()),
      probeMs,
    );
    void ended.then(() => clearInterval(timer));
  }

  /** One connection, from its beginning to its end. */
  async function follow(): Promise<void> {
    const found = await source();
    if (closed) return;
    const { client } = found;
    const opened = await connect(found);
    const { socket, ended, release, way } = opened;
    if (channel !== undefined) {
      const answer = await socket.timeout(ANSWER_MS).emitWithAck('subscribe:channel', channel);
      if (!answer.ok) throw new Error(answer.message);
    }
    const only = channel === undefined ? {} : { channel };
    const read = async () => {
      const floor = await window.floor(() => newestId(client, only));
      const older = await readThese(client, window.waiting(), only, window.isKnown);
      return [...older, ...(await readAfter(client, floor, only))];
    };
    // A request may hang for minutes where its connection has died with this one.
    const now = await Promise.race([read(), ended]);
    if (!now) throw new Error('The connection was lost');
    const missed = window.reconcile(now);
    for (const { name, payload } of missed) handlers.event(name, payload as never);
    release(tell);
    failures = 0;
    handlers.state?.('caughtUp', way);
    probe(found, opened);
    await ended;
    if (!closed) handlers.state?.('lost');
  }

  async function followAlways(): Promise<string | undefined> {
    while (!closed) {
      const error = await follow().catch((thrown: Error) => thrown);
      connection?.drop();
      if (error && REFUSALS.includes(error.message)) {
        handlers.state?.('refused');
        return error.message;
      }
      const waitMs = BACK_OFF_MS[Math.min(failures++, BACK_OFF_MS.length - 1)];
      if (!closed) await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
    return undefined;
  }

  return {
    /** Resolves when it is closed, or refused for good: then to what the server said. */
    ended: followAlways(),
    close(): void {
      closed = true;
      connection?.drop();
    },
    /** Drops the connection; it comes back. */
    drop: () => connection?.drop(),
  };
}

function channelOf(payload: unknown): string | undefined {
  const { channelId, agentId, id } = (payload ?? {}) as Record<string, string | undefined>;
  return channelId ?? agentId ?? id;
}
