/** Clients that follow the log, each written from the documentation alone. */
import { io } from 'socket.io-client';
import { idIn, type Journal } from './journal.ts';

/** Where and as whom to follow; `up` resolves while there is a server. */
export type Way = {
  url: string;
  headers: Record<string, string>;
  /** For the handshake of a socket. */
  auth: Record<string, unknown>;
  up: () => Promise<void>;
  signal: AbortSignal;
  /** Returns after how many events a socket drops its connection. */
  dropAfter: () => number;
};
export type Event = {
  seq: number;
  event: string;
  channelId: string | null;
  messageId?: string;
  message?: object | null;
  payload?: object;
};
export type Follow = (journal: Journal, way: Way) => Promise<void>;

export const aboutOf = ({ messageId, payload }: Event) => messageId ?? idIn(payload ?? {});

/** By held requests for pages. */
export const held: Follow = (journal, way) =>
  untilStopped(journal, way, async ({ log, after }) => {
    const query = `after=${after}&log=${log}&wait=30000`;
    const response = await get(way, `/events?${query}`);
    if (isGone(journal, response)) return;
    const page = (await response.json()) as { data: Event[]; nextAfter: number };
    journal.continues(`${response.headers.get('inbox-log')}`);
    for (const one of page.data) journal.note({ ...one, about: aboutOf(one) });
    const place = journal.place();
    if (place) place.after = page.nextAfter;
  });

/** By server-sent events, as an EventSource does: only the last id is sent back. */
export const streamed: Follow = (journal, way) =>
  untilStopped(journal, way, async ({ after }) => {
    const accept = { accept: 'text/event-stream', 'last-event-id': `${after}` };
    const response = await get(way, '/events', accept);
    if (isGone(journal, response)) return;
    for await (const frame of framesOf(response)) {
      const comment = /^: log=(.+)$/m.exec(frame);
      if (comment?.[1]) journal.continues(comment[1]);
      const [, id] = /^id: (.+)$/m.exec(frame) ?? [];
      const [, name] = /^event: (.+)$/m.exec(frame) ?? [];
      const [, data = 'null'] = /^data: (.+)$/m.exec(frame) ?? [];
      if (!id || !name) continue;
      journal.note({ seq: Number(id), event: name, about: aboutOf(JSON.parse(data)) });
    }
  });

const HANDSHAKE_MS = 2000;

/** By Socket.IO over one of its transports. */
export const socketed =
  (transport: 'websocket' | 'polling'): Follow =>
  (journal, way) =>
    untilStopped(journal, way, ({ log, after }) => {
      const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
      const socket = io(way.url, {
        transports: [transport],
        forceNew: true,
        reconnection: false,
        // Bun's websocket is silent where the server dies before it answers the handshake.
        timeout: HANDSHAKE_MS,
        auth: { ...way.auth, log, after },
        extraHeaders: way.headers,
      });
      let left = way.dropAfter();
      journal.say(`connects after ${after}`);
      socket.on('connect', () => journal.say('connected'));
      socket.on('live', () => journal.say('live'));
      const drop = () => {
        journal.say('drops');
        socket.offAny();
        socket.disconnect();
        resolve();
      };
      socket.on('log', (start: { log: string; after: number }) => {
        journal.connected();
        journal.continues(start.log);
        if (start.after !== after) {
          reject(new Wrong(`started at ${JSON.stringify(start)}, not ${after} of ${log}`));
        }
      });
      socket.onAny((event: string, payload: object, seq?: number) => {
        if (seq === undefined) return;
        journal.note({ seq, event, about: idIn(payload) });
        if (--left === 0) drop();
      });
      socket.on('connect_error', (error: Error & { data?: { code?: string } }) => {
        journal.say(`refused: ${error.message}`);
        if (error.data?.code === 'gone') journal.gone();
        drop();
      });
      socket.on('disconnect', (why) => {
        journal.say(`disconnected: ${why}`);
        drop();
      });
      way.signal.addEventListener('abort', drop);
      return ended.finally(() => {
        way.signal.removeEventListener('abort', drop);
        drop();
      });
    });

/** Faults that no lost connection explains. */
class Wrong extends Error {}

type Turn = (place: { log: string; after: number }) => Promise<void>;

/**
 * Turn after turn, each from the last handled seq; a turn that a lost connection interrupts is
 * repeated.
 */
async function untilStopped(journal: Journal, way: Way, turn: Turn): Promise<void> {
  while (!way.signal.aborted) {
    await way.up();
    try {
      if (!journal.place()) await readAfresh(journal, way);
      const { log, after } = journal.place() ?? {};
      if (log !== undefined && after !== undefined) await turn({ log, after });
    } catch (error) {
      if (error instanceof Wrong) throw new Error(`${journal.name}: ${error.message}`);
    }
  }
}

/** Any read says how far it reaches. */
async function readAfresh(journal: Journal, way: Way): Promise<void> {
  const { headers } = await get(way, '/messages?limit=1');
  const [log, seq] = [headers.get('inbox-log'), headers.get('inbox-seq')];
  if (log === null || seq === null) throw new Wrong('a read without its seq');
  journal.begin(log, Number(seq));
}

/** The answer if it is a 2xx or a 410; a 503 of a server that starts or stops is a lost connection. */
async function get({ url, headers, signal }: Way, path: string, more = {}): Promise<Response> {
  const response = await fetch(`${url}/api/v1${path}`, {
    headers: { ...headers, ...more },
    signal,
  });
  if (response.ok || response.status === 410) return response;
  const text = await response.text();
  throw new (response.status === 503 ? Error : Wrong)(`${path}: ${response.status} ${text}`);
}

function isGone(journal: Journal, { status }: Response): boolean {
  if (status !== 410) return false;
  journal.gone();
  return true;
}

/** The frames of a stream that are there whole. */
async function* framesOf({ body }: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let pending = '';
  for await (const bytes of body ?? []) {
    const frames = (pending + decoder.decode(bytes, { stream: true })).split('\n\n');
    pending = frames.pop() ?? '';
    yield* frames;
  }
}
