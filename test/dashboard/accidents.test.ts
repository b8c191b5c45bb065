import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { JsonObject } from '../../src/core/json.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { isComplete, openPath, type TestBrowser, testBrowser } from '../support/browser.ts';
import { ask, isReady, isSteady, press } from '../support/questions.ts';

type Kind = {
  type: string;
  payload: JsonObject;
  /** The key and the button that answer it. */
  key: string;
  button: string;
  before?: (page: Page) => Promise<void>;
  /** Whether it takes a second thought. */
  isTwice?: boolean;
};

const kinds: Record<string, Kind> = {
  approval: { type: 'approval', payload: {}, key: 'a', button: 'Approve' },
  'danger approval': {
    type: 'approval',
    payload: { options: [{ id: 'drop', label: 'Drop it', style: 'danger' }, 'Keep it'] },
    ...{ key: 'r', button: 'Drop it', isTwice: true },
  },
  'single selection': {
    ...{ type: 'selection', payload: { items: ['eu', 'us'] }, key: '1', button: 'eu' },
  },
  'multi selection': {
    ...{ type: 'selection', payload: { items: ['eu', 'us'], mode: 'multi' } },
    ...{ key: 'Enter', button: 'Send answer', before: (page) => press(page, '1') },
  },
  form: {
    ...{ type: 'form', payload: { fields: [{ name: 'why', type: 'text', label: 'Why' }] } },
    ...{ key: 'Control+Enter', button: 'Send answer' },
  },
  'text-input': {
    ...{ type: 'text-input', payload: { prefill: 'Dear' } },
    ...{ key: 'Control+Enter', button: 'Send answer' },
  },
  freeform: {
    ...{ type: 'freeform', payload: {}, key: 'Control+Enter', button: 'Send answer' },
  },
  rating: { type: 'rating', payload: { prompt: 'Well?' }, key: '3', button: '3' },
  'diff-review': {
    type: 'diff-review',
    payload: { files: [{ path: 'a.ts', diff: '@@ -1 +1 @@\n-old\n+new' }] },
    ...{ key: 'a', button: 'Approve' },
  },
};

/** Resolves to how long its presses took, where they are an accident only if they are quick. */
type Accident = (page: Page, kind: Kind) => Promise<number | undefined>;

/** So long what was pressed has to be sent: a key's choice is kept for 120 ms. */
const SENT_MS = 600;
/** On a machine that is too busy for it a press comes so late that a person may mean it. */
const QUICK_MS = 380;
const GAP_MS = 30;
const MOST_TRIES = 4;

const accidents: Record<string, Accident> = {
  async 'a held key'(page, { key }) {
    return withModifiers(page, key, async (last) => {
      for (let count = 0; count < 30; count += 1) {
        await page.keyboard.down(last);
        await Bun.sleep(40);
      }
      await page.keyboard.up(last);
      return undefined;
    });
  },
  async 'a key that bounces'(page, { key }) {
    return withModifiers(page, key, (last) => quickly(Array(3).fill(() => tap(page, last))));
  },
  async 'a double click'(page, { button }) {
    const { x, y } = await placeOf(page, button);
    return quickly([() => page.mouse.dblclick(x, y, { delay: 20 })]);
  },
  async 'four clicks'(page, { button }) {
    const { x, y } = await placeOf(page, button);
    return quickly(Array(4).fill(() => page.mouse.click(x, y)));
  },
  async 'three taps'(page, { button }) {
    const { x, y } = await placeOf(page, button);
    return quickly(Array(3).fill(() => page.touchscreen.tap(x, y)));
  },
};

/** Presses again before it is known that the press before has arrived; so long it took in all. */
async function quickly(presses: (() => Promise<unknown>)[]): Promise<number> {
  const startedAt = performance.now();
  const pressed: Promise<unknown>[] = [];
  for (const press of presses) {
    if (pressed.length > 0) await Bun.sleep(GAP_MS);
    pressed.push(press());
  }
  await Promise.all(pressed);
  return performance.now() - startedAt;
}

/** A key put down and let go, in this order, however long each takes to arrive. */
const tap = ({ keyboard }: Page, key: string) =>
  Promise.all([keyboard.down(key), keyboard.up(key)]);

async function withModifiers(
  { keyboard }: Page,
  key: string,
  act: (last: string) => ReturnType<Accident>,
): ReturnType<Accident> {
  const [last = '', ...modifiers] = key.split('+').toReversed();
  for (const one of modifiers) await keyboard.down(one);
  const took = await act(last);
  for (const one of modifiers) await keyboard.up(one);
  return took;
}

/** Those in which nobody meant any answer at all. */
const never: Record<string, Accident> = {
  async 'words typed past a field'(page) {
    const keys = [...'approve 1 or 2, a r x?'].map((one) => (one === ' ' ? 'Space' : one));
    const took = await quickly([...keys, 'Enter'].map((key) => () => tap(page, key)));
    // So long three of them took: what comes slower is no word.
    return (took / keys.length) * 3;
  },
  async 'keys with Shift'(page) {
    for (const key of ['A', 'R', 'X', 'Digit1', 'Digit2', 'Enter']) {
      await page.keyboard.press(`Shift+${key}`);
      await Bun.sleep(250);
    }
    return undefined;
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
    return undefined;
  },
  async 'keys as a dialog opens and closes'(page, { key }) {
    const { keyboard } = page;
    const then = (first: string) =>
      quickly([() => keyboard.press(first), () => keyboard.press(key)]);
    const took = [await then('Control+k')];
    await page.getByRole('dialog').locator('input').waitFor();
    for (const gap of [60, 150]) {
      took.push(await then('Escape'));
      await Bun.sleep(gap);
      took.push(await then('Control+k'));
    }
    await page.getByRole('dialog').locator('input:focus').waitFor();
    await page.keyboard.type('approve');
    await page.locator('#root[inert]').waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('#root:not([inert])').waitFor();
    return Math.max(...took);
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
    return undefined;
  },
};

test.each(Object.entries(kinds))(
  'no accident answers more than one question: %s',
  async (...of) => {
    const [, kind] = of;
    await using browser = await testBrowser();
    const page = await browser.logIn('/channels', {
      hasTouch: true,
      reducedMotion: 'no-preference',
    });
    for (const [name, accident] of Object.entries(never)) {
      expect([name, await answeredBy(browser, page, kind, accident)]).toEqual([name, 0]);
    }
    for (const [name, accident] of Object.entries(accidents)) {
      const answered = await answeredBy(browser, page, kind, accident);
      expect([name, answered]).toEqual([name, kind.isTwice ? 0 : 1]);
    }
  },
  240_000,
);

/** How many of three questions an accident answers. */
async function answeredBy(
  browser: TestBrowser,
  page: Page,
  kind: Kind,
  accident: Accident,
): Promise<number> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const asked = await opened(browser, page, kind);
    const took = (await accident(page, kind)) ?? 0;
    const answered = await answeredOf(browser, asked);
    await left(browser, page, asked);
    if (took < QUICK_MS) return answered;
  }
  throw new Error(`In ${MOST_TRIES} tries the presses never took under ${QUICK_MS} ms`);
}

/** Three questions, the first of them open and ready to be answered. */
async function opened(browser: TestBrowser, page: Page, kind: Kind): Promise<Message[]> {
  const channel = await browser.server.channel();
  const asked = [];
  for (let count = 0; count < 3; count += 1) {
    const more = { channel, text: `Question ${count}?`, expiresInSeconds: 600 + count };
    asked.push(await ask(browser, kind.type, kind.payload, more));
  }
  await openPath(page, `/m/${asked[0]?.id}`);
  await page.getByRole('heading', { name: 'Question 0?' }).waitFor();
  await isComplete(page);
  await isReady(page);
  await kind.before?.(page);
  return asked;
}

/** How many of them the server has an answer to. */
async function answeredOf({ server }: TestBrowser, asked: Message[]): Promise<number> {
  await Bun.sleep(SENT_MS);
  const { body } = await server.as.owner.get<unknown[]>('/reviews/pending');
  return asked.length - body.length;
}

async function left(browser: TestBrowser, page: Page, asked: Message[]): Promise<void> {
  for (const { id } of asked) await browser.server.as.agent.delete(`/messages/${id}`);
  await page.keyboard.press('Escape');
  await openPath(page, '/channels');
  await page.getByRole('heading', { name: 'Channels', level: 1 }).waitFor();
}

/** The middle of a button, once a pointer may press it. */
async function placeOf(page: Page, name: string): Promise<{ x: number; y: number }> {
  const button = page.locator('[data-answers]', { hasText: name }).first();
  await isSteady(button);
  const box = await button.boundingBox();
  if (!box) throw new Error(`There is no ${name}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
