import { expect, test } from 'bun:test';
import { QueryClient } from '@tanstack/react-query';
import type { PendingPage } from '../../src/client/pending.ts';
import type { Agent } from '../../src/core/channels/schema.ts';
import type { EventPayload, LiveEvent, LiveName } from '../../src/core/events.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { queryKeys } from '../../src/dashboard/data/query-keys.ts';
import { applyEvent, type Pages } from '../../src/dashboard/data/replica.ts';
import { createDrafts } from '../../src/dashboard/live/drafts.ts';
import { testInbox } from '../support/inbox/inbox.ts';

const all = { channel: ['c'] };

/** A dashboard that has read everything; messages are real ones, moved to the channel `c`. */
function dashboard(messages: Message[], to: string | null = null) {
  const client = new QueryClient();
  const pages = [{ messages, from: null, to }];
  client.setQueryData<Pages>(queryKeys.messages(all), { pages, pageParams: [null] });
  const none = { messages: [], from: null, to: null };
  client.setQueryData<Pages>(queryKeys.pending({}), { pages: [none], pageParams: [null] });
  const ids = () =>
    client
      .getQueryData<Pages>(queryKeys.messages(all))
      ?.pages.map(({ messages }) => messages.map(({ id }) => id));
  const pending = () =>
    client
      .getQueryData<Pages<PendingPage>>(queryKeys.pending({}))
      ?.pages.flatMap(({ messages }) => messages.map(({ id }) => id));
  return { client, ids, pending, receive: receivedBy((event) => applyEvent(client, event)) };
}

let seq = 1000;
const receivedBy =
  (receive: (event: LiveEvent) => void) =>
  <Name extends LiveName>(name: Name, payload: EventPayload<Name>) =>
    receive({ name, payload, seq: ++seq } as LiveEvent);

async function message(id: string, more: Partial<Message> = {}): Promise<Message> {
  await using inbox = await testInbox();
  return { ...(await inbox.send({ text: id })), id, channelId: 'c', ...more };
}

async function question(id: string, expiresInSeconds: number): Promise<Message> {
  await using inbox = await testInbox();
  const asked = await inbox.send({ text: id, review: { type: 'approval', expiresInSeconds } });
  return { ...asked, id, channelId: 'c' };
}

test('inserts a message by its id, but none beyond the loaded pages', async () => {
  const [one, two, three, four] = await Promise.all(['1', '2', '3', '4'].map((id) => message(id)));
  if (!one || !two || !three || !four) throw new Error('unreachable');
  const { ids, receive } = dashboard([two], '2');
  receive('message:created', four);
  receive('message:created', three);
  receive('message:created', one);
  receive('message:created', { ...four, id: '9', channelId: 'other' });
  expect(ids()).toEqual([['4', '3', '2']]);
  receive('message:deleted', { id: '3', channelId: 'c', was: { pending: false } });
  expect(ids()).toEqual([['4', '2']]);
});

test('orders pending questions by expiry, and removes answered and expired ones', async () => {
  const [late, soon] = await Promise.all([question('1', 500), question('2', 60)]);
  const { client, pending, receive } = dashboard([]);
  receive('message:created', late);
  receive('message:created', soon);
  expect(pending()).toEqual(['2', '1']);
  receive('review:expired', { messageId: '2', channelId: 'c', was: { pending: true } });
  expect(pending()).toEqual(['1']);
  expect(client.getQueryData<Message>(queryKeys.message('2'))?.review?.status).toBe('expired');
  const review = late.review && { ...late.review, status: 'completed' as const };
  receive('review:responded', { ...late, review });
  expect(pending()).toEqual([]);
});

test('ignores an older version of a message', async () => {
  const asked = await question('1', 60);
  const seen: Message = { ...asked, seq: asked.seq + 5, text: 'as it is since' };
  const { client, receive } = dashboard([asked]);
  const held = () => [
    client.getQueryData<Message>(queryKeys.message('1'))?.text,
    client.getQueryData<Pages>(queryKeys.messages(all))?.pages[0]?.messages[0]?.text,
  ];
  for (const one of [seen, asked]) {
    receive('message:updated', one);
    expect(held()).toEqual([seen.text, seen.text]);
  }
});

test("removes a deleted channel's questions", async () => {
  await using inbox = await testInbox();
  const channel = await inbox.channel();
  const { client, pending, receive } = dashboard([]);
  client.setQueryData<Agent[]>(queryKeys.channels, []);
  receive('agent:created', channel);
  receive('message:created', { ...(await question('1', 60)), channelId: channel.id });
  receive('agent:deleted', { id: channel.id });
  expect([client.getQueryData<Agent[]>(queryKeys.channels), pending()]).toEqual([[], []]);
});

test('appends deltas to a draft until the server sends its full text', async () => {
  const drafts = createDrafts();
  const receive = receivedBy(drafts.applyEvent);
  const draft = { channelId: 'c', streamId: 's' };
  let received = 0;
  const stop = drafts.subscribe(draft, () => received++);
  receive('message:delta', { ...draft, delta: 'a' });
  receive('message:delta', { ...draft, delta: 'b' });
  receive('message:delta', { ...draft, streamId: 'other', delta: 'x' });
  expect([drafts.get(draft), received]).toEqual(['ab', 2]);
  receive('message:updated', await message('1', { streamId: 's' }));
  expect([drafts.get(draft), received]).toEqual(['', 3]);
  stop();
  receive('message:delta', { ...draft, delta: 'c' });
  expect(received).toBe(3);
});

test('keeps a newer row when a stale update arrives', async () => {
  const asked = await question('1', 60);
  const answered = {
    ...asked,
    seq: asked.seq + 5,
    review: { ...asked.review, status: 'completed' },
  } as Message;
  const { client, receive } = dashboard([]);
  const filter = { review: 'completed' } as const;
  const pages = [{ messages: [answered], from: null, to: null }];
  client.setQueryData<Pages>(queryKeys.messages(filter), { pages, pageParams: [null] });
  receive('message:updated', asked);
  const kept = client.getQueryData<Pages>(queryKeys.messages(filter))?.pages[0]?.messages;
  expect(kept).toEqual([answered]);
});

test("forgets a draft's deltas when the connection is lost", () => {
  const drafts = createDrafts();
  const receive = receivedBy(drafts.applyEvent);
  const draft = { channelId: 'c', streamId: 'turn' };
  receive('message:delta', { ...draft, delta: 'so far' });
  expect(drafts.get(draft)).toBe('so far');
  drafts.forget();
  expect(drafts.get(draft)).toBe('');
});
