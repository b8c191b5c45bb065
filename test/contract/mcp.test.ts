/**
 * Bodies of JSON-RPC that clients of today and tomorrow may send. Their number is INBOX_MCP, 300 unless it says
 * otherwise; INBOX_SEED repeats a run.
 */
import { expect, test } from 'bun:test';
import { connect } from '../../scripts/bench/support/connection.ts';
import { jsonRequest } from '../../scripts/bench/support/load.ts';
import type { NewKey } from '../../src/core/access/schema.ts';
import type { Agent } from '../../src/core/channels/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { fuzzServer } from '../support/event-loop/server.ts';
import { mcpBody } from '../support/hostile/mcp.ts';
import { newSeed, seeded } from '../support/machine/random.ts';
import { sized } from '../support/machine/sized.ts';
import { eventually } from '../support/reach/eventually.ts';
import { clientOf, testServer } from '../support/server/server.ts';

const BODIES = Number(process.env.INBOX_MCP ?? sized(300, 3000));
const AT_ONCE = 24;
const LONG = 10_000;
/** A short run is mostly of code that is not compiled yet, beside other tests on the same two cores. */
const LONGEST_MS = BODIES >= LONG ? 50 : 150;
/** How long a client holds a call that waits. */
const HOLD_MS = 300;
/** The bodies of one round, after which what they asked is withdrawn. */
const ROUND = 1000;

test(
  'changes no question but by withdrawing it, whatever the body of a call',
  async () => {
    const seed = newSeed();
    const random = seeded(seed);
    await using server = await fuzzServer();
    const owner = clientOf(server.url, { authorization: `Bearer ${server.token}` });
    const { id: channelId } = (await owner.post<Agent>('/agents', { name: 'MCP' })).body;
    const key = (await owner.post<NewKey>('/keys', { name: 'a@b', channels: [channelId] })).body
      .key;
    const agent = clientOf(server.url, { 'x-api-key': key });
    const ask = async () => {
      const review = { type: 'approval', payload: { title: 'Deploy?' } };
      return (await agent.post<Message>('/messages', { channelId, review })).body.id;
    };
    const kept = await Promise.all(Array.from({ length: 5 }, ask));
    const loose = await Promise.all(Array.from({ length: 20 }, ask));
    const statuses: Record<string, number> = {};
    let left = 0;

    async function send(): Promise<void> {
      const { path, headers, text } = mcpBody(random, { kept, loose });
      try {
        const response = await fetch(`${server.url}${path}`, {
          method: 'POST',
          headers: {
            ...headers,
            authorization: `Bearer ${key}`,
            'content-type': 'application/json',
          },
          body: text,
          signal: AbortSignal.timeout(HOLD_MS),
        });
        const { status } = response;
        statuses[status] = (statuses[status] ?? 0) + 1;
        const isRefused = status >= 500 ? [status, text.slice(0, 500)] : null;
        expect(isRefused).toBeNull();
        await response.text();
      } catch (error) {
        if ((error as Error).name !== 'TimeoutError') throw error;
        statuses.left = (statuses.left ?? 0) + 1;
      }
    }
    const sender = async () => {
      while (left-- > 0) await send();
    };
    /** The number of questions that a key may have is limited. */
    async function withdrawAsked(): Promise<void> {
      for (;;) {
        const path = `/reviews/pending?channel=${channelId}&limit=100`;
        const { body: pending } = await owner.get<Message[]>(path);
        const asked = pending.filter(({ id }) => ![...kept, ...loose].includes(id));
        if (asked.length === 0) return;
        for (const { id } of asked) await agent.post(`/reviews/${id}/withdraw`, {});
      }
    }
    // The start is over.
    await server.gaps();
    for (let sent = 0; sent < BODIES; sent += ROUND) {
      left = Math.min(ROUND, BODIES - sent);
      await Promise.all(Array.from({ length: AT_ONCE }, sender));
      await withdrawAsked();
    }

    console.log(`INBOX_SEED=${seed}: ${BODIES} bodies ${JSON.stringify(statuses)}`);
    const { idleMs } = await server.worst();
    const holds = (await server.gaps()).filter(({ heldMs }) => heldMs > LONGEST_MS + idleMs);
    expect(holds.map(({ heldMs, during }) => `${heldMs.toFixed(0)} ms during ${during}`)).toEqual(
      [],
    );
    const states = await Promise.all(
      [...kept, ...loose].map(async (id) => (await owner.get<Message>(`/reviews/${id}`)).body),
    );
    const statusOf = (ids: string[]) =>
      new Set(states.filter(({ id }) => ids.includes(id)).map(({ review }) => review?.status));
    expect(statusOf(kept)).toEqual(new Set(['pending']));
    expect(statusOf(loose).has('completed')).toBe(false);
    const completed = `/messages?channel=${channelId}&review=completed`;
    expect((await owner.get<{ data: Message[] }>(completed)).body.data).toEqual([]);
    expect(server.hasEnded()).toBe(false);
  },
  { timeout: 120_000 + BODIES * 20 },
);

test('holds 500 calls of a key, and those of other keys beside them', async () => {
  await using server = await testServer();
  const { owner } = server.as;
  const channel = await server.channel({ name: 'Deploys' });
  const keyed = async (name: string) =>
    (await owner.post<NewKey>('/keys', { name, channels: [channel.id] })).body.key;
  const [busy, other] = [await keyed('busy'), await keyed('other')];
  const review = { type: 'approval', payload: { title: 'Deploy?' } };
  const agent = clientOf(server.url, { 'x-api-key': busy });
  const { body: asked } = await agent.post<Message>('/messages', { channelId: channel.id, review });
  const calling = (name: string, given: object) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: given },
  });
  const headers = (key: string) => ({
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${key}`,
  });
  const call = (key: string, name: string, given: object) =>
    fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: { ...headers(key), 'content-type': 'application/json' },
      body: JSON.stringify(calling(name, given)),
    });
  // `fetch` has no more than 256 requests under way.
  const wait = calling('wait', { ids: [asked.id], wait_seconds: 110 });
  const held = await Promise.all(Array.from({ length: 500 }, () => connect(server.url)));
  const statuses = await Promise.all(
    held.map(async (one) => (await one.ask(jsonRequest('/mcp', headers(busy), wait))).status),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  const refused = await call(busy, 'check', {});
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  expect(await refused.text()).toContain('500 held calls');
  const answered = await call(other, 'ask', { question: 'Mine?', wait_seconds: 0 });
  expect([answered.status, (await answered.text()).includes('pending')]).toEqual([200, true]);
  for (const one of held) one.end();
  await eventually(async () => (await call(busy, 'check', {})).ok);
});
