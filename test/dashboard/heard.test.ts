/** What is changed while it is read, with queries whose answers come when they are let. */
import { expect, test } from 'bun:test';
import { focusManager, QueryObserver } from '@tanstack/react-query';
import { apply } from '../../src/dashboard/data/apply.ts';
import { change, invalidate } from '../../src/dashboard/data/heard.ts';
import { createQueryClient } from '../../src/dashboard/data/query-client.ts';

/** A query that somebody sees; each of its readings is answered by `answer`. */
function shown(client: ReturnType<typeof createQueryClient>, key: string, retry = 0) {
  const answers: PromiseWithResolvers<string[]>[] = [];
  const queryFn = () => {
    answers.push(Promise.withResolvers());
    return answers.at(-1)?.promise ?? [];
  };
  const observer = new QueryObserver<string[]>(client, {
    queryKey: [key],
    queryFn,
    retry,
    retryDelay: 0,
  });
  const leave = observer.subscribe(() => {});
  return {
    leave,
    data: () => client.getQueryData<string[]>([key]),
    readings: () => answers.length,
    answer: async (data: string[] | Error) => {
      if (data instanceof Error) answers.at(-1)?.reject(data);
      else answers.at(-1)?.resolve(data);
      await Bun.sleep(1);
    },
  };
}

const add = (client: ReturnType<typeof createQueryClient>, key: string, one: string) =>
  change(client, (read) => read.each<string[]>([key], (data) => [...data, one]));

test('what changes while a list is read anew is in it, and once', async () => {
  const client = createQueryClient();
  const list = shown(client, 'list');
  await list.answer(['a']);
  void invalidate(client);
  add(client, 'list', 'b');
  await list.answer(['a']);
  expect(list.data()).toEqual(['a', 'b']);
  void invalidate(client);
  await list.answer(['a', 'b']);
  expect(list.data()).toEqual(['a', 'b']);
});

test('an answer that was long on its way changes no other', async () => {
  const client = createQueryClient();
  const [slow, list] = [shown(client, 'slow'), shown(client, 'list')];
  await list.answer(['a']);
  add(client, 'list', 'b');
  void invalidate(client, { queryKey: ['list'] });
  await list.answer(['a']);
  await list.answer(['a']);
  void invalidate(client, { queryKey: ['list'] });
  await list.answer(['c']);
  await slow.answer(['s']);
  expect([slow.data(), list.data()]).toEqual([['s'], ['c']]);
});

test('a reading that is begun anew takes only what came after that', async () => {
  const client = createQueryClient();
  const list = shown(client, 'list');
  await list.answer(['a']);
  void invalidate(client);
  add(client, 'list', 'b');
  void invalidate(client);
  add(client, 'list', 'c');
  await list.answer(['a', 'b']);
  expect(list.data()).toEqual(['a', 'b', 'c']);
});

test('a first reading that is called untrue is made once more', async () => {
  const client = createQueryClient();
  const list = shown(client, 'list');
  void invalidate(client);
  await list.answer(['old']);
  expect(list.readings()).toBe(2);
  await list.answer(['new']);
  expect([list.data(), list.readings()]).toEqual([['new'], 2]);
});

test('so is one after a first that failed', async () => {
  const client = createQueryClient();
  const list = shown(client, 'list');
  await list.answer(new Error('No'));
  void invalidate(client);
  void invalidate(client);
  await list.answer(['old']);
  await list.answer(['new']);
  expect(list.data()).toEqual(['new']);
});

test('what nobody sees any more, and is called untrue as it comes, is read when it is seen again', async () => {
  const client = createQueryClient();
  const list = shown(client, 'list');
  await list.answer(['a']);
  void invalidate(client);
  list.leave();
  void invalidate(client);
  await list.answer(['old']);
  expect(client.getQueryState(['list'])?.isInvalidated).toBe(true);
});

test('what changes while a reading rests, in a page that is hidden, is in it', async () => {
  const client = createQueryClient();
  const list = shown(client, 'list', 1);
  await list.answer(['a']);
  focusManager.setFocused(false);
  void invalidate(client);
  await list.answer(new Error('No'));
  await Bun.sleep(5);
  expect(client.getQueryState(['list'])?.fetchStatus).toBe('paused');
  add(client, 'list', 'b');
  focusManager.setFocused(undefined);
  client.mount();
  focusManager.onFocus();
  await Bun.sleep(5);
  await list.answer(['a']);
  expect(list.data()).toEqual(['a', 'b']);
  client.unmount();
});

test('what an event only names is read again once', async () => {
  const client = createQueryClient();
  const lists = ['keys', 'people', 'tokens', 'session'].map((key) => shown(client, key));
  for (const list of lists) await list.answer(['a']);
  apply(client, 'access:changed', { userId: 'u' });
  for (const list of lists) await list.answer(['b']);
  expect(lists.map((list) => list.readings())).toEqual([1, 2, 2, 2]);
});

test('what nobody sees and is to be read anew is so still when something of it changes', async () => {
  const client = createQueryClient();
  const list = shown(client, 'list');
  await list.answer(['a']);
  list.leave();
  await invalidate(client);
  add(client, 'list', 'b');
  expect(list.data()).toEqual(['a', 'b']);
  shown(client, 'list');
  expect(client.isFetching()).toBe(1);
});
