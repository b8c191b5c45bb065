/** Socket.IO on Bun's own sockets: a server with two paths and two namespaces. */
import { Server as Engine } from '@socket.io/bun-engine';
import { Server } from 'socket.io';
import type { Inbox } from '../core/inbox.ts';
import { forgetPresence } from '../core/reach/presence.ts';
import { accessGate, followAccess, type Identify } from './access.ts';
import { type AnonymousRules, createAnonymousGate } from './anonymous.ts';
import { boundBacklog } from './backlog.ts';
import { listenTo } from './emits.ts';
import { relay } from './relay.ts';
import { createSendBatcher } from './send-batcher.ts';
import type { LiveServer } from './socket.ts';
import { start } from './subscribe.ts';

/** Both readings of "connect to {base}/ws" work: as a namespace, and as a path. */
const PATHS = ['/socket.io/', '/ws/'];
const NAMESPACES = ['/', '/ws'];
const LARGEST_MESSAGE = 1_000_000;
/** The most unsent bytes for a client that does not read; above this it is disconnected. */
const LARGEST_BACKLOG = 4 * 1024 * 1024;

export type SocketOptions = {
  identify: Identify;
  corsOrigins: readonly string[];
  anonymous: AnonymousRules;
  /** The path under which people open the inbox; '' at the root. */
  base?: string;
};
export type Sockets = ReturnType<typeof createSockets>;
type BunServer = Parameters<Engine['handleRequest']>[1];

export function createSockets(inbox: Inbox, options: SocketOptions) {
  const { identify, corsOrigins, base = '' } = options;
  const paths = distinct([...PATHS, ...PATHS.map((path) => base + path)]);
  const engine = new Engine({
    maxHttpBufferSize: LARGEST_MESSAGE,
    ...(corsOrigins.length > 0 ? { cors: { origin: [...corsOrigins] } } : {}),
  });
  const anonymous = createAnonymousGate(engine, options.anonymous);
  const io: LiveServer = new Server();
  io.bind(engine as never);
  // A client that is given the whole URL uses its path as a namespace.
  const names = distinct([...NAMESPACES, base || '/', `${base}/ws`]);
  const namespaces = names.map((name) => io.of(name));
  for (const namespace of namespaces) {
    namespace.use(accessGate(inbox, identify, anonymous));
    namespace.on('connection', (socket) => {
      socket.data.started = start(inbox, socket).catch(() => void socket.disconnect(true));
      socket.on('disconnect', () => forgetPresence(inbox, socket.id));
      listenTo(inbox, socket);
    });
  }
  boundBacklog(engine, LARGEST_BACKLOG);
  const gathered = createSendBatcher(LARGEST_BACKLOG);
  const { websocket } = engine.handler();
  const ends = [relay(inbox, namespaces), followAccess(inbox, namespaces, identify)];

  return {
    /** Answers the requests of Socket.IO clients; undefined for all others. */
    handle(request: Request, server: BunServer): Promise<Response> | undefined {
      const path = pathOf(request);
      if (!paths.some((one) => path === one || `${path}/` === one)) return undefined;
      if (isTooLarge(request)) return Promise.resolve(new Response(null, { status: 413 }));
      const open = () => engine.handleRequest(request, server);
      const sid = sidOf(request);
      if (!anonymous.has(sid)) return anonymous.open(request, open);
      if (anonymous.maySend(sid, request)) return open();
      return Promise.resolve(new Response(null, { status: 400 }));
    },
    websocket: {
      ...websocket,
      open: (socket: Parameters<typeof websocket.open>[0]) =>
        websocket.open(gathered(socket) as typeof socket),
      // The engine sends without checking whether the client reads.
      backpressureLimit: LARGEST_BACKLOG,
      closeOnBackpressureLimit: true,
    },
    count: () => namespaces.reduce((sum, namespace) => sum + namespace.sockets.size, 0),
    /** Drops all connections; their clients reconnect once a server runs again. */
    close(): void {
      for (const end of ends) end();
      engine.close();
    },
  };
}

const distinct = (names: string[]) => [...new Set(names)];

/** Sliced by hand: parsing the URL of every request would cost more than the check. */
function pathOf({ url }: Request): string {
  const start = url.indexOf('/', 'http://'.length);
  const end = url.indexOf('?', start);
  return url.slice(start, end < 0 ? undefined : end);
}

/**
 * Parsed exactly like in the engine: otherwise it could take a request for another connection than
 * checked here.
 */
const sidOf = ({ url }: Request) => URL.parse(url)?.searchParams.get('sid') ?? '';

/** The engine reads the whole body of a polling client before it checks the size. */
const isTooLarge = ({ method, headers }: Request) =>
  method === 'POST' && !(Number(headers.get('content-length') ?? Infinity) <= LARGEST_MESSAGE);
