/** Which pending questions a person has opened. */
import { expect, test } from 'bun:test';
import type { NewToken, User } from '../../src/core/access/schema.ts';
import type { PendingMessage } from '../../src/core/messages/schema.ts';
import type { Counts, ReviewRecord } from '../../src/core/reviews/schema.ts';
import { connected, record } from '../support/clients/sockets.ts';
import { type TestServer, testServer } from '../support/server/server.ts';

async function person({ as }: TestServer, name: string, channels: string[]) {
  const email = `${name}@example.com`;
  const { body } = await as.owner.post<User>('/users', { name, email, channels });
  const { token } = (await as.owner.post<NewToken>('/tokens', { name, email })).body;
  return { id: body.id, token, ...as.key(token) };
}

async function ask({ as }: TestServer, channelId: string, text: string, more: object = {}) {
  const review = { type: 'approval', ...more };
  return (await as.agent.post<PendingMessage>('/messages', { channelId, text, review })).body;
}

test('marks an opened question as read for its user alone, until marked unread', async () => {
  await using server = await testServer();
  const { id: channel } = await server.channel();
  const [rita, sam] = [
    await person(server, 'rita', [channel]),
    await person(server, 'sam', [channel]),
  ];
  const [first, second] = [
    await ask(server, channel, 'First?', { expiresInSeconds: 100 }),
    await ask(server, channel, 'Second?', { expiresInSeconds: 200 }),
  ];
  const newTo = async (who: typeof rita) => {
    const [all, filtered, counts] = await Promise.all([
      who.get<PendingMessage[]>('/reviews/pending'),
      who.get<PendingMessage[]>('/reviews/pending?unread=true'),
      who.get<Counts>('/counts'),
    ]);
    const found = filtered.body.map(({ text }) => text);
    expect(all.body.filter(({ unread }) => unread).map(({ text }) => text)).toEqual(found);
    expect(filtered.headers.get('inbox-total')).toBe(`${found.length}`);
    expect(counts.body.channels[channel]?.unread ?? 0).toBe(found.length);
    return found;
  };
  expect(await newTo(rita)).toEqual(['First?', 'Second?']);
  const read = await rita.post(`/reviews/${first.id}/read`);
  expect([read.status, read.body]).toEqual([200, { unread: false } as never]);
  await rita.post(`/reviews/${first.id}/read`);
  expect([await newTo(rita), await newTo(sam)]).toEqual([['Second?'], ['First?', 'Second?']]);
  const opened = await rita.get<PendingMessage[]>('/reviews/pending?unread=false&search=first');
  expect(opened.body.map(({ id }) => id)).toEqual([first.id]);
  expect(opened.headers.get('inbox-total')).toBe('1');
  const unread = await rita.delete(`/reviews/${first.id}/read`);
  expect(unread.body).toEqual({ unread: true } as never);
  expect(await newTo(rita)).toEqual(['First?', 'Second?']);
  await sam.post(`/reviews/${second.id}/respond`, { response: { selectedOption: 'approve' } });
  expect(await newTo(rita)).toEqual(['First?']);
  const late = await rita.post(`/reviews/${second.id}/read`);
  expect(late.body).toEqual({ unread: false } as never);
});

test('emits a read mark only to its user, and refuses agents and users without the channel', async () => {
  await using server = await testServer();
  const [mine, theirs] = [(await server.channel()).id, (await server.channel()).id];
  const rita = await person(server, 'rita', [mine]);
  const boss = (await server.as.owner.post<NewToken>('/tokens', { name: 'Boss' })).body;
  const [asked, hidden] = [await ask(server, mine, 'Mine?'), await ask(server, theirs, 'Theirs?')];
  using owners = await connected(server.url, { auth: { token: boss.token } });
  using ritas = await connected(server.url, { auth: { token: rita.token } });
  using agents = await connected(server.url, { auth: { apiKey: server.agentKey.key } });
  await agents.emitWithAck('subscribe:channel', mine);
  const all = [record(owners), record(ritas), record(agents)];

  await rita.post(`/reviews/${asked.id}/read`);
  await rita.post(`/reviews/${asked.id}/read`);
  expect((await rita.post(`/reviews/${hidden.id}/read`)).status).toBe(404);
  expect((await rita.delete(`/reviews/${hidden.id}/read`)).status).toBe(404);
  expect((await server.as.agent.post(`/reviews/${asked.id}/read`)).status).toBe(403);
  expect((await server.as.agent.get('/reviews/pending?unread=true')).status).toBe(403);
  const { body } = await server.as.agent.get<PendingMessage[]>('/reviews/pending');
  expect(body.some((one) => 'unread' in one)).toBe(false);
  await Promise.all([owners, ritas, agents].map((socket) => socket.emitWithAck('ping')));
  const reported = all.map((events) => events.filter(([name]) => name === 'review:read'));
  const event = { messageId: asked.id, channelId: mine, unread: false };
  expect(reported).toEqual([[], [['review:read', event]], []]);
  await server.as.owner.delete(`/users/${rita.id}`);
  await server.as.agent.delete(`/messages/${asked.id}`);
});

test('orders pending reviews by age, and filters by expiry', async () => {
  await using server = await testServer();
  const { id: channel } = await server.channel();
  for (const [at, expiresInSeconds] of [300, 100, 90_000, 200].entries()) {
    await ask(server, channel, `Question ${at}`, { expiresInSeconds });
  }
  const list = async (query: string) => {
    const texts: (string | null)[] = [];
    let cursor: string | null = null;
    do {
      const from: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const path = `/reviews/pending?limit=3${query}${from}`;
      const { body, headers } = await server.as.owner.get<PendingMessage[]>(path);
      texts.push(...body.map(({ text }) => text?.slice(-1) ?? ''));
      cursor = headers.get('inbox-next-cursor');
    } while (cursor !== null);
    return texts.join('');
  };
  const tomorrow = encodeURIComponent(new Date(Date.now() + 3600_000).toISOString());
  const expected: [query: string, found: string][] = [
    ['', '1302'],
    ['&order=newest', '3210'],
    ['&order=oldest', '0123'],
    ['&order=newest&search=question', '3210'],
    ['&order=oldest&search=question', '0123'],
    [`&expiresBefore=${tomorrow}`, '130'],
    [`&expiresBefore=${tomorrow}&order=newest&unread=true`, '310'],
    [`&expiresBefore=${tomorrow}&search=question`, '130'],
  ];
  for (const [query, found] of expected) expect([query, await list(query)]).toEqual([query, found]);
  const refused = await server.as.owner.get('/reviews/pending?expiresBefore=soon&order=best');
  expect(refused.body.errors.map(({ path }) => path[0]).sort()).toEqual(['expiresBefore', 'order']);
});

test('records who opened an expired question, and ignores later marks', async () => {
  await using server = await testServer();
  const { id: channel } = await server.channel();
  const [rita, sam] = [
    await person(server, 'rita', [channel]),
    await person(server, 'sam', [channel]),
  ];
  const late = await ask(server, channel, 'Late?', { expiresInSeconds: 2 });
  const answered = await ask(server, channel, 'Answered?');
  for (const { id } of [late, answered]) await rita.post(`/reviews/${id}/read`);
  // It stays seen.
  await rita.delete(`/reviews/${late.id}/read`);
  const openedBy = async (id: string) =>
    (await sam.get<ReviewRecord>(`/reviews/${id}/record`)).body.openedBy;
  expect(await openedBy(late.id)).toEqual([]);
  await rita.post(`/reviews/${answered.id}/respond`, { response: { selectedOption: 'approve' } });
  await server.as.agent.get(`/reviews/${late.id}/wait?channel=${channel}&timeout=5000`);
  await sam.post(`/reviews/${late.id}/read`);
  await rita.delete(`/reviews/${late.id}/read`);
  expect(await openedBy(late.id)).toEqual([{ id: rita.id, name: 'rita' }]);
  expect(await openedBy(answered.id)).toEqual([]);
});
