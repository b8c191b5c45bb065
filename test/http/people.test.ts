import { expect, test } from 'bun:test';
import type { NewToken, Token, User } from '../../src/core/access/schema.ts';
import { testServer } from '../support/server/server.ts';

test('answers with a personal token as its user until it is revoked', async () => {
  await using server = await testServer();
  const made = await server.as.owner.post<NewToken>('/tokens', { name: 'Laptop' });
  expect(made.status).toBe(201);
  expect(made.body.token).toMatch(/^hu_[0-9a-f]{48}$/);
  const person = server.as.key(made.body.token);
  const me = await person.get<User>('/auth/session');
  expect(me.body).toMatchObject({ id: made.body.userId, role: 'owner', channels: 'all' });
  const { token: _, ...shown } = made.body;
  const listed = await person.get<Token[]>('/tokens');
  expect(listed.body).toMatchObject([
    { ...shown, lastUsedAt: expect.any(String), lastUsedFrom: { via: 'api' } },
  ]);
  expect((await person.delete(`/tokens/${shown.id}`)).body as object).toEqual({ deleted: true });
  expect((await person.get('/auth/session')).status).toBe(401);
  expect((await server.as.owner.delete(`/tokens/${shown.id}`)).status).toBe(404);
});

test('refuses a token as x-api-key', async () => {
  await using server = await testServer();
  const { body } = await server.as.owner.post<NewToken>('/tokens', { name: 'Laptop' });
  const headers = { 'x-api-key': body.token };
  expect((await server.as.nobody.get('/agents', { headers })).status).toBe(401);
});

test('refuses a token for an unknown address with its path', async () => {
  await using server = await testServer();
  const input = { name: 'Laptop', email: 'nobody@example.com' };
  const { status, body } = await server.as.owner.post('/tokens', input);
  expect([status, body.errors[0]?.path]).toEqual([400, ['email']]);
});

test('sets up the inbox once', async () => {
  await using server = await testServer();
  const input = { email: ' Ann@Example.com ', password: 'correct horse', name: 'Ann' };
  const done = await server.as.owner.post<User>('/auth/setup', input);
  expect([done.status, done.body.email, done.body.name]).toEqual([201, 'ann@example.com', 'Ann']);
  expect(JSON.stringify(done.body)).not.toContain('argon2');
  expect((await server.as.owner.post('/auth/setup', input)).status).toBe(409);
  const short = await server.as.owner.post('/auth/setup', { ...input, password: 'short' });
  expect([short.status, short.body.errors[0]?.path]).toEqual([400, ['password']]);
});

test('accepts the local secret to ask or to decide, never both', async () => {
  await using server = await testServer();
  const { token } = await Bun.file(`${server.data}/run.json`).json();
  const asKey = { headers: { 'x-api-key': token } };
  const asPerson = { headers: { authorization: `Bearer ${token}` } };
  expect((await server.as.nobody.get('/keys', asKey)).status).toBe(403);
  expect((await server.as.nobody.get('/keys', asPerson)).status).toBe(200);
});
