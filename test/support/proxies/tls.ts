/** Ends TLS on loopback, as a proxy does, and passes the bytes on: a browser opens the inbox over https. */
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';

const folder = join(import.meta.dir, '../machine/tls');
const read = (name: string) => Bun.file(join(folder, name)).text();

export async function tlsFront() {
  const open = new Set<Socket>();
  let port = 0;
  const server = createServer(
    { key: await read('leaf.key'), cert: await read('leaf.pem') },
    (client) => {
      const target = connect(port, '127.0.0.1');
      for (const [from, to] of [
        [client, target],
        [target, client],
      ] as const) {
        open.add(from);
        from.on('error', () => to.destroy()).on('close', () => open.delete(from));
        from.pipe(to);
      }
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `https://localhost:${typeof address === 'object' ? address?.port : 0}`,
    leadTo: (url: string) => {
      port = Number(new URL(url).port);
    },
    async [Symbol.asyncDispose]() {
      for (const one of open) one.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
