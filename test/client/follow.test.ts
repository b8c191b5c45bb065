import { expect, test } from 'bun:test';
import { Server as Engine } from '@socket.io/bun-engine';
import { Server } from 'socket.io';
import type { Place } from '../../src/client/follow/connection.ts';
import {
  type Follower,
  type FollowHandlers,
  follow as followLog,
} from '../../src/client/follow/follow.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { findRun } from '../../src/run-file.ts';
import { receiver } from '../support/delivery/raw-receiver.ts';
import { sized } from '../support/machine/sized.ts';
import { type TestServer, testServer } from '../support/server/server.ts';

const DROPS = sized(60, 200);
/** Between writes: several fall into each connection, and the follower has its share of the machine. */
const PAUSE_MS = 10;

/** Follows as the owner, from the first message on. */
function follow(server: TestServer, handlers: FollowHandlers, after: Place['after'] = 0): Follower {
  const source = async () => {
    const { url, token = '' } = findRun(server.data) ?? { url: server.url };
    return { url, credentials: { token } };
  };
  return followLog({ source, place: { after } }, handlers);
}

/** The messages as a client knows them that receives only events. */
function store() {
  const known = new Map<string, Message>();
  const seen = { created: 0 };
  const patch = (id: string, change: Partial<Message>) => {
    const message = known.get(id);
    if (message) known.set(id, { ...message, ...change });
  };
  const event: FollowHandlers['event'] = ({ name, payload }) => {
    if (name === 'message:created') seen.created++;
    if (name === 'message:deleted') known.delete(payload.id);
    if (name === 'message:delivery') {
      patch(payload.messageId, { deliveryStatus: payload.deliveryStatus });
    }
    if (name === 'message:created' || name === 'message:updated' || name === 'review:responded') {
      known.set(payload.id, payload);
    }
  };
  return { known, seen, event };
}

const all = async ({ as }: TestServer): Promise<Message[]> => {
  const messages: Message[] = [];
  let from: string | null = '0';
  while (from !== null) {
    const { body }: { body: { data: Message[]; nextCursor: string | null } } = await as.owner.get(
      `/messages?limit=100&after=${from}`,
    );
    messages.push(...body.data);
    from = body.nextCursor;
  }
  return messages;
};

/** The event of a delivery brings neither `updatedAt` nor `seq`. */
/** Only an event of an answer has `was`. */
const plain = (messages: Iterable<Message & { was?: unknown }>) =>
  [...messages]
    .map(({ updatedAt: _, seq: __, was: ___, ...message }) => message)
    .sort((a, b) => (a.id < b.id ? -1 : 1));

// At the same time: each waits most of its time.

test.concurrent(`catches up with the server's state after ${DROPS} lost connections during writes`, async () => {
  await using server = await testServer();
  const { agent, owner } = server.as;
  const { id: channelId } = await server.channel();
  const { known, seen, event } = store();
  let drops = 0;
  const done = Promise.withResolvers<void>();
  const live = follow(server, {
    event,
    state(state) {
      if (state !== 'live') return;
      if (drops++ < DROPS) setTimeout(live.drop, drops % 7);
      else done.resolve();
    },
  });
  let created = 0;
  for (let round = 0; drops <= DROPS; round++) {
    const review = { type: 'approval' };
    const { body } = await agent.post<Message>('/messages', {
      channelId,
      text: `${round}`,
      review,
    });
    created++;
    if (round % 2)
      await owner.post(`/reviews/${body.id}/respond`, { response: { selectedOption: 'approve' } });
    if (round % 3 === 0) await agent.post(`/messages/${body.id}/ack`);
    if (round % 5 === 0) await agent.delete(`/messages/${body.id}`);
    await Bun.sleep(PAUSE_MS);
  }
  await done.promise;
  const now = await all(server);
  while (known.size < now.length) await Bun.sleep(10);
  live.drop();
  expect(plain(known.values())).toEqual(plain(now));
  expect(seen.created).toBeLessThanOrEqual(created);
  live.close();
  await live.ended;
}, 300_000);

test.concurrent('catches up in order when rate limited', async () => {
  await using server = await testServer({ rateLimit: '2' });
  const { id: channelId } = await server.channel();
  const { body } = await server.as.owner.post<{ token: string }>('/tokens', { name: 'laptop' });
  const texts = Array.from({ length: 1200 }, (_, at) => `${at}`);
  for (const text of texts) await server.as.owner.post('/messages', { channelId, text });
  const source = async () => ({ url: server.url, credentials: { token: body.token } });
  const { known, event } = store();
  const caughtUp = Promise.withResolvers<void>();
  const lost: string[] = [];
  const state = (now: string) => (now === 'live' ? caughtUp.resolve() : void lost.push(now));
  const live = followLog({ source, place: { after: 0 } }, { event, state });
  await caughtUp.promise;
  expect([[...known.values()].map(({ text }) => text), lost]).toEqual([texts, []]);
  live.close();
  await live.ended;
}, 60_000);

test.concurrent('receives the answer to a question more than 1,000 messages old after a lost connection', async () => {
  await using server = await testServer({ rateLimit: 'off' });
  const { agent, owner } = server.as;
  const { id: channelId } = await server.channel();
  const ask = { channelId, review: { type: 'approval' } };
  const { body: asked } = await agent.post<Message>('/messages', ask);
  const arrived = new Set<string>();
  const answered = Promise.withResolvers<void>();
  let caughtUp = Promise.withResolvers<void>();
  const live = follow(server, {
    event({ name, payload }) {
      if (name === 'message:created') arrived.add(payload.id);
      if (name === 'review:responded' && payload.id === asked.id) answered.resolve();
    },
    state: (now) => now === 'live' && caughtUp.resolve(),
  });
  await caughtUp.promise;
  for (let at = 0; at < 1100; at++) await agent.post('/messages', { channelId, text: `${at}` });
  while (arrived.size < 1101) await Bun.sleep(10);
  caughtUp = Promise.withResolvers();
  live.drop();
  await owner.post(`/reviews/${asked.id}/respond`, { response: { selectedOption: 'approve' } });
  await caughtUp.promise;
  await answered.promise;
  live.close();
  await live.ended;
}, 60_000);

test.concurrent.each(['drop', 'close'] as const)(
  'survives a %s while it still connects',
  async (verb) => {
    await using silent = await receiver({ host: '127.0.0.1', answer: () => {} });
    let tries = 0;
    const again = Promise.withResolvers<void>();
    const source = async () => {
      if (++tries === 2) again.resolve();
      const { origin: url } = new URL(silent.url);
      return { url, credentials: { token: 'hu_' } };
    };
    const live = followLog({ source, place: { after: 0 } }, { event: () => {} });
    while (silent.received.length === 0) await Bun.sleep(1);
    live[verb]();
    if (verb === 'drop') await again.promise;
    live.close();
    expect(await live.ended).toBeUndefined();
  },
);

test('receives only later events when it follows from now', async () => {
  await using server = await testServer();
  const { id: channelId } = await server.channel();
  await server.as.agent.post('/messages', { channelId, text: 'before' });
  const { known, event } = store();
  const caughtUp = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  const onEvent: FollowHandlers['event'] = (one) => {
    event(one);
    arrived.resolve();
  };
  const state = (now: string) => now === 'live' && caughtUp.resolve();
  const live = follow(server, { event: onEvent, state }, 'now');
  await caughtUp.promise;
  await server.as.agent.post('/messages', { channelId, text: 'after' });
  await arrived.promise;
  expect([...known.values()].map(({ text }) => text)).toEqual(['after']);
  live.close();
  await live.ended;
});

test('resets once when the server does not have its position', async () => {
  await using server = await testServer();
  const { id: channelId } = await server.channel();
  const { token = '' } = findRun(server.data) ?? {};
  const source = async () => ({ url: server.url, credentials: { token } });
  const arrived: string[] = [];
  const live = Promise.withResolvers<void>();
  const sent = Promise.withResolvers<void>();
  const follower = followLog(
    { source, place: { after: 0, log: 'of another inbox' } },
    {
      reset: () => arrived.push('reset'),
      state: (now) => now === 'live' && live.resolve(),
      event({ name }) {
        arrived.push(name);
        if (name === 'message:created') sent.resolve();
      },
    },
  );
  await live.promise;
  await server.as.agent.post('/messages', { channelId, text: 'after' });
  await sent.promise;
  expect(arrived.filter((name) => name !== 'agent:status')).toEqual(['reset', 'message:created']);
  follower.close();
  expect(await follower.ended).toBeUndefined();
});

test('retries a server that connects but does not answer in time', async () => {
  const engine = new Engine({ path: '/socket.io/' });
  new Server().bind(engine as never);
  await using server = Bun.serve({ ...engine.handler(), port: 0, hostname: '127.0.0.1' });
  const again = Promise.withResolvers<void>();
  let tries = 0;
  const source = async () => {
    if (++tries === 3) again.resolve();
    return { url: `${server.url}`, credentials: { token: 'hu_' } };
  };
  const states: string[] = [];
  const state = (now: string) => states.push(now);
  const follower = followLog(
    { source, place: { after: 0 }, answerMs: 200 },
    { event: () => {}, state },
  );
  await Promise.race([again.promise, follower.ended]);
  follower.close();
  expect([states, await follower.ended]).toEqual([[], undefined]);
});

test('stops without a retry when its credential is refused', async () => {
  await using server = await testServer();
  const states: string[] = [];
  const source = async () => {
    return { url: server.url, credentials: { token: 'hu_no' } };
  };
  const live = followLog(
    { source, place: { after: 0 } },
    { event: () => {}, state: (one) => states.push(one) },
  );
  await live.ended;
  expect(states).toEqual(['refused']);
});
