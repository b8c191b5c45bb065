import { expect, test } from 'bun:test';
import type { NewKey, NewToken, User } from '../../src/core/access/schema.ts';
import { connected, record } from '../support/clients/sockets.ts';
import { testServer } from '../support/server/server.ts';

test('sends every access change to owners, and others only their own', async () => {
  await using server = await testServer();
  const { owner } = server.as;
  const { id: channel } = await server.channel();
  const person = async (name: string) => {
    const email = `${name}@example.com`;
    const { body } = await owner.post<User>('/users', { name, email, channels: [channel] });
    return { id: body.id, token: (await owner.post<NewToken>('/tokens', { name, email })).body };
  };
  const [rita, sam] = [await person('rita'), await person('sam')];
  const boss = (await owner.post<NewToken>('/tokens', { name: 'Boss' })).body;
  using owners = await connected(server.url, { auth: { token: boss.token } });
  using ritas = await connected(server.url, { auth: { token: rita.token.token } });
  using agents = await connected(server.url, { auth: { apiKey: server.agentKey.key } });
  await agents.emitWithAck('subscribe:channel', channel);
  const [received, hers, theirs] = [record(owners), record(ritas), record(agents)];

  const key = (await owner.post<NewKey>('/keys', { name: 'New' })).body;
  await owner.patch(`/users/${rita.id}`, { name: 'Rita' });
  await owner.patch(`/users/${sam.id}`, { name: 'Sam' });
  await Promise.all([owners, ritas, agents].map((socket) => socket.emitWithAck('ping')));
  const changed = (events: typeof received) =>
    events.filter(([name]) => name === 'access:changed').map(([, payload]) => payload);
  expect(changed(received)).toEqual([{ keyId: key.id }, { userId: rita.id }, { userId: sam.id }]);
  expect(changed(hers)).toEqual([{ userId: rita.id }]);
  expect(changed(theirs)).toEqual([]);
});
