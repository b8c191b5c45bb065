/** Bytes that are nearly an HTTP request, sent over a connection of their own. */
import fc, { type Arbitrary } from 'fast-check';

const SILENT_MS = 40;

/** Requests as a client writes them; a byte is a character. */
export function validRequests(key: string, channelId: string): string[] {
  const post = (path: string, type: string, body: string) =>
    `POST /api/v1${path} HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${key}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const get = (path: string) =>
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${key}\r\n\r\n`;
  const message = `{"channelId":"${channelId}","text":"Deployed","review":{"type":"approval"}}`;
  const chunked = `POST /api/v1/messages HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n${message.slice(0, 5)}\r\n${(message.length - 5).toString(16)};x=y\r\n${message.slice(5)}\r\n0\r\n\r\n`;
  const form = `--b\r\nContent-Disposition: form-data; name="channelId"\r\n\r\n${channelId}\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nhello\r\n--b--\r\n`;
  return [
    get('/health'),
    get('/api/v1/messages?search=a%20b&limit=5'),
    get('/docs'),
    post('/messages', 'application/json', message),
    chunked,
    post('/files/upload', 'multipart/form-data; boundary=b', form),
    `GET /api/v1/agents HTTP/1.0\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n\r\n`,
  ];
}

const lines = [
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Content-Length: 3',
  'Content-Length: x',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: identity',
  'Host: a b',
  'Host: [::1',
  'Host:',
  'Host: \xff',
  ': x',
  'x',
  ' folded',
  'x y: z',
  '\0: \0',
  'Expect: 100-continue',
  'Connection: Upgrade\r\nUpgrade: websocket',
  'Connection: close',
  'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings',
  'Range: bytes=0-0,2-',
  'Cookie: =;;=',
  `x-long: ${'x'.repeat(20_000)}`,
  'a: b\r\n'.repeat(300).trimEnd(),
  'Content-Encoding: gzip',
];
const pieces = [
  '%',
  '%zz',
  '%00',
  '\0',
  '\r',
  '\n',
  '\r\n',
  '\r\n\r\n',
  ' ',
  '\t',
  '\xff',
  '../',
  '//',
  '?',
  '#',
  'HTTP/1.0',
  'HTTP/9.9',
  'ffffffffffffffff',
  '-1',
  '0\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'http://x/',
  '*',
  ':',
  '/'.repeat(9000),
  '\x16\x03\x01\x02',
  'GET / HTTP/1.1\r\n\r\n',
];

type Change = (text: string) => string;

const at = fc.double({ min: 0, max: 1, noNaN: true });
const place = (text: string, share: number) => Math.floor(share * text.length);
const byte = fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code));

const changes: Arbitrary<Change> = fc.oneof(
  fc.tuple(at, byte).map(
    ([share, one]): Change =>
      (text) =>
        splice(text, place(text, share), 1, one),
  ),
  fc.tuple(at, fc.nat(20)).map(
    ([share, n]): Change =>
      (text) =>
        splice(text, place(text, share), n, ''),
  ),
  fc.tuple(at, fc.constantFrom(...pieces)).map(
    ([share, one]): Change =>
      (text) =>
        splice(text, place(text, share), 0, one),
  ),
  fc.tuple(at, fc.constantFrom(...lines)).map(
    ([share, one]): Change =>
      (text) =>
        atLine(text, share, (line) => [line, one]),
  ),
  at.map(
    (share): Change =>
      (text) =>
        atLine(text, share, (line) => [line, line]),
  ),
  at.map(
    (share): Change =>
      (text) =>
        atLine(text, share, () => []),
  ),
  at.map(
    (share): Change =>
      (text) =>
        text.slice(0, place(text, share)),
  ),
  fc.nat(5).map(
    (times): Change =>
      (text) =>
        text.repeat(times + 1),
  ),
);

const splice = (text: string, start: number, gone: number, come: string) =>
  text.slice(0, start) + come + text.slice(start + gone);

function atLine(text: string, share: number, change: (line: string) => string[]): string {
  const all = text.split('\r\n');
  const index = Math.floor(share * all.length);
  return all.flatMap((line, n) => (n === index ? change(line) : [line])).join('\r\n');
}

/** A valid request with up to four changes. */
export const mutated = (valid: string[]): Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...valid), fc.array(changes, { minLength: 1, maxLength: 4 }))
    .map(([text, all]) => all.reduce((changed, change) => change(changed), text));

/**
 * Returns the server's full answer to these bytes, until it closed the connection or fell silent;
 * the connection is then dropped, in the middle of a request if need be.
 */
export function answerTo(url: string, text: string, silentMs = SILENT_MS): Promise<string> {
  const { hostname, port } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let received = '';
  let timer: Timer | undefined;
  const waitOn = (socket: Bun.Socket) => {
    clearTimeout(timer);
    if (silentMs < Number.POSITIVE_INFINITY) {
      timer = setTimeout(() => socket.terminate(), silentMs);
    }
  };
  Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      open(socket) {
        socket.write(Buffer.from(text, 'latin1'));
        waitOn(socket);
      },
      data(socket, bytes) {
        received += bytes.toString('latin1');
        waitOn(socket);
      },
      close() {
        clearTimeout(timer);
        resolve(received);
      },
    },
  }).catch(reject);
  return promise;
}

/** Asks the server to close the connection after its answer. */
export const closing = (text: string) => text.replace('\r\n', '\r\nConnection: close\r\n');

/** The status of each answer, be they many. */
export const statusesIn = (received: string): number[] =>
  [...received.matchAll(/(?:^|\n|\})HTTP\/1\.[01] (\d+)/g)].map(([, status]) => Number(status));
