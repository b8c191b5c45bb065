/** A receiver of webhooks, as raw as a test needs it. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

export type Received = { line: string; headers: [name: string, value: string][]; body: string };
type Options = { host?: string; port?: number; answer?: (socket: Socket) => void };

export const answerOf = (status: number, body = '', headers = '') =>
  `HTTP/1.1 ${status} Said\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** Listens on 127.0.0.2 by default, counts connections, keeps the requests. */
export async function receiver({ host = '127.0.0.2', port = 0, answer }: Options = {}) {
  const open = new Set<Socket>();
  const received: Received[] = [];
  const counts = { connections: 0 };
  const say = answer ?? ((socket: Socket) => socket.end(answerOf(200)));
  const server = createServer((socket) => {
    counts.connections++;
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => undefined);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      const request = whole(text);
      if (!request) return;
      received.push(request);
      text = '';
      say(socket);
    });
  });
  server.listen({ host, port, backlog: 1024 });
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}/hook`,
    received,
    counts,
    /** Resolves once every connection is gone. */
    async idle() {
      while (open.size > 0) await new Promise((done) => [...open][0]?.once('close', done));
    },
    [Symbol.asyncDispose]: () => end(server, open),
  };
}

function whole(text: string): Received | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [line = '', ...fields] = text.slice(0, end).split('\r\n');
  const headers = fields.map((field): [string, string] => {
    const colon = field.indexOf(':');
    return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
  });
  const body = text.slice(end + 4);
  const length = Number(headers.find(([name]) => name === 'content-length')?.[1] ?? 0);
  return body.length < length ? undefined : { line, headers, body };
}

async function end(server: Server, open: Set<Socket>): Promise<void> {
  for (const socket of open) socket.destroy();
  server.close();
  await once(server, 'close');
}
