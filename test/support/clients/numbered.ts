/** Socket.IO clients that ask for the numbers of events. */
import type { Socket } from 'socket.io-client';
import { client } from './sockets.ts';

type Received = { name: string; payload: Record<string, unknown>; seq: number | undefined };
type Transports = ('websocket' | 'polling')[];

/** Connects with this `auth`, and records everything the server emits, from the first packet on. */
export async function follow(
  { url }: { url: string },
  auth: object,
  transports: Transports = ['websocket'],
) {
  const socket = client(url, { auth, transports });
  const events = hearing(socket);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  const until = async (isDone: () => boolean) => {
    while (!isDone()) {
      if (socket.disconnected) throw new Error('The connection was lost');
      await Bun.sleep(5);
    }
  };
  return Object.assign(socket, {
    events,
    /** Resolves to the events with numbers, once there are `count`. */
    async numbered(count: number) {
      const has = () => events.filter(({ seq }) => seq !== undefined);
      await until(() => has().length >= count);
      return has();
    },
    /** Resolves once all missed events were received. */
    live: () => until(() => events.some(({ name }) => name === 'live')),
  });
}

function hearing(socket: Socket): Received[] {
  const events: Received[] = [];
  socket.onAny((name, payload, seq) => events.push({ name, payload, seq }));
  return events;
}
