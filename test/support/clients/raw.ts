/** Clients that keep to no rules, spoken by hand. */
import type { Socket } from 'bun';

/** The number of connections opened at a time, as a listener's queue is limited. */
const AT_ONCE = 100;

/** Opens connections that each say the same and then nothing, until they are closed. */
export async function openMany(url: string, count: number, said: string) {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  const one = async () => {
    const socket = await Bun.connect({
      hostname,
      port: Number(port),
      allowHalfOpen: true,
      socket: {
        data() {},
        end(ended) {
          ended.end();
        },
        close(closed) {
          open.delete(closed);
        },
        error() {},
      },
    });
    open.add(socket);
    socket.write(said);
  };
  for (let opened = 0; opened < count; opened += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - opened) }, one));
  }
  return {
    open,
    /** Each that is still there says more. */
    say(more: string): void {
      for (const socket of open) socket.write(more);
    },
    /** Each says that it will say no more, and goes on listening. */
    halfClose(): void {
      for (const socket of open) socket.shutdown();
    },
    [Symbol.dispose]() {
      for (const socket of open) socket.terminate();
    },
  };
}

/** Sends bytes and resolves, once the server has ended the connection, to what it said. */
export async function sayRaw(url: string, said: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const { promise, resolve } = Promise.withResolvers<string>();
  const rest = Buffer.from(said);
  let at = 0;
  let received = '';
  const write = (socket: Socket) => {
    at += socket.write(rest.subarray(at));
  };
  await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      open: write,
      drain: write,
      data(_, chunk) {
        received += chunk.toString('latin1');
      },
      close: () => resolve(received),
      error: () => resolve(received),
    },
  });
  return promise;
}
