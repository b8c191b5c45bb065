/** Texts that once froze a tab for seconds and minutes: each is shown, and the page reacts to keys. */
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { whyPlain } from '../../src/core/messages/markdown.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { openPath, testBrowser } from '../support/browser/browser.ts';
import { chosen } from '../support/machine/sized.ts';
import { bombs } from '../support/texts/bombs.ts';

const PATIENT = 180_000;
const texts = Object.values(bombs);

/** Every text as a question of one channel, the first to expire first. */
async function askAll(browser: Awaited<ReturnType<typeof testBrowser>>) {
  const channel = await browser.server.channel();
  const asked: Message[] = [];
  for (const [at, text] of texts.entries()) {
    const payload = { title: `Bomb ${at}.`, description: text.slice(0, 60_000) };
    const { status, body } = await browser.server.as.agent.post<Message>('/messages', {
      channelId: channel.id,
      text,
      review: { type: 'approval', payload, expiresInSeconds: 6000 + at },
    });
    expect(status).toBe(201);
    asked.push(body);
  }
  return asked;
}

const elementsIn = (page: Page, part: string) =>
  page
    .locator(part)
    .first()
    .evaluate((element) => element.querySelectorAll('*').length);

/** A question beside the list has shown each of them: a conversation draws them by the same parts. */
const isFourth = ({ review }: Message): boolean =>
  Number(/\d+/.exec(`${review?.payload.title}`)) % 4 === 0;

/** A layout that is worth it: 2,000 nodes, 1,000 runs, and the elements around them. */
const MOST_ELEMENTS = 10_000;

test(
  'steps through a list of bombs by key and explains each that is shown as plain text',
  async () => {
    await using browser = await testBrowser();
    await askAll(browser);
    const page = await browser.logIn();
    for (const [at, text] of texts.entries()) {
      await page.getByRole('heading', { name: `Bomb ${at}.` }).waitFor();
      // Blanks alone are not shown at all.
      const why = text.trim() === '' ? null : whyPlain(text.trim());
      // The list has its beginning alone; the whole text comes a moment later.
      const notice = page.locator('.question-body').getByText(/^Shown as plain text/);
      if (why === null) await notice.waitFor({ state: 'detached' });
      else await notice.getByText(`plain text: ${why}.`).first().waitFor();
      expect(await elementsIn(page, '.question')).toBeLessThan(MOST_ELEMENTS);
      await page.keyboard.press('j');
    }
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
  },
  PATIENT,
);

test(
  'scrolls through a conversation of bombs and expands one on request',
  async () => {
    await using browser = await testBrowser();
    const asked = await askAll(browser);
    const page = await browser.logIn(`/c/${asked[0]?.channelId}`);
    for (const { id, channelId, review } of chosen(asked.toReversed(), isFourth)) {
      await openPath(page, `/c/${channelId}?m=${id}`);
      const message = page.locator('.channel-message[data-picked]');
      await message.getByText(`${review?.payload.title}`).waitFor();
      expect(await elementsIn(page, '.channel-message[data-picked]')).toBeLessThan(MOST_ELEMENTS);
    }
    await openPath(page, `/c/${asked[5]?.channelId}?m=${asked[5]?.id}`);
    const first = page.locator('.channel-message', { hasText: 'Bomb 5.' });
    const more = first.getByRole('button', { name: 'Show all' });
    await more.first().waitFor();
    // The text and the description have one each.
    while ((await more.count()) > 0) await more.first().click();
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
  },
  PATIENT,
);
