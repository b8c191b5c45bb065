/** A reader of the event stream that reads nothing of it. */
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import type { Socket } from 'bun';
import type { Agent } from '../../src/core/channels/schema.ts';
import { openMany } from '../support/clients/raw.ts';
import { limited } from '../support/machine/memory.ts';
import { eventually } from '../support/reach/eventually.ts';
import { ownProcess } from '../support/server/process.ts';

const MESSAGES = 1600;
const MESSAGE_BYTES = 16_000;
const AT_ONCE = 20;
const READERS = 5;
/** A minute after the machine took the last bytes, a silent connection is dropped; a busy one looks later. */
const LATEST_MS = 110_000;
const LOOK_MS = 200;
/** 130 MB are to be streamed, in slices of 64 KiB. */
const LARGEST_GROWTH_MIB = 60;

test('reads no more pages for stuck readers than it can send, and drops them after a minute', async () => {
  await using server = await ownProcess();
  const { id: channelId } = (await server.agent.post<Agent>('/agents', { name: 'Bot' })).body;
  const metadata = { blob: 'm'.repeat(MESSAGE_BYTES) };
  const send = () => server.agent.post('/messages', { channelId, text: 'long', metadata });
  for (let sent = 0; sent < MESSAGES; sent += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, send));
  }
  using memory = limited(server.pid);
  await Bun.sleep(100);
  const before = memory.most();
  using readers = await openMany(
    server.url,
    READERS,
    `GET /api/v1/events?after=0 HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n` +
      `x-api-key: ${server.token}\r\n\r\n`,
  );
  for (const socket of readers.open) socket.pause();
  const { port } = new URL(server.url);
  const held = () => heldBy(port, readers.open);
  expect(held()).toBe(READERS);
  const deadline = performance.now() + LATEST_MS;
  while (held() && performance.now() < deadline) await Bun.sleep(LOOK_MS);
  expect(held()).toBe(0);
  expect(memory.most() - before).toBeLessThan(LARGEST_GROWTH_MIB);
  expect((await server.agent.get('/agents')).status).toBe(200);
  // They still receive what the machine has buffered, and then the end.
  for (const socket of readers.open) socket.resume();
  await eventually(() => readers.open.size === 0);
  expect(readers.open.size).toBe(0);
}, 180_000);

/** Returns how many of the connections the server has not ended. */
function heldBy(port: string, sockets: Set<Socket>): number {
  const hex = (number: number) => number.toString(16).toUpperCase().padStart(4, '0');
  const here = `:${hex(Number(port))} `;
  const established = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .filter((line) => line.split(' ').includes('01') && line.includes(here));
  // The side of the server: its port, then the reader's.
  return [...sockets].filter(({ localPort }) =>
    established.some((line) => line.indexOf(here) < line.indexOf(`:${hex(localPort)} `)),
  ).length;
}
