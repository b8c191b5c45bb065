import { expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BackupStatus } from '../../src/core/backups/schema.ts';
import { temporaryDirectory } from '../support/machine/directory.ts';
import { parseMetrics } from '../support/server/prometheus.ts';
import { testServer } from '../support/server/server.ts';

const metrics = '127.0.0.1';
const scrape = async (url: string) =>
  parseMetrics(await (await fetch(`${url}/metrics`)).text()).values;

/** A server that backs itself up when it starts, once it has tried to. */
async function afterBackup(backupDir: string) {
  const server = await testServer({ metrics, backupAt: '03:30', backupDir });
  const read = async () => (await server.as.owner.get<BackupStatus>('/backups')).body;
  let status = await read();
  while (status.lastSuccessAt === null && status.failure === null) {
    await Bun.sleep(20);
    status = await read();
  }
  return Object.assign(server, { status });
}

test('reports the last scheduled backup to an owner and in the metrics, and that its directory has gone', async () => {
  const directory = temporaryDirectory();
  await using server = await afterBackup(directory);
  const { status, url } = server;
  expect(status).toMatchObject({
    at: '03:30',
    keep: '7d,4w,6m',
    directory,
    failure: null,
    failures: 0,
    overdue: false,
    fault: null,
  });
  const values = await scrape(url);
  const seconds = Date.parse(`${status.lastSuccessAt}`) / 1000;
  expect(values.get('inbox_backup_last_success_timestamp_seconds')).toBe(seconds);
  expect(values.get('inbox_backup_failures_total')).toBe(0);
  expect(values.get('inbox_backup_healthy')).toBe(1);
  expect((await server.as.agent.get('/backups')).status).toBe(403);
  rmSync(directory, { recursive: true });
  expect((await server.as.owner.get<BackupStatus>('/backups')).body).toMatchObject({
    failure: null,
    overdue: false,
    fault: expect.stringContaining(`Directory ${directory} not found: `),
  });
  expect((await scrape(url)).get('inbox_backup_healthy')).toBe(0);
}, 30_000);

test('counts a failed backup and reports its reason', async () => {
  const directory = join(temporaryDirectory(), 'gone');
  await using server = await afterBackup(directory);
  expect(server.status.failure?.reason).toStartWith(`Directory ${directory} not found: `);
  const values = await scrape(server.url);
  expect(values.get('inbox_backup_failures_total')).toBe(1);
  expect(values.get('inbox_backup_healthy')).toBe(0);
  expect(values.has('inbox_backup_last_success_timestamp_seconds')).toBe(false);
}, 30_000);

test('has no backup metrics when none are scheduled', async () => {
  await using server = await testServer({ metrics });
  expect([...(await scrape(server.url)).keys()].filter((name) => /backup/.test(name))).toEqual([]);
  const { body } = await server.as.owner.get<BackupStatus>('/backups');
  expect(body).toMatchObject({ at: null, nextAt: null, overdue: false });
});
