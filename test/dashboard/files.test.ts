import { expect, test } from 'bun:test';
import type { Attachment } from '../../src/core/files/schema.ts';
import { accessFaults, phone, testBrowser } from '../support/browser.ts';
import type { TestServer } from '../support/server.ts';

async function upload(server: TestServer, channelId: string, name: string): Promise<Attachment> {
  const body = new FormData();
  body.append('channelId', channelId);
  body.append('file', new File(['The text.'], name, { type: 'text/plain' }));
  const answer = await server.as.agent.send<Attachment>('/files/upload', { method: 'POST', body });
  return answer.body;
}

test('files of all channels are listed as they come, lead to their message and can be taken', async () => {
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
  expect(await page.locator('.files-card .file-row bdi').allInnerTexts()).toEqual([
    'paper.txt',
    'build.log',
  ]);
  await page.getByLabel('Channel', { exact: true }).selectOption('deploy-bot');
  await page.getByText('paper.txt', { exact: true }).waitFor({ state: 'detached' });
  await page.waitForURL(`**/files?channel=${one}`);
  const download = page.waitForEvent('download');
  await page.getByLabel('Download build.log').click();
  expect((await download).suggestedFilename()).toBe('build.log');
  await page.getByRole('link', { name: /the message with build.log/ }).click();
  await page.locator(`#message-${log.messageId}[data-picked]`).waitFor();
});

test('axe finds nothing serious among files', async () => {
  await using browser = await testBrowser();
  const { id } = await browser.server.channel({ name: 'deploy-bot' });
  await upload(browser.server, id, 'build.log');
  const page = await browser.logIn('/files', { viewport: phone });
  await page.getByText('build.log', { exact: true }).waitFor();
  expect(await accessFaults(page)).toEqual([]);
});
