/** Which questions a person has opened, the same in all of their tabs. */
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { phone, testBrowser } from '../support/browser/browser.ts';
import { isLive } from '../support/browser/frames.ts';
import { ask, press } from '../support/browser/questions.ts';

const title = (page: Page, name: string, weight: 600 | 450) =>
  page.waitForFunction(
    ([text, wanted]) =>
      [...document.querySelectorAll('.inbox-row-title')].some(
        (one) => one.textContent === text && getComputedStyle(one).fontWeight === `${wanted}`,
      ),
    [name, weight] as const,
  );

test("marks an opened question as read in all of a person's tabs, until u marks it unread", async () => {
  await using browser = await testBrowser();
  for (const [at, text] of ['First?', 'Second?', 'Third?'].entries()) {
    await ask(browser, 'approval', {}, { text, expiresInSeconds: 600 + at });
  }
  const other = await browser.logIn('/', { viewport: phone });
  await other.getByText('3, 3 new').waitFor();
  await title(other, 'First?', 600);
  await isLive(other);
  const page = await browser.logIn();
  for (const one of [page, other]) {
    await one.getByText('3, 2 new').waitFor();
    await title(one, 'First?', 450);
    await title(one, 'Second?', 600);
  }
  await press(page, 'j');
  await other.getByText('3, 1 new').waitFor();
  await press(page, 'u');
  await title(other, 'Second?', 600);
  await page.getByText('3, 2 new').waitFor();
  await title(page, 'Second?', 600);
  // It stays so until it is opened again.
  await press(page, 'k', 'j');
  await page.getByText('3, 1 new').waitFor();
  await ask(browser, 'approval', {}, { text: 'Fourth?' });
  await page.getByText('4, 2 new').waitFor();
  await title(page, 'Fourth?', 600);
  await page.reload();
  await title(page, 'First?', 450);
  await title(page, 'Fourth?', 600);
  expect(await page.locator('.inbox-row[data-unread]').count()).toBe(2);
});
