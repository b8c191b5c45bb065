import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import type { Agent } from '../../src/core/channels/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { connected } from '../support/clients/sockets.ts';
import { type Stuck, stuckPolling, stuckSocket } from '../support/clients/stuck.ts';
import { ownProcess } from '../support/server/process.ts';
import type { Answer, Client } from '../support/server/server.ts';

const MIB = 1024 * 1024;
const EVENTS = 400;
const EVENT_BYTES = 250_000;
const AT_ONCE = 10;
/** 95 MiB are announced; the backlog of four must not show beside garbage. */
const LARGEST_GROWTH = 60 * MIB;
/** The memory of a small machine: with more, the engine collects so late that most of the growth is garbage. */
const SMALL = { BUN_JSC_forceRAMSize: `${256 * MIB}` };

test.each([
  ['a websocket that is not read', stuckSocket],
  ['a client that polls no more', stuckPolling],
])(
  'drops %s, which catches up, and sends others everything in order',
  async (_, subscribe) => {
    await using server = await ownProcess(SMALL);
    const { id: channelId } = (await server.agent.post<Agent>('/agents', { name: 'Bot' })).body;
    using reader = await connected(server.url, { auth: { apiKey: server.token } });
    await reader.emitWithAck('subscribe:channel', channelId);
    const received: string[] = [];
    reader.on('message:created', ({ id }: Message) => received.push(id));
    await send(server, channelId, 100, reader);
    const before = memoryOf(server.pid);
    const stuck = await subscribe(server.url, server.token, channelId);
    const subscribedAt = received.length;
    await send(server, channelId, EVENTS, reader);
    const grown = memoryOf(server.pid) - before;

    const early = await receivedBy(stuck);
    expect(grown).toBeLessThan(LARGEST_GROWTH);
    expect(received).toEqual(await idsAfter(server.agent, channelId, '0'));
    expect(early.length).toBeLessThan(EVENTS / 4);
    const last = early.at(-1) ?? received[subscribedAt - 1] ?? '0';
    const missed = await idsAfter(server.agent, channelId, last);
    expect([...early, ...missed]).toEqual(received.slice(subscribedAt));
  },
  120_000,
);

test('sends a client that upgraded from polling more than a poll may queue', async () => {
  await using server = await ownProcess();
  const { id: channelId } = (await server.agent.post<Agent>('/agents', { name: 'Bot' })).body;
  using reader = await connected(server.url, {
    auth: { apiKey: server.token },
    transports: ['polling', 'websocket'],
  });
  const { id, io } = reader;
  if (io.engine.transport.name === 'polling') {
    await new Promise<void>((resolve) => io.engine.once('upgrade', () => resolve()));
  }
  await reader.emitWithAck('subscribe:channel', channelId);
  const received: string[] = [];
  reader.on('message:created', (message: Message) => received.push(message.id));
  await send(server, channelId, 40, reader);
  expect(received).toEqual(await idsAfter(server.agent, channelId, '0'));
  expect(reader.id).toBe(id ?? '');
}, 120_000);

type Page = { data: Message[]; nextCursor: string | null };
type Reader = Awaited<ReturnType<typeof connected>>;
type Process = Awaited<ReturnType<typeof ownProcess>>;

/** Announces this many events of a quarter megabyte each, no faster than the reader receives them. */
async function send({ url, token }: Process, channelId: string, events: number, reader: Reader) {
  const payload = { kept: 'x'.repeat(EVENT_BYTES) };
  const body = JSON.stringify({ channelId, review: { type: 'freeform', payload } });
  const headers = { 'x-api-key': token, 'content-type': 'application/json' };
  const post = async () => {
    const { status } = await fetch(`${url}/api/v1/messages`, { method: 'POST', headers, body });
    expect(status).toBe(201);
  };
  for (let sent = 0; sent < events; sent += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, post));
    // Answered after what was announced before it.
    await reader.emitWithAck('ping');
  }
}

/** Returns what it received before the server dropped it. */
async function receivedBy(stuck: Stuck): Promise<string[]> {
  const text = await stuck.readAgain();
  return [...text.matchAll(/"message:created",\{"id":"(\w+)".+?\}\]/gs)].map(([, id]) => id ?? '');
}

async function idsAfter(agent: Client, channelId: string, from: string): Promise<string[]> {
  const ids: string[] = [];
  for (let after: string | null = from; after !== null; ) {
    const query: string = `channel=${channelId}&limit=100&after=${after}`;
    const { body }: Answer<Page> = await agent.get<Page>(`/messages?${query}`);
    ids.push(...body.data.map(({ id }) => id));
    after = body.nextCursor;
  }
  return ids;
}

function memoryOf(pid: number): number {
  const [, kib] = /RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) * 1024;
}
