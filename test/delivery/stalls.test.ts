import { expect, test } from 'bun:test';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Outcome, Result } from '../../src/core/outgoing/outcome.ts';
import { blackHole } from '../support/delivery/black-hole.ts';
import { receiver } from '../support/delivery/raw-receiver.ts';
import { testSender } from '../support/delivery/sender.ts';

/** `INBOX_STALLS=10000 bun run test test/delivery/stalls.test.ts` measures the real bound. */
const timeoutMs = Number(process.env.INBOX_STALLS ?? 400);
/** 2.5 % of ten seconds; a short bound says little of a busy machine's timers. */
const SLACK_MS = timeoutMs < 10_000 ? 1500 : timeoutMs / 40;

const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n';
const bomb = gzipSync(Buffer.alloc(100 << 20));

/** Says it again and again while anyone listens. */
function drip(socket: Socket, first: string, next: string, everyMs: number): void {
  socket.write(first);
  const timer = setInterval(() => socket.write(next), everyMs);
  socket.on('close', () => clearInterval(timer));
}

function flood(socket: Socket): void {
  socket.write(`${head}Content-Length: 99999999999\r\n\r\n`);
  const more = () => {
    while (!socket.destroyed && socket.write('x'.repeat(16_384)));
  };
  socket.on('drain', more);
  more();
}

const stalls: [string, (socket: Socket) => void][] = [
  ['says no header', () => undefined],
  ['drips its headers', (socket) => drip(socket, head, 'X-A: b\r\n', 20)],
  ['drips its body', (socket) => drip(socket, `${head}Content-Length: 99999\r\n\r\n`, 'x', 20)],
  ['drips chunks', (s) => drip(s, `${head}Transfer-Encoding: chunked\r\n\r\n`, '1\r\nx\r\n', 20)],
  ['floods with 1xx', (socket) => drip(socket, '', 'HTTP/1.1 103 Hint\r\n\r\n'.repeat(50), 2)],
];

test.concurrent.each(stalls)(
  'gives up in time on a receiver that %s',
  async (_, answer) => {
    await using there = await receiver({ answer });
    using sender = testSender({ timeoutMs });
    mustBeLate(await sender.post(there.url), 'unknown');
    expect(there.counts.connections).toBe(1);
    await there.idle();
  },
  20_000,
);

test.concurrent('gives up in time on a lookup without an answer', async () => {
  using sender = testSender({ timeoutMs, resolve: () => new Promise(() => undefined) });
  mustBeLate(await sender.post('http://never.test/'));
}, 20_000);

test.concurrent.each(['http', 'https'])(
  'gives up in time on a connection by %s that never opens',
  async (scheme) => {
    await using hole = await blackHole();
    using sender = testSender({ timeoutMs });
    mustBeLate(await sender.post(hole.url(scheme)));
  },
  20_000,
);

test.concurrent('leaves time for the next address when one hangs', async () => {
  await using hole = await blackHole();
  await using there = await receiver({ host: '127.0.0.3', port: hole.port });
  const resolve = async () => ['127.0.0.2', '127.0.0.3'];
  using sender = testSender({ allow: ['127.0.0.0/29'], timeoutMs: 10_000, resolve });
  expect(await sender.post(`http://two.test:${hole.port}/`)).toMatchObject({ result: 'accepted' });
  expect(there.counts.connections).toBe(1);
}, 20_000);

test.concurrent('gives up in time on a receiver that never speaks TLS', async () => {
  await using there = await receiver();
  using sender = testSender({ timeoutMs });
  mustBeLate(await sender.post(there.url.replace('http:', 'https:')));
  expect(there.counts.connections).toBe(1);
  await there.idle();
}, 20_000);

test.concurrent('cuts off an endless response and uses its status', async () => {
  await using there = await receiver({ answer: flood });
  using sender = testSender({ timeoutMs: 10_000 });
  const outcome = await sender.post(there.url);
  expect(outcome).toMatchObject({ result: 'accepted', status: 200, response: 'x'.repeat(2048) });
  await there.idle();
}, 20_000);

test.concurrent('never decompresses a gzip bomb', async () => {
  const lengths = `Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`;
  const answer = (socket: Socket) => socket.end(Buffer.concat([Buffer.from(head + lengths), bomb]));
  await using there = await receiver({ answer });
  using sender = testSender({ timeoutMs: 10_000 });
  const outcome = await sender.post(there.url);
  expect(outcome).toMatchObject({ result: 'accepted', status: 200 });
  expect(outcome.response?.charCodeAt(0)).toBe(0x1f);
  await there.idle();
}, 20_000);

/** Unknown once the request was sent. */
function mustBeLate({ result, error, durationMs }: Outcome, expected: Result = 'refused') {
  expect([result, error]).toEqual([expected, `No complete response within ${timeoutMs / 1000}s`]);
  expect(durationMs).toBeWithin(timeoutMs - 5, timeoutMs + SLACK_MS + 1);
  if (process.env.INBOX_STALLS) console.log(durationMs);
}
