import { expect, test } from 'bun:test';
import { connect } from 'node:net';
import { testServer } from '../support/server/server.ts';

/**
 * Sends a request without a key from one of this machine's addresses, and returns the address's
 * remaining quota.
 */
function leftTo(localAddress: string, url: string): Promise<number> {
  const { hostname: host, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect({ host, port: Number(port), localAddress });
    socket.write('GET /api/v1/agents HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('close', () => resolve(Number(/ratelimit-remaining: (\d+)/i.exec(answer)?.[1])));
    socket.on('error', reject);
  });
}

test('limits anonymous requests per address', async () => {
  await using server = await testServer();
  // Without a pause: it regains 20 a second.
  const left = await Promise.all(Array.from({ length: 30 }, () => leftTo('127.0.0.1', server.url)));
  expect(Math.min(...left)).toBeLessThan(99);
  expect(await leftTo('127.0.0.2', server.url)).toBe(99);
});

test('refuses to listen on a foreign address and names it', async () => {
  const starting = testServer({ host: '192.0.2.1' });
  await expect(starting).rejects.toThrow('Cannot listen on 192.0.2.1:0: ');
});
