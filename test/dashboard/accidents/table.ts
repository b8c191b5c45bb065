/** Accidents of a hand, and how many questions they answer. */
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { JsonObject } from '../../../src/core/json.ts';
import type { Message } from '../../../src/core/messages/schema.ts';
import {
  isComplete,
  openPath,
  search,
  type TestBrowser,
  testBrowser,
} from '../../support/browser/browser.ts';
import { click, key as keyPress, presses, pressesAtOnce, tap } from '../../support/browser/hand.ts';
import { ask, isReady, isSteady } from '../../support/browser/questions.ts';
import { chosen } from '../../support/machine/sized.ts';

export type Kind = {
  type: string;
  payload: JsonObject;
  /** The key and the button that answer it. */
  key: string;
  button: string;
  before?: (page: Page) => Promise<void>;
  /** Whether it takes a second thought. */
  isTwice?: boolean;
  /** The accidents that it has besides those of each kind's own keys and buttons: these, or all. */
  more?: string[] | 'all';
};

type Accident = (page: Page, kind: Kind) => Promise<unknown>;

/** The time within which an answer is sent: a key's choice is kept for 120 ms. */
const SENT_MS = 600;
const PATIENCE_MS = 15_000;

const accidents: Record<string, Accident> = {
  async 'a held key'({ keyboard }, { key }) {
    const [last = '', ...modifiers] = key.split('+').toReversed();
    for (const one of modifiers) await keyboard.down(one);
    for (let count = 0; count < 30; count += 1) {
      await keyboard.down(last);
      await Bun.sleep(40);
    }
    for (const one of [last, ...modifiers]) await keyboard.up(one);
  },
  async 'a key that bounces'(page, { key }) {
    await presses(page, ...Array(3).fill(keyPress(key)));
  },
  async 'a double click'(page, { button }) {
    await presses(page, ...Array(2).fill(click(await placeOf(page, button))));
  },
  async 'four clicks'(page, { button }) {
    await presses(page, ...Array(4).fill(click(await placeOf(page, button))));
  },
  async 'four clicks on a page that is slow to receive them'(page, { button }) {
    const place = await placeOf(page, button);
    await page.evaluate(() => {
      const beBusy = () => {
        const until = performance.now() + 500;
        while (performance.now() < until);
      };
      addEventListener('click', () => setTimeout(beBusy), { once: true });
    });
    await presses(page, ...Array(4).fill(click(place)));
  },
  async 'three taps'(page, { button }) {
    await presses(page, ...Array(3).fill(tap(await placeOf(page, button))));
  },
};

/** Accidents in which nobody meant any answer at all. */
const never: Record<string, Accident> = {
  async 'words typed past a field'(page) {
    const words = [...'approve 1 or 2, a r x?', 'Enter'];
    await pressesAtOnce(page, ...words.map((key) => keyPress(key)));
  },
  async 'keys with Shift'(page) {
    for (const key of ['A', 'R', 'X', 'Digit1', 'Digit2', 'Enter']) {
      await page.keyboard.press(`Shift+${key}`);
      await Bun.sleep(250);
    }
  },
  async 'keys with Caps Lock'(page) {
    for (const key of ['A', 'R', 'X']) {
      await page.evaluate((letter) => {
        const how = { key: letter, code: `Key${letter}`, modifierCapsLock: true, bubbles: true };
        document.body.dispatchEvent(new KeyboardEvent('keydown', how));
        document.body.dispatchEvent(new KeyboardEvent('keyup', how));
      }, key);
      await Bun.sleep(250);
    }
  },
  async 'a key as a dialog opens'(page, { key }) {
    await pressesAtOnce(page, keyPress('Control+k'), keyPress(key));
    // An Enter may have gone to the first of its pages.
    await page.locator('[role=dialog] input:focus, h1:text("Pending")').first().waitFor();
  },
  async 'a key as a dialog closes'(page, { key }) {
    await search(page, '');
    await pressesAtOnce(page, keyPress('Escape'), keyPress(key));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  },
  async 'words typed into a dialog'(page) {
    await search(page, 'approve');
    await page.locator('#root[inert]').waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('#root:not([inert])').waitFor();
  },
  async 'a press as the ground moves'(page, { button }) {
    const { x, y } = await placeOf(page, button);
    await page.mouse.move(x, y + 60);
    await page.locator('.review-card').evaluate((card) => {
      const pushed = document.createElement('div');
      pushed.style.height = '60px';
      card.before(pushed);
    });
    await page.mouse.click(x, y + 60);
  },
};

const ownOfEach = [
  'words typed past a field',
  'a held key',
  'a key that bounces',
  'a double click',
  'a press as the ground moves',
];

const PATIENT_MS = 240_000;

/** A test of each kind, named by what it is. */
export function testAccidents(kinds: Record<string, Kind>): void {
  for (const [name, kind] of Object.entries(kinds)) {
    test(`no accident answers more than one question: ${name}`, () => goThrough(kind), PATIENT_MS);
  }
}

/** Questions of one kind, in a browser of their own. */
async function goThrough(kind: Kind): Promise<void> {
  const { more = [] } = kind;
  const accidentsOf = (all: Record<string, Accident>) =>
    chosen(
      Object.entries(all),
      ([name]) => more === 'all' || ownOfEach.includes(name) || more.includes(name),
    );
  await using browser = await testBrowser();
  const page = await browser.logIn('/channels', {
    hasTouch: true,
    reducedMotion: 'no-preference',
  });
  for (const [name, accident] of accidentsOf(never)) {
    expect([name, await answeredBy(browser, page, kind, accident, 0)]).toEqual([name, 0]);
  }
  const most = kind.isTwice ? 0 : 1;
  for (const [name, accident] of accidentsOf(accidents)) {
    expect([name, await answeredBy(browser, page, kind, accident, most)]).toEqual([name, most]);
  }
}

/** Returns how many of three questions an accident answers, waiting for at least `least` of them. */
async function answeredBy(
  browser: TestBrowser,
  page: Page,
  kind: Kind,
  accident: Accident,
  least: number,
): Promise<number> {
  const asked = await opened(browser, page, kind);
  await accident(page, kind);
  const answered = await answeredOf(browser, asked, least);
  await left(browser, page, asked);
  return answered;
}

/** Three questions, the first of them open and ready to be answered. */
async function opened(browser: TestBrowser, page: Page, kind: Kind): Promise<Message[]> {
  const channel = await browser.server.channel();
  const asked = [];
  for (let count = 0; count < 3; count += 1) {
    const payload = { title: `Question ${count}?`, ...kind.payload };
    const more = { channel, expiresInSeconds: 600 + count };
    asked.push(await ask(browser, kind.type, payload, more));
  }
  await openPath(page, `/m/${asked[0]?.id}`);
  await page.getByRole('heading', { name: 'Question 0?' }).waitFor();
  await isComplete(page);
  await isReady(page);
  await kind.before?.(page);
  return asked;
}

/**
 * Returns how many of them the server has an answer to, after the expected number and some more
 * time.
 */
async function answeredOf(
  { server }: TestBrowser,
  asked: Message[],
  least: number,
): Promise<number> {
  const count = async () => {
    const { body } = await server.as.owner.get<unknown[]>('/reviews/pending');
    return asked.length - body.length;
  };
  const until = Date.now() + PATIENCE_MS;
  while ((await count()) < least && Date.now() < until) await Bun.sleep(50);
  await Bun.sleep(SENT_MS);
  return count();
}

async function left(browser: TestBrowser, page: Page, asked: Message[]): Promise<void> {
  // Keys count as the rest of a word right after a field of the open question has disappeared.
  await page.keyboard.press('Escape');
  await openPath(page, '/channels');
  await page.getByRole('heading', { name: 'Channels', level: 1 }).waitFor();
  for (const { id } of asked) await browser.server.as.agent.delete(`/messages/${id}`);
}

/** The middle of a button, once a pointer may press it. */
async function placeOf(page: Page, name: string): Promise<{ x: number; y: number }> {
  const button = page.locator('[data-answers]', { hasText: name }).first();
  await isSteady(button);
  const box = await button.boundingBox();
  if (!box) throw new Error(`There is no ${name}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
