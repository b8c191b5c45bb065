import { expect, test } from 'bun:test';
import type { NewKey, NewToken, User } from '../../src/core/access/schema.ts';
import type { Agent } from '../../src/core/channels/schema.ts';
import { follow } from '../support/clients/numbered.ts';
import { connected, record } from '../support/clients/sockets.ts';
import { testServer } from '../support/server/server.ts';

test('sends every change of access and contacts to owners, and others only their own', async () => {
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
  for (const { token } of [rita.token, sam.token]) {
    await server.as.key(token).post('/contacts', { kind: 'ntfy', address: 'https://ntfy.sh/t' });
  }
  await Promise.all([owners, ritas, agents].map((socket) => socket.emitWithAck('ping')));
  const changed = (events: typeof received, what = 'access:changed') =>
    events.filter(([name]) => name === what).map(([, payload]) => payload);
  expect(changed(received)).toEqual([{ keyId: key.id }, { userId: rita.id }, { userId: sam.id }]);
  expect(changed(hers)).toEqual([{ userId: rita.id }]);
  expect(changed(theirs)).toEqual([]);
  const contacts = [received, hers, theirs].map((events) => changed(events, 'contact:changed'));
  expect(contacts).toEqual([[{ userId: rita.id }, { userId: sam.id }], [{ userId: rita.id }], []]);
});

const ROUNDS = 6;

test('sends nothing of a channel once it is taken away, and everything else once', async () => {
  await using server = await testServer({ rateLimit: 'off' });
  const { owner, agent } = server.as;
  const [kept, changing] = [(await server.channel()).id, (await server.channel()).id];
  const both = [kept, changing];
  const rita = { name: 'rita', email: 'rita@example.com', channels: both };
  const { id: userId } = (await owner.post<User>('/users', rita)).body;
  const { token } = (await owner.post<NewToken>('/tokens', { name: 't', email: rita.email })).body;
  const { key, id: keyId } = (await owner.post<NewKey>('/keys', { name: 'k', channels: both }))
    .body;
  const boss = (await owner.post<NewToken>('/tokens', { name: 'Boss' })).body;
  using log = await follow(server, { token: boss.token, after: 'now' });
  using person = await follow(server, { token, after: 'now' });
  using plain = await follow(server, { token });
  using ofKey = await follow(server, { apiKey: key });
  const followers = [
    { socket: person, whose: { userId } },
    { socket: plain, whose: { userId } },
    { socket: ofKey, whose: { keyId } },
  ];
  const textsOf = ({ events }: Pick<typeof log, 'events'>) =>
    events.flatMap(({ name, payload }) => (name === 'message:created' ? `${payload.text}` : []));
  const send = (channelId: string, text: string) => agent.post('/messages', { channelId, text });
  /** Resolves once every follower has received a message that is sent now. */
  const settled = async (channelId: string, text: string) => {
    await send(channelId, text);
    const sockets = [log, ...followers.map(({ socket }) => socket)];
    while (!sockets.every((socket) => textsOf(socket).includes(text))) await Bun.sleep(2);
  };
  const give = (channels: string[]) =>
    Promise.all([
      owner.patch(`/users/${userId}`, { channels }),
      owner.patch(`/keys/${keyId}`, { channels }),
    ]);

  const sends: Promise<unknown>[] = [];
  const later = (turns: number) => passTurns(turns % 4).then(() => false);

  for (let round = 0; round < ROUNDS; round++) {
    await give(both);
    await ofKey.emitWithAck('subscribe:channel', kept);
    await ofKey.emitWithAck('subscribe:channel', changing);
    await settled(changing, `${round} has both`);
    const given = give([kept]).then(() => true);
    for (let at = 0; !(await Promise.race([given, later(at)])); at++) {
      sends.push(...both.map((channelId) => send(channelId, `${round} ${at} ${channelId}`)));
    }
    await Promise.all(sends);
    await settled(kept, `${round} has one`);
  }

  for (const { socket, whose } of followers) {
    let seesChanging = true;
    const expected = log.events.flatMap(({ name, payload }) => {
      if (name === 'access:changed' && Bun.deepEquals(payload, whose)) seesChanging = !seesChanging;
      // The first round gives what they have.
      if (payload.text === '0 has both') seesChanging = true;
      const isTheirs = payload.channelId === kept || seesChanging;
      return name === 'message:created' && isTheirs ? `${payload.text}` : [];
    });
    expect(textsOf(socket)).toEqual(expected);
  }
});

test('a key subscribes to a channel that it has just created', async () => {
  await using server = await testServer();
  const made = await server.as.owner.post<NewKey>('/keys', { name: 'k', channels: [] });
  using socket = await connected(server.url, { auth: { apiKey: made.body.key } });
  const { as } = server;
  for (let round = 0; round < 5; round++) {
    const name = `Bot ${round}`;
    const { body: channel } = await as.key(made.body.key).post<Agent>('/agents', { name });
    expect(await socket.emitWithAck('subscribe:channel', channel.id)).toEqual({ ok: true });
  }
});

async function passTurns(turns: number): Promise<void> {
  for (let left = turns; left >= 0; left--) await new Promise(setImmediate);
}
