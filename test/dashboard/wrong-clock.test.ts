import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { Message } from '../../src/core/messages/schema.ts';
import { testBrowser } from '../support/browser/browser.ts';
import { ask, isReady, press } from '../support/browser/questions.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Sets the clock of a page, as a device has it. */
const setClock = (page: Page, aheadMs: number) =>
  page.addInitScript((ms) => {
    const Right = Date;
    globalThis.Date = class extends Right {
      constructor(...given: unknown[]) {
        super(...((given.length === 0 ? [Right.now() + ms] : given) as [number]));
      }
      static override now = () => Right.now() + ms;
    } as DateConstructor;
  }, aheadMs);

test.each([2 * DAY_MS, -2 * DAY_MS])(
  "goes by the inbox's clock where the device's is wrong by %d ms",
  async (aheadMs) => {
    await using browser = await testBrowser();
    const asked = await ask(browser, 'approval', {}, { expiresInSeconds: 2 * 60 * 60 - 1 });
    const page = await browser.page({ withUndo: true });
    await setClock(page, aheadMs);
    await browser.logIn('/', { on: page });
    await page.locator('.remaining').getByText('1h59m').first().waitFor();
    expect(await page.locator('.remaining[data-urgent]').count()).toBe(0);
    await page.goto(`/c/${asked.channelId}`);
    await page
      .getByText('just now')
      .or(page.getByText(/\ds ago/))
      .first()
      .waitFor();
    await page.goto('/');
    await press(page, 'a');
    await page.getByRole('button', { name: /Undo/ }).first().click();
    await isReady(page);
    const { body } = await browser.server.as.owner.get<Message[]>('/reviews/pending');
    expect(body.map(({ id }) => id)).toEqual([asked.id]);
  },
);
