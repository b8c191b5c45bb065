/** The presence of a person as a page reports it. */
import { expect, test } from 'bun:test';
import type { Page, WebSocketRoute } from 'playwright-core';
import type { Message } from '../../src/core/messages/schema.ts';
import type { Presence } from '../../src/core/notify/schema.ts';
import { type TestBrowser, testBrowser } from '../support/browser/browser.ts';
import { ask, isReady } from '../support/browser/questions.ts';
import { eventually } from '../support/reach/eventually.ts';

/** The presences that a page emits; `next` resolves with the next one that fits. */
function watchPresences(page: Page) {
  const emitted: Presence[] = [];
  let wake = () => {};
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const [, json] = /^42\d*(\["presence".*)$/.exec(`${payload}`) ?? [];
      if (json === undefined) return;
      emitted.push(JSON.parse(json)[1]);
      wake();
    }),
  );
  return {
    async next(fits: (presence: Presence) => boolean): Promise<Presence> {
      while (true) {
        const found = emitted.splice(0).find(fits);
        if (found) return found;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

/** Changes whether the window of the page has the focus. */
const focus = (page: Page, isFocused: boolean) =>
  page.evaluate((has) => {
    document.hasFocus = () => has;
    window.dispatchEvent(new Event(has ? 'focus' : 'blur'));
  }, isFocused);

const reachOf = async ({ server }: TestBrowser, { id }: Message) => {
  const { body } = await server.as.owner.get<Message>(`/reviews/${id}`);
  return body.review?.reach;
};

test('counts a user as watching while the dashboard is open', async () => {
  await using browser = await testBrowser();
  const asked = await ask(browser, 'approval');
  expect(asked.review?.reach).toMatchObject({ state: 'nobody', watching: 0 });
  expect(asked.review?.reach.warning).toContain('Nobody can be notified');
  const page = await browser.logIn('/settings');
  const watched = (count: number) =>
    eventually(async () => (await reachOf(browser, asked))?.watching === count);
  await watched(1);
  expect((await reachOf(browser, asked))?.warning).toBeNull();
  await page.goto('/health');
  await watched(0);
});

test('emits presence at each connection, with a change of focus and every minute', async () => {
  await using browser = await testBrowser();
  const page = await browser.page();
  const presences = watchPresences(page);
  await page.addInitScript(() => {
    const minutely = window.setInterval;
    const hurried = (run: () => void, ms?: number) => minutely(run, ms === 60_000 ? 300 : ms);
    window.setInterval = hurried as typeof setInterval;
  });
  await browser.logIn('/settings', { on: page });
  const first = await presences.next(() => true);
  expect(first).toEqual({ visible: true, focused: true, activeAt: null });
  await focus(page, false);
  await presences.next(({ focused }) => !focused);
  await presences.next(({ focused }) => !focused);
  await focus(page, true);
  await presences.next(({ focused }) => focused);
  await page.keyboard.press('Shift');
  await presences.next(({ activeAt }) => activeAt !== null);
  const again = page.waitForEvent('websocket');
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await again;
  await presences.next(({ activeAt }) => activeAt !== null);
});

test('emits presence every 60 s, in a window without the focus, too', async () => {
  await using browser = await testBrowser();
  const page = await browser.page();
  await page.clock.install();
  const { emitted, elapse } = await routePresences(page);
  await browser.logIn('/settings', { on: page });
  await page.locator('h1').first().waitFor();
  await eventually(() => emitted.length > 0);
  await focus(page, false);
  await eventually(() => emitted.at(-1)?.focused === false);
  await elapse(60_000);
  for (let minute = 0; minute < 3; minute++) {
    const before = emitted.length;
    await elapse(60_000);
    await eventually(() => emitted.length > before);
    expect(emitted.length).toBe(before + 1);
  }
});

/** The presences of a page whose clock the test moves: pings keep its connection over leaps of time. */
async function routePresences(page: Page) {
  const emitted: Presence[] = [];
  const { promise, resolve } = Promise.withResolvers<WebSocketRoute>();
  await page.routeWebSocket(/socket/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((frame) => {
      const [, json] = /^42\d*(\["presence".*)$/.exec(`${frame}`) ?? [];
      if (json !== undefined) emitted.push(JSON.parse(json)[1]);
      server.send(frame);
    });
    resolve(socket);
  });
  async function elapse(ms: number): Promise<void> {
    const socket = await promise;
    for (let leftMs = ms; leftMs > 0; leftMs -= 20_000) {
      socket.send('2');
      await page.clock.runFor(Math.min(leftMs, 20_000));
    }
  }
  return { emitted, elapse };
}

test('marks a question as seen after a second in a window with the focus', async () => {
  await using browser = await testBrowser();
  const asked = await ask(browser, 'approval');
  const page = await browser.page();
  await page.addInitScript(() => {
    document.hasFocus = () => false;
  });
  const marks: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/seen')) marks.push(request.url());
  });
  await page.clock.install();
  await browser.logIn('/', { on: page });
  await isReady(page);
  await page.clock.runFor(5000);
  // Real time would pass between these steps, too.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  await focus(page, true);
  await page.clock.runFor(900);
  await focus(page, false);
  await page.clock.runFor(5000);
  const unseen = await reachOf(browser, asked);
  expect([marks.length, unseen?.seenAt]).toEqual([0, null]);
  await page.clock.resume();
  await focus(page, true);
  const marked = page.waitForResponse('**/seen');
  await page.clock.runFor(1100);
  await marked;
  expect((await reachOf(browser, asked))?.seenAt).not.toBeNull();
  await page.locator('.inbox-row:not([data-unread])').waitFor();
  await focus(page, false);
  await focus(page, true);
  await page.clock.runFor(5000);
  expect(marks).toHaveLength(1);
});
