import type { DefaultEventsMap, Namespace, Server, Socket } from 'socket.io';
import type { Caller } from '../core/access/callers.ts';
import type { Asked } from './asked.ts';

/** The data kept with a connection. */
export type SocketData = {
  caller: Caller;
  /** The events that it follows by number; null for a client that wants none. */
  asked: Asked | null;
  /** Missed events are being sent, and it has not joined its rooms yet. */
  isCatchingUp: boolean;
};
type Events = DefaultEventsMap;

export type LiveServer = Server<Events, Events, Events, SocketData>;
export type LiveNamespace = Namespace<Events, Events, Events, SocketData>;
export type LiveSocket = Socket<Events, Events, Events, SocketData>;
