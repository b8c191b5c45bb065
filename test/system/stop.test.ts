import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Agent } from '../../src/core/channels/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { removeDirectory, temporaryDirectory } from '../support/directory.ts';
import { serveInProcess } from '../support/process.ts';

test('a stop answers the polls with timeout and ends within 5 s, connections open or not', async () => {
  const data = temporaryDirectory();
  const { agent, url, end } = await serveInProcess(data);
  const channelId = (await agent.post<Agent>('/agents', { name: 'Bot' })).body.id;
  const review = { type: 'approval' };
  const { id } = (await agent.post<Message>('/messages', { channelId, review })).body;
  const idle = await Promise.all(Array.from({ length: 5 }, () => keepOpen(url)));
  const polls = Array.from({ length: 20 }, () =>
    agent.get(`/reviews/${id}/wait?channel=${channelId}`),
  );
  // The polls are on their way before the health check that follows is answered.
  await fetch(`${url}/health`);
  await Bun.sleep(100);

  const startedAt = performance.now();
  const code = end('SIGTERM');
  for (const poll of await Promise.all(polls)) {
    expect([poll.status, poll.body as unknown]).toEqual([200, { status: 'timeout' }]);
  }
  expect(await code).toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(5000);
  expect(existsSync(join(data, 'run.json'))).toBe(false);
  for (const socket of idle) socket.end();
  removeDirectory(data);
}, 20_000);

/** A connection that has had its answer and stays. */
async function keepOpen(url: string) {
  const { hostname, port } = new URL(url);
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: { data: () => resolve() },
  });
  socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n');
  await answered;
  return socket;
}
