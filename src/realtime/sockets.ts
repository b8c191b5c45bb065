/** Live events by Socket.IO. It is loaded with its first request, to save time and memory at each start. */
import type { Inbox } from '../core/inbox.ts';
import type { Engine, SocketOptions } from './engine.ts';
import { LARGEST_BACKLOG, LARGEST_MESSAGE } from './limits.ts';

/** Both readings of "connect to {base}/ws" work: as a namespace, and as a path. */
const PATHS = ['/socket.io/', '/ws/'];

export type Sockets = ReturnType<typeof createSockets>;
type BunServer = Parameters<Engine['handle']>[1];
type Websocket = Engine['websocket'];

export function createSockets(inbox: Inbox, options: SocketOptions) {
  const paths = new Set(PATHS);
  const bases: string[] = [];
  let engine: Engine | undefined;
  let loading: Promise<Engine> | undefined;
  let isClosed = false;

  async function load(): Promise<Engine> {
    const { createEngine } = await import('./engine.ts');
    engine = createEngine(inbox, options);
    for (const base of bases) engine.answerBelow(base);
    if (isClosed) engine.close();
    return engine;
  }

  return {
    /** Answers the requests of Socket.IO clients; undefined for all others. */
    handle(request: Request, server: BunServer): Promise<Response> | undefined {
      const path = pathOf(request);
      if (!paths.has(path) && !paths.has(`${path}/`)) return undefined;
      if (engine) return engine.handle(request, server);
      loading ??= load();
      return loading.then((loaded) => loaded.handle(request, server));
    },
    /** Answers also below a path, under which people open the inbox. */
    answerBelow(base: string): void {
      for (const path of PATHS) paths.add(base + path);
      bases.push(base);
      engine?.answerBelow(base);
    },
    /** Only a request that the engine has handled becomes a websocket. */
    websocket: {
      open: (...of: Parameters<Websocket['open']>) => engine?.websocket.open(...of),
      message: (...of: Parameters<Websocket['message']>) => engine?.websocket.message(...of),
      close: (...of: Parameters<Websocket['close']>) => engine?.websocket.close(...of),
      maxPayloadLength: LARGEST_MESSAGE,
      // The engine sends without checking whether the client reads.
      backpressureLimit: LARGEST_BACKLOG,
      closeOnBackpressureLimit: true,
    },
    count: () => engine?.count() ?? 0,
    /** Drops all connections; their clients reconnect once a server runs again. */
    close(): void {
      isClosed = true;
      engine?.close();
    },
  };
}

/** Sliced by hand: parsing the URL of every request would cost more than the check. */
function pathOf({ url }: Request): string {
  const start = url.indexOf('/', 'http://'.length);
  const end = url.indexOf('?', start);
  return url.slice(start, end < 0 ? undefined : end);
}
