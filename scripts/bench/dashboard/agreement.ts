/** How soon a second browser shows what was answered in the first. */
import type { Page } from 'playwright-core';
import { median } from './measures.ts';

const ROUNDS = 20;
/** Until then a question hears no key: nobody has read it. */
const READY = '.review-card[data-ready]';

/**
 * Milliseconds from the key that answers to the change in the other browser, by the machine's clock.
 *
 * @param ask sends a question and tells its id
 */
export async function agreementTimes(one: Page, other: Page, ask: () => Promise<string>) {
  const times: number[] = [];
  for (const page of [one, other]) await page.goto('/');
  for (let round = 0; round < ROUNDS; round++) {
    const id = await ask();
    const row = `main a[href$="${id}"]`;
    for (const page of [one, other]) await page.locator(row).first().waitFor();
    await one.locator(READY).waitFor();
    const gone = other.evaluate(untilGone, row);
    const pressed = one.evaluate(
      () =>
        new Promise<number>((resolve) =>
          addEventListener('keydown', () => resolve(Date.now()), { once: true, capture: true }),
        ),
    );
    await one.keyboard.press('a');
    times.push((await gone) - (await pressed));
  }
  return { median: median(times), worst: Math.max(...times) };
}

/** In the page: when the last element of a selector has left it. */
const untilGone = (selector: string) =>
  new Promise<number>((resolve) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector(selector)) return;
      observer.disconnect();
      resolve(Date.now());
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
