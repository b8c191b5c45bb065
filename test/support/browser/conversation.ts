/** A channel's conversation, sent and looked at. */
import type { Page } from 'playwright-core';
import type { Message } from '../../../src/core/messages/schema.ts';
import type { TestServer } from '../server/server.ts';

/** Sends `Message 0.`, `Message 1.`, … of different heights, one after another; their ids in order. */
export async function sendMany(server: TestServer, channelId: string, count: number) {
  const ids: string[] = [];
  for (let at = 0; at < count; at++) {
    const { body } = await server.as.agent.post<Message>('/messages', {
      channelId,
      text: textOf(at),
    });
    ids.push(body.id);
  }
  return ids;
}

const textOf = (at: number) =>
  `Message ${at}.${'\n\nIt has more to say.'.repeat(at % 7 === 0 ? at % 5 : 0)}`;

/** The ids of the messages that a person sees, from above to below. */
export const shownIds = (page: Page): Promise<string[]> =>
  page.locator('.channel-scroller').evaluate((scroller) => {
    const { top, bottom } = scroller.getBoundingClientRect();
    return [...scroller.querySelectorAll('article')]
      .filter((one) => getComputedStyle(one).visibility === 'visible')
      .map((one) => ({ id: one.id.replace('message-', ''), at: one.getBoundingClientRect() }))
      .filter(({ at }) => at.bottom > top && at.top < bottom)
      .sort((one, other) => one.at.top - other.at.top)
      .map(({ id }) => id);
  });

/** So far ahead of a hand rows are drawn and measured: less than the list's own buffer. */
const AHEAD_PX = 300;

/**
 * Scrolls the conversation as a hand does, which never outruns what is drawn ahead of it: a row that
 * is measured only in view pushes others out of it.
 */
export async function scrollBy(page: Page, pixels: number): Promise<void> {
  const direction = Math.sign(pixels);
  for (let left = Math.abs(pixels); left > 0; left -= AHEAD_PX) {
    await moveBy(page, direction * Math.min(left, AHEAD_PX));
  }
}

/** Waits until what is in view is drawn without a hole, and rests. */
export const drawn = (page: Page) => moveBy(page, 0);

const moveBy = (page: Page, pixels: number) =>
  page.locator('.channel-scroller').evaluate(
    async (scroller, { by, ahead }) => {
      const list = scroller.children[1];
      const nextFrame = () => new Promise(requestAnimationFrame);
      const isDrawn = () => {
        const view = scroller.getBoundingClientRect();
        const whole = list?.getBoundingClientRect() ?? view;
        let to = Math.max(view.top - (by < 0 ? ahead : 0), whole.top);
        const end = Math.min(view.bottom + (by > 0 ? ahead : 0), whole.bottom);
        const rows = [...(list?.children ?? [])]
          .filter((row) => getComputedStyle(row).visibility === 'visible')
          .map((row) => row.getBoundingClientRect())
          .sort((one, other) => one.top - other.top);
        for (const { top, bottom } of rows) if (top <= to + 1) to = Math.max(to, bottom);
        return to + 1 >= end;
      };
      scroller.scrollBy({ top: by, behavior: 'instant' });
      await nextFrame();
      let top: number;
      do {
        top = scroller.scrollTop;
        await nextFrame();
      } while (!isDrawn() || scroller.scrollTop !== top);
    },
    { by: pixels, ahead: AHEAD_PX },
  );

/** Scrolls until a message is visible; returns the ids of all messages seen before it. */
export async function scrollUntil(page: Page, pixels: number, id: string | undefined) {
  const seen = new Set(await shownIds(page));
  while (!seen.has(id ?? '')) {
    await scrollBy(page, pixels);
    for (const shown of await shownIds(page)) seen.add(shown);
  }
  return seen;
}
