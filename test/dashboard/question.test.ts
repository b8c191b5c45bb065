import { expect, test } from 'bun:test';
import type { Message } from '../../src/core/messages/schema.ts';
import { testBrowser } from '../support/browser.ts';
import { ask, storeFile } from '../support/questions.ts';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const file = (name: string, type: string, bytes: BlobPart) => new File([bytes], name, { type });

test('the files of a question are shown where a browser can, and can be taken', async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel();
  const lines = Array.from({ length: 500 }, (_, index) => `line ${index}`).join('\n');
  const files = [
    file('dot.png', 'image/png', Buffer.from(PIXEL, 'base64')),
    file('broken.png', 'image/png', 'no picture'),
    file('notes.md', 'text/markdown', lines),
    file('plan.pdf', 'application/pdf', '%PDF-1.4'),
    file('all.zip', 'application/zip', new Uint8Array(5000)),
  ];
  const attachmentIds: string[] = [];
  for (const one of files) attachmentIds.push(await storeFile(browser, channel.id, one));
  await ask(browser, 'approval', {}, { channel, attachmentIds });
  const page = await browser.logIn();
  const shown = page.getByRole('list', { name: 'Attachments' });
  const picture = shown.getByRole('img', { name: 'dot.png' });
  await picture.waitFor();
  await page.waitForFunction(() =>
    [...document.images].some(({ naturalWidth }) => naturalWidth === 1),
  );
  await shown.getByRole('img', { name: 'broken.png' }).waitFor({ state: 'detached' });
  await shown.getByText('line 7\n…').waitFor();
  expect(await shown.getByText('line 8').count()).toBe(0);
  await shown.getByText('5.0 kB').waitFor();
  await shown.getByRole('button', { name: 'Open' }).waitFor();
  const [taken] = await Promise.all([
    page.waitForEvent('download'),
    shown.getByRole('link', { name: 'Download all.zip' }).click(),
  ]);
  expect(taken.suggestedFilename()).toBe('all.zip');
});

test('a question says who asks, when, how, and where the answer is posted to', async () => {
  await using browser = await testBrowser({ webhookAllow: 'ci.example.com' });
  const channel = await browser.server.channel({ name: 'deploy-bot' });
  await browser.server.as.agent.post<Message>('/messages', {
    ...{ channelId: channel.id, text: 'Two migrations **run** first.', status: 'warning' },
    webhookUrl: 'https://ci.example.com/hook',
    review: { type: 'approval', payload: { title: 'Deploy?' } },
  });
  const page = await browser.logIn();
  await page.getByRole('heading', { name: 'Deploy?' }).waitFor();
  await page.getByText(/asked \d{1,2}:\d\d.* · approval · webhook to ci\.example\.com/).waitFor();
  await page.locator('.status-text', { hasText: 'Warning' }).locator('strong').waitFor();
  await page.keyboard.press('o');
  await page.waitForURL(`**/c/${channel.id}?m=*`);
});

test('what was answered is kept with who, when and what, and so is what expired', async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel({ name: 'deploy-bot' });
  const page = await browser.logIn();
  for (const index of Array(60).keys()) {
    const { id } = await ask(browser, 'approval', {}, { channel, text: `Deploy ${index}?` });
    await browser.server.as.owner.post(`/reviews/${id}/respond`, {
      response: { selectedOption: 'reject' },
    });
  }
  const brief = await ask(
    browser,
    'approval',
    {},
    { channel, text: 'Brief?', expiresInSeconds: 1 },
  );
  await browser.server.as.agent.get(`/reviews/${brief.id}/wait?channel=${channel.id}&timeout=5000`);
  await page.goto('/answered');
  const rows = page.locator('.answered-row');
  await rows.first().getByText('Deploy 59?').waitFor();
  await rows.first().getByText('deploy-bot').waitFor();
  expect(await rows.first().textContent()).toMatch(/deploy-bot · approvalRejectAna · /);
  expect(await rows.count()).toBe(50);
  await page.getByRole('button', { name: 'Show older ones' }).click();
  await rows.nth(59).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Deploy 58?' }).waitFor();
  await page.getByText(/Approval · answered .* by Ana/).waitFor();

  await page.goto('/answered');
  await page.getByText('Expired', { exact: true }).click();
  await rows.getByText('Brief?').waitFor();
  await rows.getByText('Nobody answered').waitFor();
});
