/** A way to a server on which the first answers are lost, though the server has carried them out. */
import { createServer } from 'node:http';
import { listen } from '../machine/loopback.ts';

/** Loses the answers to the first `count` requests of a method; `lost` returns the number so far. */
export async function losing(to: string, { method, count }: { method: string; count: number }) {
  let lost = 0;
  const server = createServer(async (request, response) => {
    const parts = await Array.fromAsync(request);
    const headers = new Headers(pairs(request.rawHeaders));
    headers.set('host', new URL(to).host);
    const sent = { method: `${request.method}`, headers };
    const body = request.method === 'GET' ? {} : { body: Buffer.concat(parts) };
    const answer = await fetch(`${to}${request.url}`, { ...sent, ...body });
    const text = await answer.text();
    if (request.method === method && lost < count) {
      lost++;
      return request.socket.destroy();
    }
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    lost: () => lost,
    [Symbol.dispose]: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const pairs = (raw: string[]): [string, string][] =>
  raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []));
