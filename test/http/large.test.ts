/** How much one credential, and all of them, may have under way. Nobody reads an answer here unless it says so. */
import { expect, jest, test } from 'bun:test';
import { createKey } from '../../src/core/access/keys.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { answerReview } from '../../src/core/reviews/reviews.ts';
import { createLarge } from '../../src/http/large.ts';
import { openMany } from '../support/clients/raw.ts';
import { appOf, jsonBody } from '../support/inbox/app.ts';
import { type TestInbox, testInbox } from '../support/inbox/inbox.ts';
import { recordingLog } from '../support/inbox/log.ts';
import { eventually } from '../support/reach/eventually.ts';
import { testServer } from '../support/server/server.ts';

const TEXT = 'é'.repeat(100_000);

async function credentials(inbox: TestInbox, count: number) {
  const made: Record<string, string>[] = [];
  for (let at = 0; at < count; at++) {
    const input = { name: `Key ${at}`, channels: 'all' as const, expiresAt: null };
    made.push({ 'x-api-key': (await createKey(inbox, inbox.owner, input)).key });
  }
  return made as [Record<string, string>, ...Record<string, string>[]];
}

async function largeInbox(keys = 1) {
  const inbox = await testInbox();
  const send = await appOf(inbox, { rateLimit: 'off' });
  const { id } = await inbox.send({ text: TEXT });
  const all = await credentials(inbox, keys);
  const read = (headers: Record<string, string>) => send(`/messages/${id}`, { headers });
  return {
    inbox,
    send,
    id,
    keys: all,
    read,
    [Symbol.asyncDispose]: () => inbox[Symbol.asyncDispose](),
  };
}

const times = <T>(count: number, run: () => Promise<T>) =>
  Promise.all(Array.from({ length: count }, run));

test('refuses the seventeenth large answer of a credential until one is read or left', async () => {
  await using large = await largeInbox(2);
  const [key, other = key] = large.keys;
  const unread = await times(16, () => large.read(key));
  expect(unread.map(({ status }) => status)).toEqual(Array(16).fill(200));
  const refused = await large.read(key);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  expect(await refused.json()).toEqual({
    statusCode: 429,
    message: 'This credential has 16 large answers under way. Read or close one first',
  });
  expect((await large.send('/agents', { headers: key })).status).toBe(200);
  expect((await large.read(other)).status).toBe(200);
  await unread[0]?.body?.cancel();
  const again = await large.read(key);
  expect(again.status).toBe(200);
  expect((await large.read(key)).status).toBe(429);
  expect(await again.json()).toMatchObject({ text: TEXT });
  expect((await large.read(key)).status).toBe(200);
});

test('gives the place back when a client has left, before or after the answer began', async () => {
  await using large = await largeInbox();
  const [headers] = large.keys;
  for (const isEarly of [true, false]) {
    const leaving = new AbortController();
    const asked = times(16, () =>
      large.send(`/messages/${large.id}`, { headers, signal: leaving.signal }),
    );
    if (!isEarly) await asked;
    leaving.abort();
    await asked;
    const after = await times(16, () => large.read(headers));
    expect(after.map(({ status }) => status)).toEqual(Array(16).fill(200));
    for (const { body } of after) await body?.cancel();
  }
});

test('sends 64 large answers at the same time, and no more', async () => {
  await using large = await largeInbox(5);
  const [one, two = one, three = one, four = one, five = one] = large.keys;
  for (const key of [one, two, three, four]) await times(16, () => large.read(key));
  const refused = await large.read(five);
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({
    message: 'The inbox has 64 large answers under way. Try again in 1s',
  });
});

test('counts every kind of large answer that reads', async () => {
  await using large = await largeInbox();
  const [key] = large.keys;
  const { inbox, send } = large;
  for (let at = 0; at < 20; at++)
    await inbox.send({ text: 'x'.repeat(4000), review: { type: 'approval' } });
  await times(16, () => large.read(key));
  const status = async (path: string) => (await send(path, { headers: key })).status;
  const lists = ['/messages?', '/messages?after=0&', '/messages?search=xx&', '/reviews/pending?'];
  for (const path of [...lists, '/events?after=0&']) {
    expect([path, await status(`${path}limit=100`)]).toEqual([path, 429]);
    expect([path, await status(`${path}limit=3`)]).toEqual([path, 200]);
  }
});

test('never refuses a change that has been made: its message is cut, as in lists', async () => {
  await using large = await largeInbox();
  const [headers] = large.keys;
  const { inbox, send } = large;
  const { id: channelId } = await inbox.channel();
  const body = { channelId, text: TEXT, metadata: { source: 'ci', m: 'x'.repeat(20_000) } };
  const whole = (await (await send('/messages', jsonBody(body, headers))).json()) as Message;
  expect(whole).toMatchObject({ text: TEXT, metadata: body.metadata, truncated: false });
  await times(16, () => large.read(headers));
  const cut = await send('/messages', jsonBody(body, headers));
  expect(cut.status).toBe(201);
  const text = 'é'.repeat(2048);
  expect(await cut.json()).toMatchObject({ text, metadata: { source: 'ci' }, truncated: true });
});

test('never refuses those who wait for an answer, however many and however long', async () => {
  await using large = await largeInbox();
  const [headers] = large.keys;
  const { inbox, send } = large;
  await times(16, () => large.read(headers));
  const { id, channelId } = await inbox.send({ text: TEXT, review: { type: 'approval' } });
  const waits = Array.from({ length: 200 }, () =>
    send(`/reviews/${id}/wait?channel=${channelId}`, { headers }),
  );
  await eventually(() => inbox.waiting.waiters.get(id)?.size === 200);
  await answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });
  for (const answer of await Promise.all(waits)) {
    expect(answer.status).toBe(200);
    const { status, message } = (await answer.json()) as { status: string; message: Message };
    expect([status, message.text]).toEqual(['completed', TEXT]);
  }
});

test('refuses the twenty-first stream of events of a credential until one has ended', async () => {
  await using large = await largeInbox(2);
  const [key, other = key] = large.keys;
  const open = (headers: Record<string, string>) =>
    large.send('/events?after=0', { headers: { ...headers, accept: 'text/event-stream' } });
  const streams = await times(20, () => open(key));
  expect(streams.map(({ status }) => status)).toEqual(Array(20).fill(200));
  const refused = await open(key);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  expect(await refused.json()).toMatchObject({
    message: 'This credential has 20 event streams under way. Read or close one first',
  });
  const others = await open(other);
  expect(others.status).toBe(200);
  await streams[0]?.body?.cancel();
  const again = await open(key);
  expect(again.status).toBe(200);
  for (const { body } of [...streams.slice(1), others, again]) await body?.cancel();
});

test('reports no fault when clients leave while their answers are written', async () => {
  const { log, lines } = recordingLog('error');
  await using server = await testServer({}, log);
  const { id: channelId } = await server.channel();
  const metadata = { m: 'x'.repeat(16_000) };
  for (let at = 0; at < 60; at++) {
    await server.as.agent.post('/messages', { channelId, text: 'x'.repeat(4000), metadata });
  }
  const { key } = server.agentKey;
  const asked = `GET /api/v1/messages?limit=60 HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${key}\r\n\r\n`;
  for (let turn = 0; turn < 5; turn++) {
    using clients = await openMany(server.url, 10, asked);
    for (const socket of clients.open) socket.pause();
    await server.as.agent.get('/agents');
  }
  await server.as.agent.get('/agents');
  expect(lines).toEqual([]);
});

test('sends no white space to a client that has left', async () => {
  await using inbox = await testInbox();
  const { held } = createLarge(inbox);
  jest.useFakeTimers();
  try {
    const opinion = new Promise<null>(() => {});
    const { body } = await held(new Request('http://localhost'), async () => ({ opinion }));
    const reader = body?.getReader();
    jest.advanceTimersByTime(20_000);
    expect(await reader?.read()).toEqual({ done: false, value: new TextEncoder().encode(' ') });
    await reader?.cancel();
    expect(() => jest.advanceTimersByTime(60_000)).not.toThrow();
    expect(jest.getTimerCount()).toBe(0);
  } finally {
    jest.useRealTimers();
  }
});
