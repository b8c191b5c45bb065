import type { DefaultEventsMap, Namespace, Server, Socket } from 'socket.io';
import type { Caller } from '../core/access/callers.ts';
import type { Asked } from './asked.ts';

/** The data kept with a connection. */
export type SocketData = {
  caller: Caller;
  asked: Asked;
  /** Missed events are being sent, and it has not joined its rooms yet. */
  isCatchingUp: boolean;
  /** Resolves once it follows what its handshake and its subscriptions so far asked for. */
  settled: Promise<void>;
};
/** Whether it asked for the numbers of events. */
export const isNumbered = ({ asked }: SocketData): boolean => asked.after !== null;

type Events = DefaultEventsMap;

export type LiveServer = Server<Events, Events, Events, SocketData>;
export type LiveNamespace = Namespace<Events, Events, Events, SocketData>;
export type LiveSocket = Socket<Events, Events, Events, SocketData>;
