/** A proxy on which no connection lives for long, whatever it is doing. */
import { connect, createServer, type Socket } from 'node:net';
import { listen } from '../machine/loopback.ts';

export async function cutting(to: string, { afterMs }: { afterMs: number }) {
  const { hostname, port } = new URL(to);
  const sockets = new Set<Socket>();
  let cut = 0;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    const both = [near, far];
    const timer = setTimeout(() => {
      cut++;
      for (const socket of both) socket.destroy();
    }, afterMs);
    for (const socket of both) {
      sockets.add(socket);
      socket
        .on('error', () => {})
        .on('close', () => {
          clearTimeout(timer);
          for (const one of both) sockets.delete(one.destroy());
        });
    }
    near.pipe(far).pipe(near);
  });
  return {
    url: `http://127.0.0.1:${await listen(server)}`,
    /** How many connections it has cut. */
    cut: () => cut,
    [Symbol.dispose]: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
