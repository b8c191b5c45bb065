import { expect, test } from 'bun:test';
import { sql } from 'kysely';
import { lacksRoom } from '../../src/core/about/disk-space.ts';
import type { Inbox } from '../../src/core/inbox.ts';
import { type AppOptions, createApp } from '../../src/http/app.ts';
import { version } from '../../src/version.ts';
import { testInbox } from '../support/inbox/inbox.ts';
import { testServer } from '../support/server/server.ts';

test('reports ok to anyone', async () => {
  await using server = await testServer();
  const response = await fetch(`${server.url}/health`);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: 'ok', version });
});

test('reports full after a refused write until one succeeds, or for 10 seconds', async () => {
  await using inbox = await testInbox();
  const health = await healthOf(inbox);
  const { id: channelId } = await inbox.channel();
  const pages = async (count: number) => {
    await inbox.store.commit((tx) => sql`pragma max_page_count = ${sql.lit(count)}`.execute(tx));
  };
  const fill = async () => {
    await pages(1);
    const text = 'x'.repeat(200_000);
    await expect(inbox.send({ channelId, text })).rejects.toMatchObject({ code: 'unavailable' });
    await pages(1_000_000);
  };
  expect(await health()).toEqual([200, 'ok']);
  await fill();
  expect(await health()).toEqual([503, 'full']);
  await inbox.send({ channelId, text: 'There is room again' });
  expect(await health()).toEqual([200, 'ok']);
  await fill();
  inbox.clock.advance(9999);
  expect(await health()).toEqual([503, 'full']);
  inbox.clock.advance(1);
  expect(await health()).toEqual([200, 'ok']);
});

test('reports full before a write fails when free space is low', async () => {
  await using inbox = await testInbox();
  const health = await healthOf(inbox, { leastFreeBytes: Number.MAX_SAFE_INTEGER });
  expect(await health()).toEqual([503, 'full']);
});

test('treats a disk without free inodes as full', () => {
  const bytes = 2 ** 40;
  expect(lacksRoom({ bytes, files: 0 })).toBe(true);
  expect(lacksRoom({ bytes, files: 1 })).toBe(false);
  // Some file systems count no files.
  expect(lacksRoom({ bytes, files: null })).toBe(false);
});

async function healthOf(inbox: Inbox, options: Partial<AppOptions> = {}) {
  const app = createApp(inbox, { localToken: 'local', isDraining: () => false, ...options });
  await app.modules;
  return async () => {
    const response = await app.handle(new Request('http://localhost/health'));
    const { status } = (await response.json()) as { status: string };
    return [response.status, status];
  };
}
