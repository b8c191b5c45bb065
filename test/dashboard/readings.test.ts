/** Data that changes while it is read, with queries whose answers come when they are let. */
import { expect, test } from 'bun:test';
import { focusManager, QueryObserver } from '@tanstack/react-query';
import type { Agent } from '../../src/core/channels/schema.ts';
import { createQueryClient } from '../../src/dashboard/data/query-client.ts';
import { invalidate } from '../../src/dashboard/data/readings.ts';
import { applyEvent } from '../../src/dashboard/data/replica.ts';
import { testInbox } from '../support/inbox/inbox.ts';

await using inbox = await testInbox();
const real = await inbox.channel();
const channel = (id: string): Agent => ({ ...real, id });
const channels = (ids: string) => [...ids].map(channel);

/** A query that is shown; each of its reads is answered by `answer`, a letter for a channel. */
function shown(client: ReturnType<typeof createQueryClient>, key = 'channels', retry = 0) {
  const answers: PromiseWithResolvers<Agent[]>[] = [];
  const queryFn = () => {
    answers.push(Promise.withResolvers());
    return answers.at(-1)?.promise ?? [];
  };
  const observer = new QueryObserver<Agent[]>(client, {
    queryKey: [key],
    queryFn,
    retry,
    retryDelay: 0,
  });
  const leave = observer.subscribe(() => {});
  return {
    leave,
    data: () =>
      client
        .getQueryData<Agent[]>([key])
        ?.map(({ id }) => id)
        .join(''),
    readings: () => answers.length,
    answer: async (data: string | Error) => {
      if (data instanceof Error) answers.at(-1)?.reject(data);
      else answers.at(-1)?.resolve(channels(data));
      await Bun.sleep(1);
    },
  };
}

let seq = 0;
const add = (client: ReturnType<typeof createQueryClient>, id: string) =>
  applyEvent(client, { name: 'agent:created', payload: channel(id), seq: ++seq });

test('applies changes during a refetch to its response, once', async () => {
  const client = createQueryClient();
  const list = shown(client);
  await list.answer('a');
  void invalidate(client);
  add(client, 'b');
  await list.answer('a');
  expect(list.data()).toEqual('ab');
  void invalidate(client);
  add(client, 'c');
  await list.answer('ab');
  expect(list.data()).toEqual('abc');
  void invalidate(client);
  await list.answer('abc');
  expect(list.data()).toEqual('abc');
});

test('applies a slow response to its own query only', async () => {
  const client = createQueryClient();
  const [slow, list] = [shown(client, 'slow'), shown(client)];
  await list.answer('a');
  add(client, 'b');
  void invalidate(client, { queryKey: ['channels'] });
  await list.answer('a');
  await list.answer('a');
  void invalidate(client, { queryKey: ['channels'] });
  await list.answer('c');
  await slow.answer('s');
  expect([slow.data(), list.data()]).toEqual(['s', 'c']);
});

test('applies to a restarted fetch only the changes since its restart', async () => {
  const client = createQueryClient();
  const list = shown(client);
  await list.answer('a');
  void invalidate(client);
  add(client, 'b');
  void invalidate(client);
  add(client, 'c');
  await list.answer('ab');
  expect(list.data()).toEqual('abc');
});

test('refetches once when the initial fetch is invalidated in flight', async () => {
  const client = createQueryClient();
  const list = shown(client);
  void invalidate(client);
  await list.answer('old');
  expect(list.readings()).toBe(2);
  await list.answer('wen');
  expect([list.data(), list.readings()]).toEqual(['wen', 2]);
});

test('refetches once when a retry after a failed fetch is invalidated', async () => {
  const client = createQueryClient();
  const list = shown(client);
  await list.answer(new Error('No'));
  void invalidate(client);
  void invalidate(client);
  await list.answer('old');
  await list.answer('wen');
  expect(list.data()).toEqual('wen');
});

test('keeps an inactive query invalidated when its response arrives after the invalidation', async () => {
  const client = createQueryClient();
  const list = shown(client);
  await list.answer('a');
  void invalidate(client);
  list.leave();
  void invalidate(client);
  await list.answer('old');
  expect(client.getQueryState(['channels'])?.isInvalidated).toBe(true);
});

test('applies changes during a fetch that is paused in a hidden page', async () => {
  const client = createQueryClient();
  const list = shown(client, 'channels', 1);
  await list.answer('a');
  focusManager.setFocused(false);
  void invalidate(client);
  await list.answer(new Error('No'));
  await Bun.sleep(5);
  expect(client.getQueryState(['channels'])?.fetchStatus).toBe('paused');
  add(client, 'b');
  focusManager.setFocused(undefined);
  client.mount();
  focusManager.onFocus();
  await Bun.sleep(5);
  await list.answer('a');
  expect(list.data()).toEqual('ab');
  client.unmount();
});

test('refetches once the queries that events only name', async () => {
  const client = createQueryClient();
  const lists = ['keys', 'people', 'tokens', 'session'].map((key) => shown(client, key));
  for (const list of lists) await list.answer('a');
  const payload = { userId: 'u' };
  applyEvent(client, { name: 'access:changed', payload, seq: ++seq });
  applyEvent(client, { name: 'access:changed', payload, seq: ++seq });
  while (client.isFetching() === 0) await Bun.sleep(10);
  for (const list of lists) await list.answer('b');
  expect(lists.map((list) => list.readings())).toEqual([1, 2, 2, 2]);
});

test('keeps an inactive list invalidated after a change to it', async () => {
  const client = createQueryClient();
  const list = shown(client);
  await list.answer('a');
  list.leave();
  await invalidate(client);
  add(client, 'b');
  expect(list.data()).toEqual('ab');
  shown(client);
  expect(client.isFetching()).toBe(1);
});
