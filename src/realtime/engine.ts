/** Socket.IO on Bun's own sockets. */
import { Server as BunEngine } from '@socket.io/bun-engine';
import { Server } from 'socket.io';
import type { Inbox } from '../core/inbox.ts';
import { forgetPresence } from '../core/notify/presence.ts';
import { createAccess, type Identify } from './access.ts';
import { type AnonymousRules, createAnonymousGate } from './anonymous.ts';
import { boundBacklog } from './backlog.ts';
import { listenTo } from './emits.ts';
import { LARGEST_BACKLOG, LARGEST_BACKLOGS, LARGEST_MESSAGE } from './limits.ts';
import { relay } from './relay.ts';
import { createSendBatcher } from './send-batcher.ts';
import type { LiveNamespace, LiveServer } from './socket.ts';
import { start } from './subscribe.ts';

export type SocketOptions = {
  identify: Identify;
  corsOrigins: readonly string[];
  anonymous: AnonymousRules;
};
export type Engine = ReturnType<typeof createEngine>;
type BunServer = Parameters<BunEngine['handleRequest']>[1];

/** A server with two namespaces, and two more for each path that people use. */
export function createEngine(inbox: Inbox, options: SocketOptions) {
  const { identify, corsOrigins } = options;
  const engine = new BunEngine({
    maxHttpBufferSize: LARGEST_MESSAGE,
    ...(corsOrigins.length > 0 ? { cors: { origin: [...corsOrigins] } } : {}),
  });
  const anonymous = createAnonymousGate(engine, options.anonymous);
  const access = createAccess(inbox, identify, anonymous);
  const io: LiveServer = new Server();
  io.bind(engine as never);
  const namespaces: LiveNamespace[] = [];
  answerBelow('');

  /** A client that is given the whole URL uses its path as a namespace. */
  function answerBelow(base: string): void {
    answerAs(base || '/');
    answerAs(`${base}/ws`);
  }

  function answerAs(name: string): void {
    const namespace = io.of(name);
    if (namespaces.includes(namespace)) return;
    namespaces.push(namespace);
    namespace.use(access.gate);
    namespace.on('connection', (socket) => {
      socket.data.settled = start(inbox, socket).catch(() => void socket.disconnect(true));
      access.check(socket);
      socket.on('disconnect', () => forgetPresence(inbox, socket.id));
      listenTo(inbox, socket);
    });
  }
  boundBacklog(engine, LARGEST_BACKLOG);
  const gathered = createSendBatcher({ backlog: LARGEST_BACKLOG, backlogs: LARGEST_BACKLOGS });
  const { websocket } = engine.handler();
  const ends = [relay(inbox, namespaces), access.follow(namespaces)];

  return {
    websocket: {
      ...websocket,
      open: (socket: Parameters<typeof websocket.open>[0]) =>
        websocket.open(gathered(socket) as typeof socket),
    },
    handle(request: Request, server: BunServer): Promise<Response> {
      if (isTooLarge(request)) return Promise.resolve(new Response(null, { status: 413 }));
      const open = async () => {
        const response = await engine.handleRequest(request, server);
        // The engine's only 500: a request to upgrade without the handshake of a websocket.
        return response.status === 500 ? new Response(null, { status: 400 }) : response;
      };
      const sid = sidOf(request);
      if (!anonymous.has(sid)) return anonymous.open(request, open);
      if (anonymous.maySend(sid, request)) return open();
      return Promise.resolve(new Response(null, { status: 400 }));
    },
    answerBelow,
    count: () => namespaces.reduce((sum, namespace) => sum + namespace.sockets.size, 0),
    close(): void {
      for (const end of ends) end();
      engine.close();
    },
  };
}

/**
 * Parsed exactly like in the engine: otherwise it could take a request for another connection than
 * checked here.
 */
const sidOf = ({ url }: Request) => URL.parse(url)?.searchParams.get('sid') ?? '';

/** The engine reads the whole body of a polling client before it checks the size. */
const isTooLarge = ({ method, headers }: Request) =>
  method === 'POST' && !(Number(headers.get('content-length') ?? Infinity) <= LARGEST_MESSAGE);
