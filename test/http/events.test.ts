/** The log of events over HTTP: pages, held requests, streams. */
import { expect, test } from 'bun:test';
import type { EventPage, LoggedEvent } from '../../src/core/log/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { type TestServer, testServer } from '../support/server/server.ts';

const page = async (server: TestServer, query: string, as: 'owner' | 'agent' = 'owner') =>
  (await server.as[as].get<EventPage>(`/events?${query}`)).body;

const names = ({ data }: EventPage) => data.map(({ event }) => event);

test('lists every change once, in order and without a gap, with current messages', async () => {
  await using server = await testServer();
  const { id: channelId } = await server.channel();
  const { agent, owner } = server.as;
  const review = { type: 'approval' };
  const { body: sent } = await agent.post<Message>('/messages', { channelId, text: 'Go?', review });
  await owner.post(`/reviews/${sent.id}/respond`, { response: { selectedOption: 'approve' } });
  const { body: gone } = await agent.post<Message>('/messages', { channelId, text: 'Oops' });
  await agent.delete(`/messages/${gone.id}`);

  const all = await page(server, 'after=0');
  expect(all.data.map(({ seq }) => seq)).toEqual(all.data.map((_, index) => index + 1));
  expect(all).toMatchObject({ nextAfter: all.data.length, more: false });
  const about = (id: string) =>
    all.data.filter((one) => 'messageId' in one && one.messageId === id);
  expect(about(sent.id).map(({ event }) => event)).toEqual(['message:created', 'review:responded']);
  for (const one of about(sent.id)) {
    expect(one).toMatchObject({ channelId, message: { review: { status: 'completed' } } });
  }
  expect(about(sent.id)[1]).toMatchObject({ was: { pending: true } });
  expect(about(gone.id)).toMatchObject([
    { event: 'message:created', message: null },
    { event: 'message:deleted', message: null, was: { pending: false } },
  ]);
  const created = all.data.find(({ event }) => event === 'agent:created');
  expect(created).toMatchObject({ channelId, payload: { id: channelId, name: 'Bot' } });
});

test("gives a message the seq of its last event, and every read the log's seq", async () => {
  await using server = await testServer();
  const { id: channelId } = await server.channel();
  const { body: sent } = await server.as.agent.post<Message>('/messages', { channelId, text: 'a' });
  await server.as.agent.post(`/messages/${sent.id}/ack`);
  const read = await server.as.agent.get<Message>(`/messages/${sent.id}`);
  const { data } = await page(server, `after=${sent.seq}`);
  const last = data.filter((one) => 'messageId' in one && one.messageId === sent.id).at(-1);
  expect(last?.event).toBe('message:delivery');
  expect(read.body.seq).toBe(last?.seq as number);
  expect(Number(read.headers.get('inbox-seq'))).toBeGreaterThanOrEqual(read.body.seq);
  expect(read.headers.get('inbox-log')).toMatch(/^[\w-]{36}\.\w{16}$/);
});

test('joins pages of any size without gaps or duplicates', async () => {
  await using server = await testServer();
  const { id: channelId } = await server.channel();
  for (let n = 0; n < 25; n++) {
    await server.as.agent.post('/messages', { channelId, text: `${n}` });
  }
  const whole = await page(server, 'after=0');
  for (const limit of [1, 7, 100]) {
    const seqs: number[] = [];
    for (let after = 0, more = true; more; ) {
      const part = await page(server, `after=${after}&limit=${limit}`);
      expect(part.data.length).toBeLessThanOrEqual(limit);
      seqs.push(...part.data.map(({ seq }) => seq));
      ({ nextAfter: after, more } = part);
    }
    expect(seqs).toEqual(whole.data.map(({ seq }) => seq));
  }
});

test('limits a key to events of its channels and itself', async () => {
  await using server = await testServer();
  const [mine, other] = [await server.channel({ name: 'Mine' }), await server.channel()];
  const { body: key } = await server.as.owner.post<{ key: string; id: string }>('/keys', {
    name: 'Narrow',
    channels: [mine.id],
  });
  const narrow = server.as.key(key.key);
  await narrow.post('/messages', { channelId: mine.id, text: 'a' });
  await server.as.agent.post('/messages', { channelId: other.id, text: 'b' });
  const { body } = await narrow.get<EventPage>('/events?after=0');
  const reported = body.data.map(({ event, channelId }) => [event, channelId]);
  expect(reported).toEqual([
    ['agent:created', mine.id],
    ['access:changed', null],
    ['agent:status', mine.id],
    ['message:created', mine.id],
  ]);
  expect((await narrow.get(`/events?after=0&channel=${other.id}`)).status).toBe(404);
  const { body: one } = await server.as.agent.get<EventPage>(`/events?after=0&channel=${other.id}`);
  expect(names(one)).toEqual(['agent:created', 'agent:status', 'message:created']);
});

test('refuses a position outside this log', async () => {
  await using server = await testServer();
  const { owner, nobody } = server.as;
  for (const query of [
    '',
    '?after=x',
    '?after=-1',
    '?after=',
    '?after=0&limit=0',
    '?after=0&wait=-1',
  ]) {
    expect((await owner.get(`/events${query}`)).status).toBe(400);
  }
  expect((await nobody.get('/events?after=0')).status).toBe(401);
  expect((await owner.post('/events', {})).status).toBe(405);
  const ahead = await owner.get('/events?after=1000000');
  expect(ahead).toMatchObject({ status: 410, body: { oldest: 1 } });
  expect((await owner.get('/events?after=0&log=another')).status).toBe(410);
});

test('ends a long poll on the next event, or empty at the timeout', async () => {
  await using server = await testServer();
  const { id: channelId } = await server.channel();
  const { nextAfter } = await page(server, 'after=0');
  await server.as.agent.post('/messages', { channelId, text: 'before' });
  const { nextAfter: now } = await page(server, `after=${nextAfter}`);
  const held = page(server, `after=${now}&wait=30000`, 'agent');
  await server.as.agent.post('/messages', { channelId, text: 'now' });
  const { data } = await held;
  expect(data[0]).toMatchObject({ event: 'message:created', message: { text: 'now' } });
  const empty = await page(server, `after=${data[0]?.seq}&wait=50`);
  expect(empty.data).toEqual([]);
});

test('resumes a stream after the id of its last event', async () => {
  await using server = await testServer();
  const { id: channelId } = await server.channel();
  const send = (text: string) => server.as.agent.post('/messages', { channelId, text });
  await send('zero');
  await using first = await stream(server, {});
  await send('one');
  const [one] = await first.next(1);
  expect(one).toMatchObject({ event: 'message:created', message: { text: 'one' } });
  await first[Symbol.asyncDispose]();
  await send('two');
  await using again = await stream(server, { 'last-event-id': `${one?.seq}` });
  await send('three');
  const rest = await again.next(2);
  expect(rest.map((event) => 'message' in event && event.message?.text)).toEqual(['two', 'three']);
});

async function stream(server: TestServer, headers: Record<string, string>) {
  const controller = new AbortController();
  const response = await fetch(`${server.url}/api/v1/events`, {
    headers: { ...server.as.ownerHeaders, accept: 'text/event-stream', ...headers },
    signal: controller.signal,
  });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = '';
  return {
    /** The next `count` events. */
    async next(count: number): Promise<LoggedEvent[]> {
      while (text.split('\n\n').filter((frame) => frame.startsWith('id:')).length < count) {
        const { value } = await reader.read();
        text += decoder.decode(value);
      }
      const frames = text.split('\n\n').filter((frame) => frame.startsWith('id:'));
      text = '';
      return frames.map((frame) => JSON.parse(frame.split('data: ')[1] ?? ''));
    },
    async [Symbol.asyncDispose]() {
      controller.abort();
    },
  };
}

test("ends streams and long polls when the caller's access changes", async () => {
  await using server = await testServer();
  const { id: channelId } = await server.channel();
  const { body: key } = await server.as.owner.post<{ key: string; id: string }>('/keys', {
    name: 'Narrow',
    channels: [channelId],
  });
  const { body: now } = await server.as.key(key.key).get<EventPage>('/events?after=0');
  const held = server.as.key(key.key).get<EventPage>(`/events?after=${now.nextAfter}&wait=30000`);
  const response = await fetch(`${server.url}/api/v1/events`, {
    headers: { 'x-api-key': key.key, accept: 'text/event-stream' },
  });
  const streamed = response.text();
  await server.as.owner.delete(`/keys/${key.id}`);
  expect((await held).body.data).toEqual([]);
  expect(await streamed).toMatch(/^: log=[\w-]{36}\.\w{16}\n\n(:\n\n)?$/);
});
