import { expect, test } from 'bun:test';
import { loadConfig } from '../../src/config.ts';
import type { User } from '../../src/core/access/schema.ts';
import { silentLog } from '../../src/log.ts';
import { startServer } from '../../src/server.ts';
import { testServer } from '../support/server/server.ts';

const owner = { email: 'ann@example.com', password: 'correct horse', name: 'Ann' };
const tokenOf = (setUpUrl: string | null) => setUpUrl?.split('#token=')[1] ?? '';

test('creates the first owner from the setup link and logs them in', async () => {
  await using server = await testServer();
  expect(server.setUpUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/setup#token=[0-9a-f]{32}$/);
  const token = tokenOf(server.setUpUrl);
  const done = await server.as.nobody.post<User>('/auth/setup', { ...owner, token });
  expect([done.status, done.body.email, done.body.role]).toEqual([201, owner.email, 'owner']);
  const cookie = done.headers.get('set-cookie')?.split(';')[0] ?? '';
  const session = await server.as.nobody.get<User>('/auth/session', { headers: { cookie } });
  expect(session.body).toMatchObject(done.body);
});

test('accepts the setup link once, and creates none for an inbox that is set up', async () => {
  await using server = await testServer();
  const token = tokenOf(server.setUpUrl);
  const both = [owner, { ...owner, email: 'eve@example.com' }];
  const done = await Promise.all(
    both.map((one) => server.as.nobody.post('/auth/setup', { ...one, token })),
  );
  expect(done.map((one) => one.status).sort()).toEqual([201, 409]);
  await server.stop();
  const again = await startServer(loadConfig({ data: server.data, port: '0' }, {}), silentLog());
  expect(again.setUpUrl).toBeNull();
  await again.stop();
});

test.each([['no'], [undefined], ['']])('refuses the setup with the token %p', async (token) => {
  await using server = await testServer();
  const refused = await server.as.nobody.post('/auth/setup', { ...owner, token });
  expect([refused.status, refused.headers.get('set-cookie')]).toEqual([401, null]);
  expect((await server.as.owner.get<User>('/auth/session')).body.email).toBeNull();
});

test('creates another link at the next start when the last one was not used', async () => {
  await using server = await testServer({ publicUrl: 'https://inbox.example.com/' });
  expect(server.setUpUrl).toStartWith('https://inbox.example.com/setup#token=');
  await server.stop();
  const again = await startServer(loadConfig({ data: server.data, port: '0' }, {}), silentLog());
  expect(tokenOf(again.setUpUrl)).not.toBe(tokenOf(server.setUpUrl));
  await again.stop();
});

test('refuses the setup from an agent', async () => {
  await using server = await testServer();
  const token = tokenOf(server.setUpUrl);
  expect((await server.as.agent.post('/auth/setup', { ...owner, token })).status).toBe(403);
});
