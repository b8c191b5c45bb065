/** Older pages that are requested during a refresh, or the other way round. */
import { expect, test } from 'bun:test';
import { InfiniteQueryObserver } from '@tanstack/react-query';
import { createQueryClient } from '../../src/dashboard/data/query-client.ts';
import { invalidate } from '../../src/dashboard/data/readings.ts';

type Pages = { pages: string[] };

/** Pages that are shown, each named by its number; each read is answered by `answer`. */
function shownPages() {
  const client = createQueryClient();
  const asked: (PromiseWithResolvers<string> & { number: number })[] = [];
  const observer = new InfiniteQueryObserver<string, Error, Pages, string[], number>(client, {
    queryKey: ['pages'],
    queryFn: ({ pageParam }) => {
      const reading = Promise.withResolvers<string>();
      asked.push({ ...reading, number: pageParam });
      return reading.promise;
    },
    initialPageParam: 1,
    getNextPageParam: (_, __, last) => last + 1,
    retry: false,
  });
  observer.subscribe(() => {});
  return {
    client,
    older: () => void observer.fetchNextPage(),
    asked: () => asked.map(({ number }) => number),
    pages: () => client.getQueryData<Pages>(['pages'])?.pages,
    async answer(page: string | Error) {
      if (page instanceof Error) asked.at(-1)?.reject(page);
      else asked.at(-1)?.resolve(page);
      await Bun.sleep(1);
    },
  };
}

test('loads an older page, then refetches, when invalidated while it loads', async () => {
  const { client, older, asked, pages, answer } = shownPages();
  await answer('one');
  older();
  void invalidate(client);
  await answer('two');
  expect(pages()).toEqual(['one', 'two']);
  await answer('one, anew');
  await answer('two, anew');
  expect([asked(), pages()]).toEqual([
    [1, 2, 1, 2],
    ['one, anew', 'two, anew'],
  ]);
});

test('loads an older page requested during a refetch, then refetches again', async () => {
  const { client, older, asked, pages, answer } = shownPages();
  await answer('one');
  void invalidate(client);
  older();
  await answer('two');
  expect(pages()).toEqual(['one', 'two']);
  await answer('one, anew');
  await answer('two, anew');
  expect([asked(), pages()]).toEqual([
    [1, 1, 2, 1, 2],
    ['one, anew', 'two, anew'],
  ]);
});

test('refetches even if loading an older page fails', async () => {
  const { client, older, asked, pages, answer } = shownPages();
  await answer('one');
  void invalidate(client);
  older();
  await answer(new Error('No'));
  await answer('one, anew');
  expect([asked(), pages()]).toEqual([[1, 1, 2, 1], ['one, anew']]);
});
