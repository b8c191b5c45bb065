import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { Message } from '../../src/core/messages/schema.ts';
import { openPath, type TestBrowser, testBrowser } from '../support/browser/browser.ts';
import {
  drawn,
  scrollBy,
  scrollUntil,
  sendMany,
  shownIds,
} from '../support/browser/conversation.ts';

/** More than twice as many as a page holds. */
const COUNT = 1000;

test('opens at the newest message and scrolls to the oldest without gaps or repeats, while others write', async () => {
  await using browser = await testBrowser();
  const { server } = browser;
  const { id: channelId } = await server.channel({ name: 'deploy-bot' });
  const ids = await sendMany(server, channelId, COUNT);
  const page = await browser.logIn(`/c/${channelId}`);
  await page.getByText(`Message ${COUNT - 1}.`).waitFor();

  await page.waitForFunction(isAtBottom);
  await drawn(page);
  const newest = await shownIds(page);
  expect(newest.at(-1)).toBe(ids.at(-1));
  const seen = new Set(newest);
  for (let turn = 0; turn < 2000 && !seen.has(ids[0] ?? ''); turn++) {
    if (turn % 20 === 0) {
      const sent = { channelId, text: `Meanwhile ${turn}.` };
      ids.push((await server.as.agent.post<Message>('/messages', sent)).body.id);
    }
    await scrollBy(page, -600);
    const shown = await shownIds(page);
    const from = ids.indexOf(shown[0] ?? '');
    expect(shown).toEqual(ids.slice(from, from + shown.length));
    for (const id of shown) seen.add(id);
  }
  expect(ids.slice(0, COUNT).filter((id) => !seen.has(id))).toEqual([]);
  await page.getByText('This is where deploy-bot begins.').waitFor();

  await page.getByRole('button', { name: 'jump to the newest message' }).click();
  await page
    .getByText(/^Meanwhile/)
    .last()
    .waitFor();
  // Rows above are measured as they are drawn, a frame later.
  await page.waitForFunction(isAtBottom);
  await drawn(page);
  expect((await shownIds(page)).at(-1)).toBe(ids.at(-1));
}, 120_000);

test('scrolls to the newest message from a short page at the beginning', async () => {
  await using browser = await testBrowser();
  const { id: channelId } = await browser.server.channel();
  const ids = await sendMany(browser.server, channelId, 80);
  const page = await browser.logIn(`/c/${channelId}?m=${ids[0]}`);
  await page.getByText('Message 0.').waitFor();
  await scrollUntil(page, 600, ids.at(-1));
});

/** A page that comes to a conversation from elsewhere in the dashboard. */
async function enter(browser: TestBrowser, channelId: string): Promise<Page> {
  const page = await browser.logIn('/activity');
  await page.getByRole('heading', { name: 'Activity' }).waitFor();
  await openPath(page, `/c/${channelId}`);
  return page;
}

test('opens at the end, even if drawing takes long', async () => {
  await using browser = await testBrowser();
  const { agent } = browser.server.as;
  const { id: channelId } = await browser.server.channel();
  await sendMany(browser.server, channelId, 60);
  await agent.post('/messages', { channelId, text: 'Deploy?', review: { type: 'approval' } });
  await agent.post('/messages', { channelId, text: '# Report\n\n|a|b|\n|-|-|\n|1|2|\n\n- c\n- d' });
  const page = await enter(browser, channelId);
  await page.getByRole('cell', { name: '2' }).waitFor();
  await page.waitForFunction(isAtBottom);
  await drawn(page);
  expect(await page.evaluate(isAtBottom)).toBe(true);
});

test('stays in place when the user scrolls up while it opens', async () => {
  await using browser = await testBrowser();
  const { id: channelId } = await browser.server.channel();
  await sendMany(browser.server, channelId, 40);
  const page = await enter(browser, channelId);
  await page.waitForFunction(() => {
    const scroller = document.querySelector('.channel-scroller');
    if (!scroller?.querySelector('article')) return false;
    scroller.dispatchEvent(new WheelEvent('wheel', { deltaY: -500, bubbles: true }));
    scroller.scrollBy({ top: -500, behavior: 'instant' });
    return true;
  });
  await page.getByRole('button', { name: 'Newest' }).waitFor();
  // While the rows are measured.
  await page.waitForTimeout(300);
  expect(await page.evaluate(isAtBottom)).toBe(false);
});

test('stays in place when content grows as the user scrolls up', async () => {
  await using browser = await testBrowser();
  const { id: channelId } = await browser.server.channel();
  await sendMany(browser.server, channelId, 40);
  const page = await browser.logIn(`/c/${channelId}`);
  await page.getByText('Message 39.').waitFor();
  await page.waitForFunction(isAtBottom);
  const scroller = page.locator('.channel-scroller');
  await scroller.evaluate((element) => {
    const grow = () => element.insertAdjacentHTML('beforeend', '<div style="height: 40px"></div>');
    element.addEventListener('wheel', grow, { once: true });
  });
  await scroller.hover();
  await page.mouse.wheel(0, -500);
  await page.getByRole('button', { name: 'Newest' }).waitFor();
  await page.waitForTimeout(300);
  expect(await page.evaluate(isAtBottom)).toBe(false);
});

/** In the page. */
function isAtBottom(): boolean {
  const scroller = document.querySelector('.channel-scroller');
  if (!scroller) return false;
  return scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop < 2;
}
