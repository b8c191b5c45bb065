/** Public Socket.IO clients against a test's server. */
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';

type Options = Partial<ManagerOptions & SocketOptions> & { namespace?: string };
export type TestSocket = Socket & Disposable;

/** A client that has connected; it is dropped with its scope. */
export async function connected(url: string, options: Options): Promise<TestSocket> {
  const socket = client(url, options);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return socket;
}

/** A client that is connecting. */
export function client(url: string, { namespace = '', ...options }: Options): TestSocket {
  const socket = io(url + namespace, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    ...options,
  });
  return Object.assign(socket, { [Symbol.dispose]: () => void socket.disconnect() });
}

/** The next event of that name. */
export const received = <T = unknown>(socket: Socket, event: string): Promise<T> =>
  new Promise((resolve) => socket.once(event, resolve));

/** Records everything the server emits after the call, by name and in order. */
export function record(socket: Socket): [name: string, payload: unknown][] {
  const events: [string, unknown][] = [];
  socket.onAny((name, payload) => events.push([name, payload]));
  return events;
}
