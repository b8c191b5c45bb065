/** A way to a server on which the answers to some requests wait until a test lets them through. */
import { connect, createServer, type Socket } from 'node:net';
import { listen } from '../machine/loopback.ts';

/** Holds what a server sends on a connection once a request on it has named the path. */
export async function holding(to: string, path: string) {
  const answered = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(new URL(to).port), '127.0.0.1');
    let passed = Promise.resolve();
    near.on('data', (bytes) => {
      far.write(bytes);
      if (!bytes.includes(path)) return;
      far.once('data', () => answered.resolve());
      passed = released.promise;
    });
    far.on('data', (bytes) => {
      passed = passed.then(() => void near.write(bytes));
    });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => [near, far].map((one) => one.destroy()));
    }
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    /** Resolves when the server has given an answer that is held. */
    answered: answered.promise,
    release: () => released.resolve(),
    [Symbol.dispose]: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
