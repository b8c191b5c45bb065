/** A reader of the event stream that reads nothing of it. */
import { expect, test } from 'bun:test';
import type { Agent } from '../../src/core/channels/schema.ts';
import { openMany } from '../support/clients/raw.ts';
import { limited } from '../support/machine/memory.ts';
import { eventually } from '../support/reach/eventually.ts';
import { ownProcess } from '../support/server/process.ts';

const MESSAGES = 1600;
const MESSAGE_BYTES = 16_000;
const AT_ONCE = 20;
const READERS = 5;
/** More than the minute after which a silent connection is dropped. */
const STUCK_MS = 62_000;
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
  await Bun.sleep(STUCK_MS);
  expect(memory.most() - before).toBeLessThan(LARGEST_GROWTH_MIB);
  expect((await server.agent.get('/agents')).status).toBe(200);
  // They still receive what the machine has buffered, and then the end.
  for (const socket of readers.open) socket.resume();
  await eventually(() => readers.open.size === 0);
  expect(readers.open.size).toBe(0);
}, 180_000);
