/** A body without a byte, in whatever way it is sent, is refused or handled, and is never our fault. */
import { expect, test } from 'bun:test';
import { connect } from 'node:net';
import { testServer } from '../support/server/server.ts';

const types = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=b',
];
const others = [
  'text/plain',
  'application/octet-stream',
  'application/problem+json; charset=utf-8',
  '',
];
const empties = [
  'Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'Content-Length: 0\r\n\r\n',
  '\r\n',
];

function statusOf(url: string, head: string): Promise<number> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(head));
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0)));
    socket.on('error', reject);
  });
}

test('answers an empty body of every content type on every route without a 500', async () => {
  await using server = await testServer({ rateLimit: 'off' });
  const { id } = await server.channel();
  const { paths } = await (await fetch(`${server.url}/openapi.json`)).json();
  const failed: string[] = [];
  const ask = async (method: string, path: string, type: string, empty: string, who: string) => {
    const line = `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, id)} HTTP/1.1\r\nHost: x\r\n`;
    const sent = type === '' ? '' : `Content-Type: ${type}\r\n`;
    const status = await statusOf(server.url, `${line}${who}${sent}Connection: close\r\n${empty}`);
    if (status === 0 || status === 500) failed.push(`${status} ${method} ${path} ${type} ${empty}`);
  };
  const owner = `Authorization: ${server.as.ownerHeaders.authorization}\r\n`;
  const strangers = [`x-api-key: ${server.agentKey.key}\r\n`, ''];
  const sent = [
    ...[...types, ...others].map((type) => [type, owner] as const),
    ...types.flatMap((type) => strangers.map((who) => [type, who] as const)),
  ];
  for (const [path, methods] of Object.entries<object>(paths)) {
    for (const method of Object.keys(methods).filter((one) => one !== 'get')) {
      await Promise.all(
        sent.flatMap(([type, who]) => empties.map((empty) => ask(method, path, type, empty, who))),
      );
    }
  }
  expect(failed).toEqual([]);
}, 60_000);
