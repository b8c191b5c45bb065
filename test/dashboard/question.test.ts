import { expect, test } from 'bun:test';
import type { Message } from '../../src/core/messages/schema.ts';
import { accessFaults, testBrowser } from '../support/browser/browser.ts';
import { ask, openQuestion, press, storeFile } from '../support/browser/questions.ts';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const file = (name: string, type: string, bytes: BlobPart) => new File([bytes], name, { type });

test('lists each file as a row to open and download', async () => {
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
  await shown.getByText('4.9KiB').waitFor();
  expect(await shown.locator('img, pre').count()).toBe(0);
  await shown.getByRole('button', { name: 'Open' }).waitFor();
  const [taken] = await Promise.all([
    page.waitForEvent('download'),
    shown.getByRole('link', { name: 'Download all.zip' }).click(),
  ]);
  expect(taken.suggestedFilename()).toBe('all.zip');
});

test('shows a single file inline, and an invalid image as a row', async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel();
  const lines = Array.from({ length: 500 }, (_, index) => `line ${index}`).join('\n');
  const files = [
    file('dot.png', 'image/png', Buffer.from(PIXEL, 'base64')),
    file('broken.png', 'image/png', 'no picture'),
    file('notes.txt', 'text/plain', lines),
  ];
  const asked: Message[] = [];
  for (const one of files) {
    const attachmentIds = [await storeFile(browser, channel.id, one)];
    asked.push(await ask(browser, 'approval', {}, { channel, attachmentIds }));
  }
  const [dot, broken, notes] = asked.map(({ id }) => id);
  const page = await browser.logIn(`/m/${dot}`);
  const shown = page.getByRole('list', { name: 'Attachments' });
  await shown.getByRole('img', { name: 'dot.png' }).waitFor();
  await page.waitForFunction(() =>
    [...document.images].some(({ naturalWidth }) => naturalWidth === 1),
  );
  await openQuestion(page, broken ?? '');
  await shown.getByTitle('broken.png').waitFor();
  await shown.getByRole('img').waitFor({ state: 'detached' });
  await openQuestion(page, notes ?? '');
  await shown.getByText('line 7\n…').waitFor();
  expect(await shown.getByText('line 8').count()).toBe(0);
});

test('opens the files on v, steps through them on j and k, and ignores answer keys', async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel();
  const attachmentIds: string[] = [];
  for (const one of [
    file('plan.md', 'text/markdown', '# The plan\n\n- first\n- **then**'),
    file('rows.csv', 'text/csv', 'name,words\nAna,"says ""go"", twice"\n'),
    file('dot.png', 'image/png', Buffer.from(PIXEL, 'base64')),
    file('run.log', 'text/plain', `${'long '.repeat(200)}\nend`),
  ]) {
    attachmentIds.push(await storeFile(browser, channel.id, one));
  }
  await ask(browser, 'approval', {}, { channel, attachmentIds });
  const page = await browser.logIn();
  await press(page, 'v');
  const viewer = page.getByRole('dialog', { name: 'plan.md' });
  await viewer.getByRole('heading', { name: 'The plan' }).waitFor();
  await viewer.locator('li strong', { hasText: 'then' }).waitFor();
  await page.keyboard.press('a');
  await page.keyboard.press('j');
  await page.getByRole('cell', { name: 'says "go", twice', exact: true }).waitFor();
  await page.keyboard.press('j');
  await page.getByRole('button', { name: 'Show full size' }).click();
  await page.getByRole('button', { name: 'Fit to window' }).waitFor();
  await page.keyboard.press('j');
  const text = page.getByRole('dialog', { name: 'run.log' }).locator('pre');
  await text.getByText('end').waitFor();
  expect(await text.evaluate(isWider)).toBe(false);
  await page.getByRole('button', { name: 'Wrap' }).click();
  expect(await text.evaluate(isWider)).toBe(true);
  expect(await accessFaults(page)).toEqual([]);
  await page.keyboard.press('k');
  await page.getByRole('dialog', { name: 'dot.png' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const { body } = await browser.server.as.owner.get<unknown[]>('/reviews/pending');
  expect(body.length).toBe(1);
});

const isWider = (one: Element) => one.scrollWidth > (one.parentElement?.clientWidth ?? 0);

test('shows who asks, when and how, and where the answer is sent', async () => {
  await using browser = await testBrowser({ webhookAllow: 'ci.example.com' });
  const channel = await browser.server.channel({ name: 'deploy-bot' });
  await browser.server.as.agent.post<Message>('/messages', {
    channelId: channel.id,
    text: 'Two migrations **run** first.',
    status: 'warning',
    webhookUrl: 'https://ci.example.com/hook',
    review: { type: 'approval', payload: { title: 'Deploy?' } },
  });
  const page = await browser.logIn();
  await page.getByRole('heading', { name: 'Deploy?' }).waitFor();
  await page.getByText(/asked \d{1,2}:\d\d.* · approval · Get notified on your phone$/).waitFor();
  await page.getByText('Details').click();
  await page.getByText('ci.example.com').waitFor();
  await page.locator('.status-text', { hasText: 'Warning' }).locator('strong').waitFor();
  await page.keyboard.press('o');
  await page.waitForURL(`**/c/${channel.id}?m=*`);
});

test('lists answered and expired questions with who, when and what', async () => {
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
  await page.getByRole('button', { name: 'Show older' }).click();
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
