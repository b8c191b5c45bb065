/** INBOX_CONNECTIONS is how many; `bun run faults clients` opens 10,000 and prints times. */
import { expect, test } from 'bun:test';
import type { NewKey } from '../../src/core/access/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { openMany, sayRaw } from '../support/clients/raw.ts';
import { callAs, openChannel } from '../support/faults/load.ts';
import { ownProcess } from '../support/server/process.ts';

const CONNECTIONS = Number(process.env.INBOX_CONNECTIONS ?? 500);
const IS_LONG = CONNECTIONS >= 10_000;
const TIMEOUT = { timeout: 60_000 + CONNECTIONS * 20 };
const MIB = 1024 * 1024;
const HALF_A_HEAD = 'GET /api/v1/agents HTTP/1.1\r\nHost: localhost\r\nx-api-key: hp_';
const HALF_A_BODY =
  'POST /api/v1/messages HTTP/1.1\r\nHost: localhost\r\nx-api-key: KEY\r\n' +
  'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"te';
const WHOLE = 'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n';

type Server = Awaited<ReturnType<typeof ownProcess>>;

/** Another person asks, answers and waits for the answer. */
async function serves(server: Server): Promise<void> {
  const agent = callAs(server, 'agent');
  const channelId = await openChannel(server);
  const asked = await agent<Message>('POST', '/messages', {
    channelId,
    review: { type: 'approval' },
  });
  const path = `/reviews/${asked.body.id}`;
  const poll = agent<{ status: string }>('GET', `${path}/wait?channel=${channelId}`);
  const response = { selectedOption: 'approve' };
  await callAs(server, 'owner')('POST', `${path}/respond`, { response });
  expect([asked.status, (await poll).body.status]).toEqual([201, 'completed']);
}

const kinds = [
  ['stop in the middle of a header', HALF_A_HEAD],
  ['stop in the middle of a body', HALF_A_BODY],
  ['say nothing', ''],
  ['stay after their answer', WHOLE],
] as const;

test.each(kinds)(
  `${CONNECTIONS} connections that %s delay no other request`,
  async (_, said) => {
    await using server = await ownProcess();
    using many = await openMany(server.url, CONNECTIONS, said.replace('KEY', server.token));
    expect(many.open.size).toBeGreaterThan(0);
    await serves(server);
    many.say('x');
    await serves(server);
    many.halfClose();
    await serves(server);
    expect(server.hasEnded()).toBe(false);
  },
  TIMEOUT,
);

test('refuses headers of 1 MiB and keeps serving', async () => {
  await using server = await ownProcess();
  const heads = [
    `x-big: ${'x'.repeat(MIB)}`,
    'x: y\r\n'.repeat(MIB / 6),
    `cookie: ${'c'.repeat(MIB)}`,
  ];
  for (const head of heads) {
    const received = await sayRaw(
      server.url,
      `GET /api/v1/agents HTTP/1.1\r\nHost: localhost\r\n${head}\r\n\r\n`,
    );
    expect(received).toMatch(/^(HTTP\/1\.1 4\d\d |$)/);
  }
  await serves(server);
});

test('refuses 1 MiB of brackets repeatedly while serving others', async () => {
  await using server = await ownProcess();
  const bodies = [
    '['.repeat(MIB - 1),
    '{"a":'.repeat(MIB / 5 - 1),
    `${'['.repeat(70)}${']'.repeat(70)}`,
  ];
  const post = async (body: string) => {
    const headers = { 'x-api-key': server.token, 'content-type': 'application/json' };
    const answer = await fetch(`${server.url}/api/v1/messages`, { method: 'POST', headers, body });
    return answer.status;
  };
  const refused = Promise.all(
    Array.from({ length: 30 }, (_, turn) => post(bodies[turn % 3] ?? '')),
  );
  await serves(server);
  expect(new Set(await refused)).toEqual(new Set([400]));
});

test(
  'limits a flood from one key and serves another key normally',
  async () => {
    await using server = await ownProcess();
    const channelId = await openChannel(server);
    const [loud, quiet] = await Promise.all([keyOf(server), keyOf(server)]);
    const statuses: Record<number, number> = {};
    let isOver = false;
    const flood = Array.from({ length: 64 }, async () => {
      while (!isOver) {
        const { status } = await callAs(loud, 'agent')('GET', '/agents');
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
    });
    while (!statuses[429]) await Bun.sleep(1);
    const times = await sendSome(quiet, channelId, IS_LONG ? 450 : 100);
    isOver = true;
    await Promise.all(flood);
    expect(Object.keys(statuses)).toEqual(['200', '429']);
    if (IS_LONG) console.log(`beside a flood: p50 ${at(times, 0.5)} ms, p99 ${at(times, 0.99)} ms`);
  },
  TIMEOUT,
);

async function keyOf({ url, owner }: Server) {
  const { body } = await owner.post<NewKey>('/keys', { name: 'Key', channels: 'all' });
  return { url, token: body.key };
}

/** How long each took, in milliseconds; all must be taken. */
async function sendSome(quiet: { url: string; token: string }, channelId: string, count: number) {
  const times: number[] = [];
  for (let sent = 0; sent < count; sent++) {
    const startedAt = performance.now();
    const input = { channelId, text: 'I am here too' };
    expect((await callAs(quiet, 'agent')('POST', '/messages', input)).status).toBe(201);
    times.push(performance.now() - startedAt);
  }
  return times.sort((one, other) => one - other);
}

const at = (sorted: number[], share: number) =>
  sorted[Math.floor(sorted.length * share)]?.toFixed(1);
