import { expect, test } from 'bun:test';
import { version } from '../../src/version.ts';
import { testServer } from '../support/server.ts';

test('anyone may ask whether the inbox is up', async () => {
  await using server = await testServer();
  const response = await fetch(`${server.url}/health`);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: 'ok', version });
});
