import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BACKUPS, type BackupNotes, noBackups } from '../../src/core/backups/schema.ts';
import { accessFaults, phone, testBrowser } from '../support/browser/browser.ts';
import { openBeside } from '../support/inbox/beside.ts';
import { program } from '../support/server/program.ts';

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const plan = { at: '03:30', keep: '7d', directory: tmpdir(), since: daysAgo(9) };
const reason = 'There is no directory /mnt/kept: create or mount it, or name another';

function note(data: string, notes: Partial<BackupNotes>): void {
  using db = openBeside(data);
  const value = JSON.stringify({ ...noBackups, plan, ...notes });
  db.run('insert or replace into state (name, value) values (?, ?)', [BACKUPS, value]);
}

test('warns owners of a failed or missed backup until one succeeds', async () => {
  await using browser = await testBrowser();
  const { data } = browser.server;
  note(data, { failure: { at: daysAgo(0), reason }, failures: 1 });
  const page = await browser.logIn('/channels');
  const banner = page.getByRole('alert');
  await banner.getByText(`The last scheduled backup failed: ${reason}.`).waitFor();
  await banner.getByText(/The server retries every hour.* No backup has succeeded yet\./).waitFor();
  for (const viewport of [phone, { width: 320, height: 600 }]) {
    await page.setViewportSize(viewport);
    expect(await accessFaults(page)).toEqual([]);
    const fits = () => document.documentElement.scrollWidth <= window.innerWidth;
    expect(await page.evaluate(fits)).toBe(true);
  }
  note(data, { lastSuccessAt: daysAgo(3) });
  await page.reload();
  await banner
    .getByText(/^No backup has been made since .+ The last successful backup was 3d ago\.$/)
    .waitFor();
  note(data, { plan: { ...plan, directory: '/mnt/kept' }, lastSuccessAt: daysAgo(0) });
  await page.reload();
  await banner.getByText(/^Scheduled backups fail: Directory \/mnt\/kept not found: /).waitFor();
  note(data, { lastSuccessAt: daysAgo(0) });
  const asked = page.waitForResponse('**/api/v1/backups');
  await page.reload();
  await (await asked).finished();
  await page.getByRole('heading', { name: 'Channels' }).waitFor();
  expect(await banner.count()).toBe(0);
}, 60_000);

test('warns owners of a damaged database, and of one that is not the one that ran last', async () => {
  const prepare = (data: string) => {
    Bun.spawnSync([...program, 'channel', 'create', 'deploys', '--data', data]);
    using db = openBeside(data);
    const check = { at: daysAgo(0), fault: 'it is damaged (page 7)' };
    const values = ['database-check', JSON.stringify(check)];
    db.run('insert into state (name, value) values (?, ?)', values);
    writeFileSync(join(data, 'inbox.start'), '{"word":"another","before":null,"seq":40}');
  };
  await using browser = await testBrowser({}, prepare);
  const page = await browser.logIn('/channels', { viewport: phone });
  const banners = page.getByRole('alert');
  await banners.getByText('The database is damaged.').waitFor();
  await banners
    .getByText(/^The database is not the one that ran last. It lacks \d+ changes/)
    .waitFor();
  expect(await accessFaults(page)).toEqual([]);
  await banners.getByRole('link', { name: 'View audit log' }).click();
  await page.getByText(/found another database than the one that ran last/).waitFor();
}, 60_000);
