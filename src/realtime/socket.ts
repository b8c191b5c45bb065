import type { DefaultEventsMap, Namespace, Server, Socket } from 'socket.io';
import type { Caller } from '../core/access/callers.ts';

/** What is known of a connection. */
export type SocketData = {
  caller: Caller;
  /** It asked for the number of each event. */
  isNumbered: boolean;
  /** It is being told what it missed, and has not joined its rooms yet. */
  isCatchingUp: boolean;
};
type Events = DefaultEventsMap;

export type LiveServer = Server<Events, Events, Events, SocketData>;
export type LiveNamespace = Namespace<Events, Events, Events, SocketData>;
export type LiveSocket = Socket<Events, Events, Events, SocketData>;
