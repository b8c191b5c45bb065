import { expect, test } from 'bun:test';
import type { Message } from '../../src/core/messages/schema.ts';
import { createApp } from '../../src/http/app.ts';
import { testInbox } from '../support/inbox/inbox.ts';
import { type Failure, type TestServer, testServer } from '../support/server/server.ts';

type Waited = { status: string; message?: Message };
const yes = { response: { selectedOption: 'approve' } };

async function ask(server: TestServer, more: object = {}) {
  const channelId = (await server.channel()).id;
  const review = { type: 'approval', ...more };
  const { body } = await server.as.agent.post<Message>('/messages', { channelId, review });
  const wait = (timeout: number | string = '') =>
    server.as.agent.get<Waited>(`/reviews/${body.id}/wait?channel=${channelId}&timeout=${timeout}`);
  return { id: body.id, channelId, message: body, wait };
}

test("returns a person's answer to the agent's long poll", async () => {
  await using server = await testServer();
  const { id, wait } = await ask(server);
  const waiting = wait(30_000);
  await Bun.sleep(50);
  const answered = await server.as.owner.post<Message>(`/reviews/${id}/respond`, yes);
  expect((await waiting).body).toEqual({ status: 'completed', message: answered.body });
  expect(answered.body.review).toMatchObject({ status: 'completed', response: yes.response });
  expect((await wait(30_000)).body.status).toBe('completed');
});

test("returns 409 with the first answer's author and time for a second answer", async () => {
  await using server = await testServer();
  const { id } = await ask(server);
  const first = await server.as.owner.post<Message>(`/reviews/${id}/respond`, yes);
  const second = await server.as.owner.post<object>(`/reviews/${id}/respond`, yes);
  const { respondedAt, respondedBy } = first.body.review ?? {};
  const message = `Already answered by ${respondedBy?.name} at ${respondedAt}`;
  expect([second.status, second.body]).toEqual([
    409,
    { statusCode: 409, message, status: 'completed', respondedAt, respondedBy },
  ]);
});

test("refuses an answer with another seq than the question's, and stores nothing", async () => {
  await using server = await testServer();
  const { id, message } = await ask(server);
  for (const seq of [message.seq - 1, message.seq + 1]) {
    const refused = await server.as.owner.post(`/reviews/${id}/respond`, { ...yes, seq });
    expect([refused.status, refused.body as object]).toMatchObject([409, { status: 'pending' }]);
  }
  for (const seq of [-1, 1.5, '3']) {
    const refused = await server.as.owner.post(`/reviews/${id}/respond`, { ...yes, seq });
    expect([refused.status, refused.body.errors[0]?.path]).toEqual([400, ['seq']]);
  }
  expect((await server.as.agent.get<Message>(`/reviews/${id}`)).body).toEqual(message);
  const answered = await server.as.owner.post(`/reviews/${id}/respond`, {
    ...yes,
    seq: message.seq,
  });
  expect(answered.status).toBe(200);
});

test("returns the path of an invalid answer's fault", async () => {
  await using server = await testServer();
  const { id, message } = await ask(server);
  const bodies = [{}, { response: null }, { response: {} }, { response: { selectedOption: 7 } }];
  for (const body of bodies) {
    const refused = await server.as.owner.post(`/reviews/${id}/respond`, body);
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0]?.path[0]).toBe('response');
  }
  expect((await server.as.agent.get<Message>(`/reviews/${id}`)).body).toEqual(message);
});

test('returns only timeout at the end of a wait, and changes nothing', async () => {
  await using server = await testServer();
  const { id, message, wait } = await ask(server);
  const startedAt = performance.now();
  const waited = await wait(300);
  expect([waited.status, waited.body as unknown]).toEqual([200, { status: 'timeout' }]);
  expect(performance.now() - startedAt).toBeGreaterThan(290);
  expect((await wait(0)).body as unknown).toEqual({ status: 'timeout' });
  expect((await server.as.agent.get<Message>(`/reviews/${id}`)).body).toEqual(message);
});

test('ends a wait with expired on time when the review expires', async () => {
  await using server = await testServer();
  const { id, wait } = await ask(server, { expiresInSeconds: 1 });
  const { body } = await wait(10_000);
  expect(body).toMatchObject({ status: 'expired', message: { id, review: { status: 'expired' } } });
  const late = Date.now() - Date.parse(body.message?.review?.expiresAt ?? '');
  expect([late >= 0, late < 1000]).toEqual([true, true]);
  const answer = await server.as.owner.post(`/reviews/${id}/respond`, yes);
  expect(answer.body as object).toMatchObject({
    statusCode: 409,
    status: 'expired',
    respondedAt: null,
  });
});

test('ends a wait with 404 when the message is deleted', async () => {
  await using server = await testServer();
  const { id, wait } = await ask(server);
  const waiting = wait(30_000);
  await Bun.sleep(50);
  await server.as.agent.delete(`/messages/${id}`);
  expect((await waiting).status).toBe(404);
});

const badWaits = ['timeout=soon', 'timeout=-1'];

test.each(badWaits)('refuses a wait with %s', async (query) => {
  await using server = await testServer();
  const { id, channelId } = await ask(server);
  const { status, body } = await server.as.agent.get(
    `/reviews/${id}/wait?channel=${channelId}&${query}`,
  );
  expect([status, body.errors?.[0]?.path]).toEqual([400, ['timeout']]);
});

test('requires the channel of a wait', async () => {
  await using server = await testServer();
  const { id } = await ask(server);
  const { status, body } = await server.as.agent.get<Failure>(`/reviews/${id}/wait`);
  expect([status, body.errors[0]?.path]).toEqual([400, ['channel']]);
});

test('returns 404 for the review of a message without one', async () => {
  await using server = await testServer();
  const channelId = (await server.channel()).id;
  const { body } = await server.as.agent.post<Message>('/messages', { channelId, text: 'Hi' });
  const respond = await server.as.owner.post(`/reviews/${body.id}/respond`, yes);
  expect([(await server.as.agent.get(`/reviews/${body.id}`)).status, respond.status]).toEqual([
    404, 404,
  ]);
});

test('removes the waiter when the client disconnects', async () => {
  await using inbox = await testInbox();
  const app = createApp(inbox, { localToken: 'secret', isDraining: () => false });
  await app.modules;
  const server = Bun.serve({ port: 0, fetch: app.fetch });
  const { id, channelId } = await inbox.send({ review: { type: 'approval' } });
  const client = new AbortController();
  const path = `/api/v1/reviews/${id}/wait?channel=${channelId}`;
  const poll = fetch(new URL(path, server.url), {
    headers: { 'x-api-key': 'secret' },
    signal: client.signal,
  });
  while (inbox.waiting.waiters.size === 0) await Bun.sleep(1);
  client.abort();
  await poll.catch(() => {});
  while (inbox.waiting.waiters.size > 0) await Bun.sleep(1);
  await server.stop(true);
});

test('withdraws a question with or without a reason, and names what is wrong with one', async () => {
  await using server = await testServer();
  const bodies = [undefined, {}, { reason: null }, { reason: 'x'.repeat(500) }];
  for (const body of bodies) {
    const { id, wait } = await ask(server);
    const withdrawn = await server.as.agent.post<Message>(`/reviews/${id}/withdraw`, body);
    expect(withdrawn.status).toBe(200);
    expect(withdrawn.body.review?.withdrawn?.why).toBe(body?.reason ?? null);
    expect((await wait(0)).body).toEqual({ status: 'withdrawn', message: withdrawn.body });
    const refused = await server.as.owner.post<Failure>(`/reviews/${id}/respond`, yes);
    expect([refused.status, refused.body as object]).toMatchObject([
      409,
      { status: 'withdrawn', withdrawn: withdrawn.body.review?.withdrawn },
    ]);
  }
  const { id, channelId } = await ask(server);
  for (const reason of ['x'.repeat(501), 5, []]) {
    const refused = await server.as.agent.post(`/reviews/${id}/withdraw`, { reason });
    expect([refused.status, refused.body.errors[0]?.path]).toEqual([400, ['reason']]);
  }
  const pending = await server.as.owner.get<Message[]>(`/reviews/pending?channel=${channelId}`);
  expect(pending.body.map((one) => one.id)).toEqual([id]);
});
