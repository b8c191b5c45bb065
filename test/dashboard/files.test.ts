import { expect, test } from 'bun:test';
import type { Attachment } from '../../src/core/files/schema.ts';
import { accessFaults, phone, testBrowser } from '../support/browser/browser.ts';
import type { TestServer } from '../support/server/server.ts';

async function upload(
  server: TestServer,
  channelId: string,
  name: string,
  type = 'text/plain',
): Promise<Attachment> {
  const body = new FormData();
  body.append('channelId', channelId);
  body.append('file', new File(['The text.'], name, { type }));
  const answer = await server.as.agent.send<Attachment>('/files/upload', { method: 'POST', body });
  return answer.body;
}

test('lists files of all channels live, links to their messages and downloads them', async () => {
  await using browser = await testBrowser();
  const { server } = browser;
  const { id: one } = await server.channel({ name: 'deploy-bot' });
  const { id: other } = await server.channel({ name: 'research' });
  const page = await browser.logIn('/files');
  await page.getByRole('heading', { name: 'No files yet' }).waitFor();
  const log = await upload(server, one, 'build.log');
  await page.getByText('build.log', { exact: true }).waitFor();
  await upload(server, other, 'paper.txt');
  await page.getByText('paper.txt', { exact: true }).waitFor();
  expect(await page.locator('.files-name').allInnerTexts()).toEqual(['paper.txt', 'build.log']);
  const row = await page.locator('.files-row', { hasText: 'paper.txt' }).textContent();
  expect(row?.match(/research/g)).toHaveLength(1);
  await page.getByLabel('Channel', { exact: true }).selectOption('deploy-bot');
  await page.getByText('paper.txt', { exact: true }).waitFor({ state: 'detached' });
  await page.waitForURL(`**/files?channel=${one}`);
  const download = page.waitForEvent('download');
  await page.getByLabel('Download build.log').click();
  expect((await download).suggestedFilename()).toBe('build.log');
  await page.getByRole('link', { name: /the message with build.log/ }).click();
  await page.locator(`#message-${log.messageId}[data-picked]`).waitFor();
});

test('filters files by name and kind, keeps the filters in the URL, and steps through the viewer', async () => {
  await using browser = await testBrowser();
  const { server } = browser;
  const { id } = await server.channel({ name: 'deploy-bot' });
  await upload(server, id, 'Build Übersicht.log');
  await upload(server, id, 'build.csv', 'text/csv');
  await upload(server, id, 'plan.pdf', 'application/pdf');
  const names = async (query: string) =>
    (await server.as.owner.get<Attachment[]>(`/files?${query}`)).body.map(
      ({ filename }) => filename,
    );
  expect(await names('search=übersicht%20BUILD')).toEqual(['Build Übersicht.log']);
  expect(await names('kind=text&limit=1')).toEqual(['build.csv']);
  expect(await names('kind=pdf&search=build')).toEqual([]);
  const { body } = await server.as.owner.get('/files?kind=film');
  expect([body.statusCode, body.errors[0]?.path]).toEqual([400, ['kind']]);

  const page = await browser.logIn('/files?kind=text');
  const rows = page.locator('.files-row');
  await rows.filter({ hasText: 'build.csv' }).waitFor();
  expect(await rows.count()).toBe(2);
  await rows.first().getByText('deploy-bot').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText('1 of 2').waitFor();
  await page.keyboard.press('j');
  await page.getByRole('dialog').getByText('The text.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByLabel('Kind').selectOption('All kinds');
  await rows.filter({ hasText: 'plan.pdf' }).waitFor();
  await page.getByLabel('Search files by name').fill('plan');
  await page.waitForURL('**/files?search=plan');
  await rows.filter({ hasText: 'build.csv' }).waitFor({ state: 'detached' });
  await page.reload();
  await rows.filter({ hasText: 'plan.pdf' }).waitFor();
  expect(await rows.count()).toBe(1);
});

test('shows 50 files, older ones on request, and returns to the same place by Back', async () => {
  await using browser = await testBrowser();
  const { server } = browser;
  const { id } = await server.channel({ name: 'deploy-bot' });
  const names = Array.from({ length: 60 }, (_, at) => `file-${at}.txt`);
  await Promise.all(names.map((name) => upload(server, id, name)));
  const page = await browser.logIn('/files');
  const rows = page.locator('li.files-row');
  await rows.nth(49).waitFor();
  expect(await rows.count()).toBe(50);
  await page.getByRole('button', { name: 'Show older' }).click();
  await rows.nth(59).scrollIntoViewIfNeeded();
  const scrolled = () => page.locator('main').evaluate(({ scrollTop }) => scrollTop);
  const before = await scrolled();
  expect(before).toBeGreaterThan(1000);
  await rows.nth(59).locator('.files-channel').click();
  await page.waitForURL(`**/c/${id}?m=*`);
  await page.goBack();
  await rows.nth(59).waitFor();
  expect(await scrolled()).toBe(before);
  await page.getByRole('link', { name: 'Activity' }).click();
  await page.getByRole('heading', { name: 'Activity' }).waitFor();
  expect(await scrolled()).toBe(0);
});

test('has no serious axe violations', async () => {
  await using browser = await testBrowser();
  const { id } = await browser.server.channel({ name: 'deploy-bot' });
  // Its name is above the link of the channel.
  const name = `${'long-'.repeat(8)}build.log`;
  await upload(browser.server, id, name);
  const page = await browser.logIn('/files', { viewport: phone });
  await page.getByText(name, { exact: true }).waitFor();
  expect(await accessFaults(page)).toEqual([]);
});
