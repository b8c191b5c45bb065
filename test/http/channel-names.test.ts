/** People know channels by their names, so no two may look alike; a key names its own as it likes. */
import { expect, test } from 'bun:test';
import type { Agent } from '../../src/core/channels/schema.ts';
import { testServer } from '../support/server/server.ts';

type Refused = { message: string; channelId: string };
type Invalid = { errors: { message: string; path: string[] }[] };

const alike = [
  'deploys',
  'deploys ',
  '\u00a0deploys',
  'de\u200bploys',
  'deploys\u2800',
  '\u202edeploys',
];

test("refuses a person the name of another channel, and says that channel's id", async () => {
  await using server = await testServer();
  const { owner } = server.as;
  const { status, body: first } = await owner.post<Agent>('/agents', { name: 'deploys' });
  expect(status).toBe(201);
  for (const name of alike) {
    const { status, body } = await owner.post<Refused>('/agents', { name });
    expect([name, status, body.channelId]).toEqual([name, 409, first.id]);
    expect(body.message).toContain(first.id);
  }
  const { body: second } = await owner.post<Agent>('/agents', { name: 'Deploys' });
  const renamed = await owner.patch<Refused>(`/agents/${second.id}`, { name: 'deploys ' });
  expect([renamed.status, renamed.body.channelId]).toEqual([409, first.id]);
  // Its own name, written otherwise, and whatever else is changed.
  expect((await owner.patch(`/agents/${first.id}`, { name: 'deploys ' })).status).toBe(200);
  expect((await owner.patch(`/agents/${second.id}`, { description: 'x' })).status).toBe(200);
});

test('lets a key take a name that is in use, and stores names as they are sent', async () => {
  await using server = await testServer();
  const { owner, agent } = server.as;
  for (const name of alike) {
    const { status, body } = await agent.post<Agent>('/agents', { name });
    expect([status, body.name]).toEqual([201, name]);
  }
  expect((await owner.post('/agents', { name: 'deploys' })).status).toBe(409);
});

test('makes one channel if people create one name at the same moment', async () => {
  await using server = await testServer();
  const tries = await Promise.all(
    alike.map((name) => server.as.owner.post<Agent>('/agents', { name })),
  );
  expect(tries.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
});

const blank = ['', '   ', '\u200b', '\u3164\u2800', '\u202e', '\u0301', '\u0000\n', '\ud83d'];

test.each(blank)('refuses the name %j, of which nothing can be seen', async (name) => {
  await using server = await testServer();
  const { owner, agent } = server.as;
  const { id } = await server.channel();
  const answers = [
    await agent.post<Invalid>('/agents', { name }),
    await owner.patch<Invalid>(`/agents/${id}`, { name }),
    await owner.post<Invalid>('/users', { email: 'rita@example.com', name }),
    await owner.patch<Invalid>('/auth/session', { name }),
  ];
  for (const { status, body } of answers) {
    expect([status, body.errors[0]?.path]).toEqual([400, ['name']]);
  }
});

test('refuses a name of a person, a key, a token or a contact that turns or moves what is beside it', async () => {
  await using server = await testServer({ ntfyUrl: 'http://127.0.0.1:9' });
  const { owner } = server.as;
  const { body: rita } = await owner.post<{ id: string }>('/users', { email: 'rita@example.com' });
  const contact = { kind: 'ntfy', address: 'my-inbox-7f3a' };
  const { body: phone } = await owner.post<{ id: string }>('/contacts', contact);
  for (const name of ['Ana\u001b[2J', 'A\u0000na', 'An\r\na', 'A\tna', 'An\u202ea', 'An\u2066a']) {
    const answers = {
      own: await owner.patch<Invalid>('/auth/session', { name }),
      user: await owner.post<Invalid>('/users', { email: 'una@example.com', name }),
      'other user': await owner.patch<Invalid>(`/users/${rita.id}`, { name }),
      key: await owner.post<Invalid>('/keys', { name }),
      token: await owner.post<Invalid>('/tokens', { name }),
      contact: await owner.post<Invalid>('/contacts', { ...contact, name }),
      'other contact': await owner.patch<Invalid>(`/contacts/${phone.id}`, { name }),
    };
    for (const [of, { status, body }] of Object.entries(answers)) {
      expect([of, status, body.errors?.[0]?.path]).toEqual([of, 400, ['name']]);
      expect(body.errors?.[0]?.message).toContain('control characters');
    }
  }
});
