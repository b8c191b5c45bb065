import { expect, test } from 'bun:test';
import type { About } from '../../src/core/about/schema.ts';
import { version } from '../../src/version.ts';
import { testServer } from '../support/server.ts';

test('an owner is told where the inbox stands, how large it is and since when it runs', async () => {
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
