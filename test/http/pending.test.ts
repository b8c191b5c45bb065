import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Message } from '../../src/core/messages/schema.ts';
import { testServer } from '../support/server.ts';

test('pending reviews come in pages, with the cursor and the total in headers', async () => {
  await using server = await testServer();
  const channels = [await server.channel(), await server.channel()];
  for (const { id: channelId } of channels) {
    for (const expiresInSeconds of [300, 100, 200]) {
      const review = { type: 'approval', expiresInSeconds };
      await server.as.agent.post('/messages', { channelId, review });
    }
  }
  const get = (query: string) => server.as.owner.get<Message[]>(`/reviews/pending${query}`);
  const all = await get('');
  expect(all.body.map((one) => one.review?.expiresInSeconds)).toEqual([
    ...[100, 100, 200, 200, 300, 300],
  ]);
  expect(all.headers.get('inbox-total')).toBe('6');
  expect(all.headers.get('inbox-next-cursor')).toBeNull();
  const first = await get('?limit=4');
  expect(first.body).toEqual(all.body.slice(0, 4));
  expect(first.headers.get('inbox-total')).toBe('6');
  const cursor = encodeURIComponent(first.headers.get('inbox-next-cursor') ?? '');
  const rest = await get(`?limit=4&cursor=${cursor}`);
  expect(rest.body).toEqual(all.body.slice(4));
  expect(rest.headers.get('inbox-next-cursor')).toBeNull();
  const [one, other] = channels.map(({ id }) => id);
  expect((await get(`?channel=${one}`)).body).toHaveLength(3);
  expect((await get(`?channel=${one}&channel=${other}`)).body).toHaveLength(6);
  expect((await get(`?channel=${one}&type=form`)).body).toEqual([]);
});

test('a limit or cursor that is none is refused by name', async () => {
  await using server = await testServer();
  const rows: [string, string][] = [
    ['limit=0', 'limit'],
    ['limit=x', 'limit'],
    ['cursor=', 'cursor'],
    ['cursor=nonsense', 'cursor'],
    ['type=', 'type'],
  ];
  for (const [query, field] of rows) {
    const refused = await server.as.owner.get(`/reviews/pending?${query}`);
    expect([query, refused.status, refused.body.errors?.[0]?.path?.[0]]).toEqual([
      ...[query, 400, field],
    ]);
  }
});

test('a page of many pending reviews is read off an index', async () => {
  await using server = await testServer();
  const db = new Database(join(server.data, 'inbox.db'), { readonly: true });
  const plan = db
    .query<{ detail: string }, []>(
      `explain query plan select "messageId" from reviews where status = 'pending'
       and ("expiresAt", "messageId") > ('2030', '0') order by "expiresAt", "messageId" limit 101`,
    )
    .all();
  expect(plan.map(({ detail }) => detail).join()).toMatch(
    /USING COVERING INDEX reviews_status_exp/,
  );
  expect(plan.map(({ detail }) => detail).join()).not.toContain('TEMP B-TREE');
  db.close();
});
