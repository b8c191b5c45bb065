import type { DefaultEventsMap, Namespace, Server, Socket } from 'socket.io';
import type { Caller } from '../core/access/callers.ts';
import type { Asked } from './asked.ts';

/** What is known of a connection. */
export type SocketData = {
  caller: Caller;
  /** What it follows by the numbers of events; null for a client that wants none. */
  asked: Asked | null;
  /** It is being sent what it missed, and has not joined its rooms yet. */
  isCatchingUp: boolean;
};
type Events = DefaultEventsMap;

export type LiveServer = Server<Events, Events, Events, SocketData>;
export type LiveNamespace = Namespace<Events, Events, Events, SocketData>;
export type LiveSocket = Socket<Events, Events, Events, SocketData>;
