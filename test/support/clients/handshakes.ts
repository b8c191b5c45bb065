/** Handshakes of Socket.IO as bytes, from any of this machine's addresses. */
import { connect, type Socket } from 'node:net';

type Way = {
  from?: string;
  path?: string;
  query?: string;
  headers?: Record<string, string>;
  websocket?: boolean;
};
export type Answered = {
  status: number;
  body: string;
  /** The id of an opened connection; null where it was refused. */
  sid: string | null;
  socket: Socket;
};

const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

/** Opens a connection, or asks for more on one whose `sid` the query names. */
export function shakeHands(url: string, way: Way = {}): Promise<Answered> {
  const { path = '/socket.io/', query = '', websocket = false } = way;
  const transport = websocket ? 'websocket' : 'polling';
  const target = `${path}?EIO=4&transport=${transport}${query && `&${query}`}`;
  const headers = { ...(websocket ? UPGRADE : { connection: 'close' }), ...way.headers };
  return ask(url, way.from, 'GET', target, headers, '');
}

/** Sends packets on a connection that polls. */
export const send = (url: string, sid: string, packets: string, from?: string) =>
  ask(
    url,
    from,
    'POST',
    `/socket.io/?EIO=4&transport=polling&sid=${sid}`,
    { 'content-length': String(packets.length), connection: 'close' },
    packets,
  );

function ask(
  url: string,
  localAddress: string | undefined,
  method: string,
  target: string,
  headers: Record<string, string>,
  body: string,
): Promise<Answered> {
  const { hostname: host, port } = new URL(url);
  const lines = Object.entries({ host: 'localhost', ...headers }).map((pair) => pair.join(': '));
  const socket = connect({ host, port: Number(port), ...(localAddress && { localAddress }) });
  socket.write(`${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  return new Promise((resolve, reject) => {
    let answer = '';
    const look = () => {
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);
      const sid = /"sid":"([^"]+)"/.exec(answer)?.[1] ?? null;
      const said = answer.split('\r\n\r\n').slice(1).join('\r\n\r\n');
      return { status, body: said, sid, socket };
    };
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
      // A websocket stays; its first frame has the sid. One that was refused is kept alive.
      const { status, sid, body: said } = look();
      if (status === 101 ? sid : method === 'GET' && said.endsWith('}')) resolve(look());
    });
    socket.on('close', () => resolve(look()));
    socket.on('error', reject);
  });
}
