/** The time until a second browser shows an answer given in the first. */
import type { Page } from 'playwright-core';
import { median } from './measures.ts';

const ROUNDS = 20;
/** Before this a question ignores keys: nobody has read it. */
const READY = '.review-card[data-ready]';
/** Answers are sent with the press: the benchmark measures how they spread. */
const WITHOUT_UNDO = JSON.stringify({ undoSeconds: 0 });

/**
 * Measures milliseconds from the key that answers to the change in the other browser, by the
 * machine's clock.
 * @param ask sends a question, while no other one is pending
 */
export async function agreementTimes(one: Page, other: Page, ask: () => Promise<unknown>) {
  const times: number[] = [];
  for (const page of [one, other]) {
    await page.addInitScript(
      (kept) => localStorage.setItem('inbox-appearance', kept),
      WITHOUT_UNDO,
    );
    await page.goto('/');
  }
  for (let round = 0; round < ROUNDS; round++) {
    await ask();
    for (const page of [one, other]) await page.evaluate(untilCounted, '(1)');
    await one.locator(READY).waitFor();
    await one.evaluate(noteKey);
    const changed = other.evaluate(untilCounted, '');
    await one.keyboard.press('a');
    times.push((await changed) - (await one.evaluate(noted)));
  }
  return { median: median(times), worst: Math.max(...times) };
}

/** Runs in the page: waits until its title begins with this count, or with none. */
const untilCounted = (count: string) =>
  new Promise<number>((resolve) => {
    const look = () => {
      if ((/^\(\d+\)/.exec(document.title)?.[0] ?? '') !== count) return;
      observer.disconnect();
      resolve(Date.now());
    };
    const observer = new MutationObserver(look);
    observer.observe(document.head, { childList: true, characterData: true, subtree: true });
    look();
  });

type Noting = { pressedAt?: number };

/** Runs in the page: notes when the next key is pressed. */
function noteKey() {
  const note = () => Object.assign(globalThis, { pressedAt: Date.now() } satisfies Noting);
  addEventListener('keydown', note, { once: true, capture: true });
}

const noted = () => (globalThis as Noting).pressedAt ?? Number.NaN;
