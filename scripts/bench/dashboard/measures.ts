/** Measurements inside the browser. */
import type { Page } from 'playwright-core';

const ROUNDS = 5;
export const LONG_TASK_MS = 50;
const SCROLL_MS = 15_000;
const SCROLL_PX = 150;
const DELTAS = 500;
const DELTA_MS = 20;
const KEY_MS = 60;

/**
 * Measures milliseconds until the newest message is visible: as the first page, and coming from
 * another.
 */
export async function openTimes(page: Page, channelId: string) {
  const cold: number[] = [];
  const warm: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await page.goto(`/c/${channelId}`);
    cold.push(await untilDrawn(page, 0));
    await page.getByRole('link', { name: 'Activity' }).click();
    await page.locator('.channel-scroller').waitFor({ state: 'detached' });
    const start = await page.evaluate(() => {
      const row = document.querySelector<HTMLElement>('.navigation-channels a');
      const now = performance.now();
      row?.click();
      return now;
    });
    warm.push(await untilDrawn(page, start));
  }
  return { cold: median(cold), warm: median(warm) };
}

/** Measures from `start` to the frame that draws a message at the bottom of the list. */
const untilDrawn = (page: Page, start: number): Promise<number> =>
  page.evaluate(async (from) => {
    const isDrawn = () => {
      const scroller = document.querySelector('.channel-scroller');
      const last = [...document.querySelectorAll('article')].at(-1);
      if (!scroller || !last || getComputedStyle(last).visibility !== 'visible') return false;
      const below = scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop;
      return below < 2;
    };
    while (!isDrawn()) await new Promise(requestAnimationFrame);
    return performance.now() - from;
  }, start);

/** Scrolls for a while; also returns the cost of the browser's long tasks if all others took no time. */
export async function scrollTraced(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  const tasks: number[] = [];
  devtools.on('Tracing.dataCollected', ({ value }) => {
    for (const { name, tdur } of value as { name?: string; tdur?: number }[]) {
      if (name?.endsWith('RunTask') && tdur !== undefined) tasks.push(tdur / 1000);
    }
  });
  const categories = 'toplevel,disabled-by-default-devtools.timeline';
  await devtools.send('Tracing.start', { categories, transferMode: 'ReportEvents' });
  const scrolled = await scrollLong(page);
  const complete = new Promise<void>((resolve) =>
    devtools.once('Tracing.tracingComplete', () => resolve()),
  );
  await devtools.send('Tracing.end');
  await complete;
  const longInCpu = tasks.filter((ms) => ms > LONG_TASK_MS).length;
  return { ...scrolled, longInCpu, longestInCpu: Math.round(Math.max(0, ...tasks)) };
}

/** Scrolls to older messages, a step each frame. */
const scrollLong = (page: Page) =>
  page.evaluate(
    async ({ forMs, step }) => {
      const scroller = document.querySelector('.channel-scroller');
      if (!scroller) throw new Error('There is no conversation');
      const tasks: number[] = [];
      const observer = new PerformanceObserver((list) =>
        tasks.push(...list.getEntries().map(({ duration }) => duration)),
      );
      observer.observe({ type: 'longtask' });
      // The list ignores the pointer while it scrolls, and elements that ignore it are found at no
      // point.
      const pointed = new CSSStyleSheet();
      pointed.replaceSync('.channel-row { pointer-events: auto }');
      document.adoptedStyleSheets.push(pointed);
      const seen = new Set<string>();
      const { left, top, width, height } = scroller.getBoundingClientRect();
      let frames = 0;
      let blank = 0;
      const end = performance.now() + forMs;
      while (performance.now() < end) {
        scroller.scrollBy({ top: -step, behavior: 'instant' });
        await new Promise(requestAnimationFrame);
        frames++;
        // Looks at one row in the middle: reading the styles of every message would cost more than
        // the page's own work.
        const row = document.elementFromPoint(left + width / 2, top + height / 2);
        const shown = row?.closest('.channel-row')?.querySelector('article');
        if (shown) seen.add(shown.id);
        else blank++;
      }
      await new Promise((resolve) => setTimeout(resolve, 200));
      observer.disconnect();
      document.adoptedStyleSheets.pop();
      const longest = Math.round(Math.max(0, ...tasks));
      return { passed: seen.size, frames, blank, long: tasks.length, longest };
    },
    { forMs: SCROLL_MS, step: SCROLL_PX },
  );

/** Types while a draft gains 50 deltas a second; returns the browser's times from key to paint. */
export async function typeBesideDraft(page: Page, delta: (text: string) => void) {
  await page.reload();
  await page.getByText('writing…').waitFor();
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(globalThis, { times });
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) {
        if (name === 'keydown') times.push(duration);
      }
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  const field = page.getByRole('textbox', { name: 'Write to' });
  await field.click();
  let gained = 0;
  const timer = setInterval(() => {
    delta(gained % 40 === 39 ? '.\n\nAnd **then** ' : `word${gained} `);
    if (++gained === DELTAS) clearInterval(timer);
  }, DELTA_MS);
  let typed = 0;
  for (; gained < DELTAS; typed++) {
    await page.keyboard.press('abcdefghij'[typed % 10] ?? 'a');
    await Bun.sleep(KEY_MS);
  }
  await page.getByText(`word${DELTAS - 2}`).waitFor();
  const kept = (await field.inputValue()).length;
  const times = await page.evaluate(() => (globalThis as unknown as { times: number[] }).times);
  return { typed, kept, gained, slow: times.length, worst: Math.max(0, ...times) };
}

export function median(times: number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? Number.NaN);
}
