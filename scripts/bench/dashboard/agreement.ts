/** How soon a second browser shows what was answered in the first. */
import type { Page } from 'playwright-core';
import { median } from './measures.ts';

const ROUNDS = 20;
/** Until then a question hears no key: nobody has read it. */
const READY = '.review-card[data-ready]';
const TITLES = ['(1) Inbox', 'Inbox'] as const;

/**
 * Milliseconds from the key that answers to the change in the other browser, by the machine's clock.
 *
 * @param ask sends a question, while no other waits
 */
export async function agreementTimes(one: Page, other: Page, ask: () => Promise<unknown>) {
  const times: number[] = [];
  for (const page of [one, other]) await page.goto('/');
  for (let round = 0; round < ROUNDS; round++) {
    await ask();
    for (const page of [one, other]) await page.evaluate(untilTitled, TITLES[0]);
    await one.locator(READY).waitFor();
    await one.evaluate(noteKey);
    const changed = other.evaluate(untilTitled, TITLES[1]);
    await one.keyboard.press('a');
    times.push((await changed) - (await one.evaluate(noted)));
  }
  return { median: median(times), worst: Math.max(...times) };
}

/** In the page: when its title, which counts what waits, is another. */
const untilTitled = (title: string) =>
  new Promise<number>((resolve) => {
    const look = () => {
      if (document.title !== title) return;
      observer.disconnect();
      resolve(Date.now());
    };
    const observer = new MutationObserver(look);
    observer.observe(document.head, { childList: true, characterData: true, subtree: true });
    look();
  });

type Noting = { pressedAt?: number };

/** In the page: notes when the next key goes down. */
function noteKey() {
  const note = () => Object.assign(globalThis, { pressedAt: Date.now() } satisfies Noting);
  addEventListener('keydown', note, { once: true, capture: true });
}

const noted = () => (globalThis as Noting).pressedAt ?? Number.NaN;
