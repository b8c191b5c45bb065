import type { DefaultEventsMap, Namespace, Server, Socket } from 'socket.io';
import type { Caller } from '../core/access/callers.ts';
import type { Asked } from './asked.ts';

/** The data kept with a connection. */
export type SocketData = {
  caller: Caller;
  /** How often anyone's access had changed when its caller was looked up as it connected. */
  changesBefore: number;
  asked: Asked;
  /** Missed events are being sent, and it has not joined its rooms yet. */
  isCatchingUp: boolean;
  /** Resolves once its caller is known: pending while that is looked up again. */
  known: Promise<void>;
  /** Resolves once it receives events again after its access changed. */
  renewed: Promise<void>;
  /** Resolves once it follows what its handshake and its subscriptions so far asked for. */
  settled: Promise<void>;
};

/** Resolves once it is known who has a socket, however often its access changes. */
export async function callerKnown({ data }: LiveSocket): Promise<void> {
  for (let seen: Promise<void> | null = null; seen !== data.known; ) {
    seen = data.known;
    await seen;
  }
}

/** Whether it asked for the numbers of events. */
export const isNumbered = ({ asked }: SocketData): boolean => asked.after !== null;

type Events = DefaultEventsMap;

export type LiveServer = Server<Events, Events, Events, SocketData>;
export type LiveNamespace = Namespace<Events, Events, Events, SocketData>;
export type LiveSocket = Socket<Events, Events, Events, SocketData>;
