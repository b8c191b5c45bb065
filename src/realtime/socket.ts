import type { DefaultEventsMap, Namespace, Server, Socket } from 'socket.io';
import type { Caller } from '../core/access/callers.ts';

/** What is known of a connection: who it is, and what it showed to say so. */
export type SocketData = { caller: Caller };
type Events = DefaultEventsMap;

export type LiveServer = Server<Events, Events, Events, SocketData>;
export type LiveNamespace = Namespace<Events, Events, Events, SocketData>;
export type LiveSocket = Socket<Events, Events, Events, SocketData>;
