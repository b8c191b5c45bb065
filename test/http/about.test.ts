import { expect, test } from 'bun:test';
import type { About } from '../../src/core/about/schema.ts';
import { settings } from '../../src/settings.ts';
import { version } from '../../src/version.ts';
import { testServer } from '../support/server/server.ts';

test('returns data directory, sizes and start time to an owner', async () => {
  const before = Date.now();
  await using server = await testServer();
  const { id } = await server.channel();
  const form = new FormData();
  form.append('channelId', id);
  form.append('file', new File(['hello'], 'hello.txt'));
  await server.as.agent.send('/files/store', { method: 'POST', body: form });
  const { body } = await server.as.owner.get<About>('/about');
  expect(body).toMatchObject({
    version,
    dataDirectory: server.data,
    files: { count: 1, bytes: 5 },
  });
  expect(body.databaseBytes).toBeGreaterThan(4096);
  expect(Date.parse(body.startedAt)).toBeWithin(before, Date.now() + 1);
});

test('returns every setting with its source, and no secret', async () => {
  await using server = await testServer({ webhookTimeout: '3s', token: 'hu_confidential' });
  const { body } = await server.as.owner.get<About>('/about');
  const found = (name: string) => body.settings.find((one) => one.name === name);
  expect(body.settings.map(({ name }) => name).toSorted()).toEqual(
    ['data', ...Object.keys(settings)].toSorted(),
  );
  expect(found('webhookTimeout')).toEqual({
    name: 'webhookTimeout',
    variable: 'INBOX_WEBHOOK_TIMEOUT',
    value: '3s',
    from: 'flag',
    source: '--webhook-timeout',
    about: 'time limit for one attempt at a webhook, such as 10s',
  });
  expect(found('rateLimit')).toMatchObject({ value: '100', from: 'default' });
  expect(found('publicUrl')).toMatchObject({ value: null, from: 'default' });
  expect(found('token')).toMatchObject({ value: '***', from: 'flag' });
  expect(JSON.stringify(body)).not.toContain('confidential');

  await server.as.owner.post('/local-answers', { localAnswers: 'off' });
  const later = (await server.as.owner.get<About>('/about')).body.settings;
  expect(later.find(({ name }) => name === 'localAnswers')).toMatchObject({
    value: 'off',
    from: 'database',
    source: 'the database',
  });
});
