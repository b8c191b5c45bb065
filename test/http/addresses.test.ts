import { expect, test } from 'bun:test';
import { request } from 'node:http';
import { testServer } from '../support/server.ts';

/** Asks without a key, from one of the addresses of this machine. */
function statusFrom(localAddress: string, url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const options = { localAddress, agent: false };
    const sent = request(`${url}/api/v1/agents`, options, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode));
    });
    sent.on('error', reject).end();
  });
}

test('one address that floods the inbox leaves the others alone', async () => {
  await using server = await testServer();
  const flood = await Promise.all(
    Array.from({ length: 150 }, () => statusFrom('127.0.0.1', server.url)),
  );
  expect(flood).toContain(429);
  expect(await statusFrom('127.0.0.2', server.url)).toBe(401);
});
