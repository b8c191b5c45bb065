/** Rows of the list of pending questions: their words, and their number at a time. */
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { testBrowser } from '../support/browser/browser.ts';
import { ask, press, storeFile } from '../support/browser/questions.ts';

const row = (page: Page, name: string) => page.locator('.inbox-row', { hasText: name });
const heights = (page: Page) =>
  page
    .locator('.inbox-row')
    .evaluateAll((rows) => [...new Set(rows.map((one) => one.getBoundingClientRect().height))]);
const inView = (page: Page) =>
  page.locator('.inbox-row').evaluateAll((rows) => {
    const { bottom } = rows[0]?.parentElement?.getBoundingClientRect() ?? { bottom: 0 };
    return rows.filter((one) => one.getBoundingClientRect().bottom <= bottom + 0.5).length;
  });

test('fits 17 compact rows on a desktop, and has comfortable ones of 60 px', async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel({ name: 'deploy-bot' });
  for (let at = 0; at < 24; at++) {
    const title = `Deploy build ${at} to every region, one after the other, and then the rest?`;
    const text = `# ${title}\n\nIt **changes** the pool size. `.repeat(5);
    const more = { channel, text, status: 'warning', expiresInSeconds: 600 + at };
    await ask(browser, 'approval', { title }, more);
  }
  const page = await browser.logIn();
  await row(page, 'build 23').waitFor();
  expect(await heights(page)).toEqual([60]);
  await page.evaluate(() => {
    document.documentElement.dataset.density = 'compact';
  });
  await page.waitForFunction(
    () => document.querySelector('.inbox-row')?.getBoundingClientRect().height === 44,
  );
  expect(await heights(page)).toEqual([44]);
  expect(await inView(page)).toBeGreaterThanOrEqual(17);
});

test('shows what is asked, by whom and the description, with files, danger and draft', async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel({ name: 'support' });
  const file = await storeFile(browser, channel.id, new File(['x'], 'plan.txt'));
  const harmful = [
    { id: 'keep', label: 'Keep' },
    { id: 'delete', label: 'Delete', style: 'danger' },
  ];
  const first = { channel, text: 'Be kind.', expiresInSeconds: 600 };
  await ask(browser, 'text-input', { title: 'Reply to Mia?' }, first);
  await ask(
    browser,
    'approval',
    { title: 'Delete the branch?', options: harmful },
    {
      channel,
      attachmentIds: [file],
      expiresInSeconds: 7200,
      text: '## Delete the branch?\n\nNobody has **pushed** to it since May.',
    },
  );
  const page = await browser.logIn();
  const [reply, branch] = [row(page, 'Reply to Mia?'), row(page, 'Delete the branch?')];
  await branch.getByText('support · Approval').waitFor();
  await branch.getByText('Nobody has pushed to it since May.').waitFor();
  await branch.locator('time', { hasText: '1h59m' }).waitFor();
  for (const sign of ['1 file', 'One of the choices cannot be undone']) {
    await branch.getByText(sign).waitFor({ state: 'attached' });
  }
  expect(await branch.getByText('Draft').count()).toBe(0);
  await reply.getByText('Be kind.').waitFor();
  await press(page, 'Enter');
  await page.keyboard.type('Dear Mia');
  await reply.getByText('Draft').waitFor({ state: 'attached' });
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  await reply.getByText('Draft').waitFor({ state: 'detached' });
});
