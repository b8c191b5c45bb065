/** People whose names look alike are shown with their e-mail addresses, to people alone. */
import { expect, test } from 'bun:test';
import type { NewToken, User } from '../../src/core/access/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { connected, received } from '../support/clients/sockets.ts';
import { testServer } from '../support/server/server.ts';

test('names people whose names look alike with their e-mail addresses, and agents learn none', async () => {
  await using server = await testServer();
  const { owner, agent } = server.as;
  const { id: channelId } = await server.channel();
  const person = async (name: string, email: string) => {
    const { body: user } = await owner.post<User>('/users', { name, email, channels: [channelId] });
    const { body } = await owner.post<NewToken>('/tokens', { name: 'Laptop', email });
    return { ...user, token: body.token, as: server.as.key(body.token) };
  };
  const ana = await person('Ana', 'ana@example.com');
  const rita = await person('Rita', 'rita@example.com');
  const ask = async () =>
    (await agent.post<Message>('/messages', { channelId, review: { type: 'approval' } })).body.id;
  const answer = (id: string, by = ana) =>
    by.as.post(`/reviews/${id}/respond`, { response: { selectedOption: 'approve' } });

  const first = await ask();
  expect(JSON.stringify((await answer(first)).body)).not.toContain('@');
  expect(JSON.stringify((await rita.as.get(`/messages/${first}`)).body)).not.toContain('@');
  const other = await person('A\u200bna', 'ana@example.org');

  using socket = await connected(server.url, { auth: { token: rita.token } });
  using bot = await connected(server.url, {
    auth: { apiKey: server.agentKey.key },
  });
  await bot.emitWithAck('subscribe:channel', channelId);
  const live = received(socket, 'review:responded');
  const toAgent = received(bot, 'review:responded');
  const id = await ask();
  const waiting = agent.get(`/reviews/${id}/wait?channel=${channelId}`);
  const given = await answer(id);
  const email = 'ana@example.com';
  const named = { id: ana.id, name: 'Ana', email };
  for (const message of [given.body, await live]) {
    expect(message).toMatchObject({ review: { respondedBy: named } });
  }
  const again = await answer(id, rita);
  expect(again).toMatchObject({ status: 409, body: { respondedBy: named } });
  expect(again.body.message).toStartWith('Already answered by Ana (ana@example.com) at ');

  const retracted = await ask();
  await answer(retracted, other);
  await agent.delete(`/messages/${retracted}`);
  const paths = [
    `/messages/${id}`,
    `/messages?channel=${channelId}`,
    `/messages?channel=${channelId}&after=0`,
    '/messages?review=completed&order=ended',
    '/events?after=0&limit=1000',
    '/reviews/retracted',
  ];
  for (const path of paths) {
    const [shown, unseen] = [await rita.as.get(path), await agent.get(path)];
    expect([path, shown.status, unseen.status]).toEqual([path, 200, 200]);
    expect([path, JSON.stringify(shown.body)]).toEqual([
      path,
      expect.stringMatching(/ana@example/),
    ]);
    expect([path, JSON.stringify(unseen.body)]).toEqual([path, expect.not.stringContaining('@')]);
  }
  for (const one of [(await waiting).body, await toAgent]) {
    expect(JSON.stringify(one)).toContain('"name":"Ana"');
    expect(JSON.stringify(one)).not.toContain('@');
  }
  const facets = await rita.as.get('/reviews/facets');
  expect(facets.body).toMatchObject({ respondedBy: [named] });
  expect((await rita.as.get<string>('/reviews/export?format=csv')).body).toContain(
    ',Ana (ana@example.com),',
  );

  const audit = await owner.get('/audit');
  expect(audit.body).toMatchObject({
    emails: { [ana.id]: email, [other.id]: other.email },
  });
  await owner.patch(`/users/${other.id}`, { name: 'Ann' });
  expect(JSON.stringify((await rita.as.get(`/messages/${id}`)).body)).not.toContain('@');
  expect((await owner.get('/audit')).body).toMatchObject({ emails: {} });
});
