import { expect, test } from 'bun:test';
import type { Message } from '../../src/core/messages/schema.ts';
import { testBrowser } from '../support/browser.ts';
import { scrollBy, scrollUntil, sendMany, shownIds } from '../support/conversation.ts';

/** More than twice as many as a page holds. */
const COUNT = 1000;

test('a long conversation opens at the newest and scrolls to the oldest without gap or repeat, while others write', async () => {
  await using browser = await testBrowser();
  const { server } = browser;
  const { id: channelId } = await server.channel({ name: 'deploy-bot' });
  const ids = await sendMany(server, channelId, COUNT);
  const page = await browser.logIn(`/c/${channelId}`);
  await page.getByText(`Message ${COUNT - 1}.`).waitFor();

  const seen = new Set(await shownIds(page));
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
  // What is above is measured as it is drawn, a frame later.
  await page.waitForFunction(isAtBottom);
  expect((await shownIds(page)).at(-1)).toBe(ids.at(-1));
}, 120_000);

test('from a short beginning one scrolls to the newest', async () => {
  await using browser = await testBrowser();
  const { id: channelId } = await browser.server.channel();
  const ids = await sendMany(browser.server, channelId, 80);
  const page = await browser.logIn(`/c/${channelId}?m=${ids[0]}`);
  await page.getByText('Message 0.').waitFor();
  await scrollUntil(page, 600, ids.at(-1));
});

/** In the page. */
function isAtBottom(): boolean {
  const scroller = document.querySelector('.channel-scroller');
  if (!scroller) return false;
  return scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop < 2;
}
