import { expect, test } from 'bun:test';
import type { User } from '../../src/core/access/schema.ts';
import type { Agent } from '../../src/core/channels/schema.ts';
import { testServer } from '../support/server/server.ts';

const rita = { email: ' Rita@Example.com', name: 'Rita', password: 'correct horse' };

test('adds a reviewer, who logs in and sees the given channels', async () => {
  await using server = await testServer();
  const { id } = await server.channel();
  await server.channel();
  const made = await server.as.owner.post<User>('/users', { ...rita, channels: [id] });
  expect([made.status, made.body.role, made.body.email]).toEqual([
    201,
    'reviewer',
    'rita@example.com',
  ]);
  expect(JSON.stringify(made.body)).not.toContain('argon2');
  const entered = await server.as.nobody.post<User>('/auth/login', rita);
  expect(entered.body).toMatchObject(made.body);
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
  const seen = await server.as.nobody.get<Agent[]>('/agents', { headers: { cookie } });
  expect(seen.body.map((one) => one.id)).toEqual([id]);
  await server.as.owner.patch(`/users/${made.body.id}`, { channels: [] });
  const after = await server.as.nobody.get<Agent[]>('/agents', { headers: { cookie } });
  expect(after.body).toEqual([]);
  await server.as.owner.patch(`/users/${made.body.id}`, { disabled: true });
  expect((await server.as.nobody.get('/agents', { headers: { cookie } })).status).toBe(401);
  expect((await server.as.nobody.post('/auth/login', rita)).status).toBe(401);
});

test('lists users until they are removed', async () => {
  await using server = await testServer();
  const { body } = await server.as.owner.post<User>('/users', rita);
  const listed = async () => (await server.as.owner.get<User[]>('/users')).body;
  expect(await listed()).toEqual([expect.objectContaining({ role: 'owner', email: null }), body]);
  const gone = await server.as.owner.delete(`/users/${body.id}`);
  expect([gone.status, gone.body as object]).toEqual([200, { deleted: true }]);
  expect(await listed()).toHaveLength(1);
  expect((await server.as.owner.delete(`/users/${body.id}`)).status).toBe(404);
});

test('keeps the last owner and says why', async () => {
  await using server = await testServer();
  const { id } = (await server.as.owner.get<User>('/auth/session')).body;
  const { status, body } = await server.as.owner.delete(`/users/${id}`);
  expect([status, body.message]).toEqual([
    409,
    'An inbox needs at least one owner, and this is the last one',
  ]);
});

const bad: [what: string, input: object, path: string[]][] = [
  ['an address that is none', { email: 'rita' }, ['email']],
  ['a short password', { password: 'short' }, ['password']],
  ['an unknown role', { role: 'admin' }, ['role']],
  ['no name', { name: ' ' }, ['name']],
  ['an unknown channel', { channels: ['unknown'] }, ['channels', '0']],
  ['a reviewer of all channels', { channels: 'all' }, ['channels']],
];

test.each(bad)('refuses %s with its path', async (_, input, path) => {
  await using server = await testServer();
  const { status, body } = await server.as.owner.post('/users', { ...rita, ...input });
  expect([status, body.errors.map((one) => one.path)]).toEqual([400, [path]]);
  expect((await server.as.owner.get<User[]>('/users')).body).toHaveLength(1);
});
