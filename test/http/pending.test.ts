import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import type { NewKey } from '../../src/core/access/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { testServer } from '../support/server/server.ts';

test('pages pending reviews, with cursor and total in headers', async () => {
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
    100, 100, 200, 200, 300, 300,
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

test('refuses an invalid limit or cursor by name', async () => {
  await using server = await testServer();
  const rows: [string, string][] = [
    ['limit=0', 'limit'],
    ['limit=x', 'limit'],
    ['cursor=', 'cursor'],
    ['cursor=nonsense', 'cursor'],
    ['type=', 'type'],
    ['session=', 'session'],
  ];
  for (const [query, field] of rows) {
    const refused = await server.as.owner.get(`/reviews/pending?${query}`);
    expect([query, refused.status, refused.body.errors?.[0]?.path?.[0]]).toEqual([
      query,
      400,
      field,
    ]);
  }
});

test('reads a page from an index', async () => {
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

test("searches questions by their words and the agent's labels, and counts them", async () => {
  await using server = await testServer();
  const { id: channelId } = await server.channel();
  const ask = async (text: string, type: string, payload: object, expiresInSeconds: number) =>
    server.as.agent.post('/messages', {
      channelId,
      text,
      review: { type, payload, expiresInSeconds },
    });
  const long = `${'filler '.repeat(3000)}the Needle${' more'.repeat(2000)}`;
  await ask('Where to?', 'selection', { items: [{ id: 'eu', label: 'Frankfurt am Main' }] }, 300);
  await ask('Deploy?', 'approval', { title: 'Release 7', description: 'to Frankfurt' }, 100);
  await ask(long, 'text-input', { prompt: 'Which needle?' }, 200);
  await ask('Plain', 'approval', {}, 400);
  const texts = async (query: string) => {
    const { body, headers } = await server.as.owner.get<Message[]>(`/reviews/pending?${query}`);
    expect(headers.get('inbox-total')).toBe(`${body.length}`);
    return body.map(({ text }) => text?.slice(0, 20));
  };
  expect(await texts('search=FRANKFURT')).toEqual(['Deploy?', 'Where to?']);
  expect(await texts('search=main%20where')).toEqual(['Where to?']);
  expect(await texts('search=release&type=approval')).toEqual(['Deploy?']);
  expect(await texts('search=reject')).toEqual([]);
  const { body } = await server.as.owner.get<Message[]>('/reviews/pending?search=needle');
  expect(body.map(({ text, truncated }) => [text?.includes('the Needle'), truncated])).toEqual([
    [true, true],
  ]);
  const page = await server.as.owner.get<Message[]>('/reviews/pending?search=frankfurt&limit=1');
  expect(page.headers.get('inbox-total')).toBe('2');
  const cursor = page.headers.get('inbox-next-cursor') ?? '';
  const next = `/reviews/pending?search=frankfurt&cursor=${encodeURIComponent(cursor)}`;
  expect((await server.as.owner.get<Message[]>(next)).body.map(({ text }) => text)).toEqual([
    'Where to?',
  ]);
  const all = await server.as.owner.get<{ data: Message[] }>('/messages?search=frankfurt');
  expect(all.body.data.map(({ text }) => text)).toEqual(['Deploy?', 'Where to?']);
  const [found] = (await server.as.owner.get<{ data: Message[] }>('/messages?search=needle')).body
    .data;
  expect([found?.truncated, found?.text?.includes('the Needle')]).toEqual([true, true]);
  expect(Buffer.byteLength(found?.text ?? '')).toBeLessThanOrEqual(4096);
});

test("counts pending questions per channel, for the caller's channels only", async () => {
  await using server = await testServer();
  const [one, other, idle] = [
    await server.channel(),
    await server.channel(),
    await server.channel(),
  ];
  for (const { id: channelId } of [one, one, other]) {
    await server.as.agent.post('/messages', { channelId, review: { type: 'approval' } });
  }
  await server.as.agent.post('/messages', { channelId: idle.id, text: 'No question' });
  const { body } = await server.as.owner.get('/counts');
  expect(body).toEqual({
    channels: { [one.id]: { pending: 2, unread: 2 }, [other.id]: { pending: 1, unread: 1 } },
  } as never);
  const key = await server.as.owner.post<NewKey>('/keys', { name: 'One', channels: [other.id] });
  expect((await server.as.key(key.body.key).get('/counts')).body).toEqual({
    channels: { [other.id]: { pending: 1 } },
  } as never);
});
