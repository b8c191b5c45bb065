/** Keys of an input method, such as the Enter that ends a Japanese word, belong to it alone. */
import { expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { openPath, search, testBrowser } from '../support/browser/browser.ts';
import { ask, openQuestion } from '../support/browser/questions.ts';

/** During a composition, and as Safari sends them after its end. */
const composed = ['Enter', 'Escape', 'ArrowDown', 'Tab', 'k', 'Control+Enter', 'Control+k'].flatMap(
  (key) => [
    { key, isComposing: true, keyCode: 229 },
    { key, isComposing: true, keyCode: 13 },
    { key, isComposing: false, keyCode: 229 },
  ],
);

type Composed = typeof composed;

/** In the page: presses each of them in a field; returns those it took, and what they could have changed. */
async function compose(field: Element, all: Composed) {
  const state = () => {
    const { activeElement } = document;
    const isField =
      activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement;
    return JSON.stringify([
      location.href,
      activeElement?.outerHTML.slice(0, 300),
      isField ? activeElement.value : null,
      document.querySelectorAll('[role=dialog]').length,
      document.querySelector('[data-selected]')?.textContent,
      [...document.querySelectorAll('h1, h2')].map(({ textContent }) => textContent),
    ]);
  };
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  await frame();
  const before = state();
  const taken = all.filter(({ key, ...how }) => {
    const [last = '', control] = key.split('+').toReversed();
    const ctrlKey = control !== undefined;
    const event = { key: last, ctrlKey, bubbles: true, cancelable: true, ...how };
    // The input method needs the default.
    return !field.dispatchEvent(new KeyboardEvent('keydown', event));
  });
  await frame();
  await frame();
  return { taken: taken.map(({ key }) => key), before, after: state() };
}

const installPlugin = (data: string) => {
  const folder = join(data, 'plugins/estimate');
  mkdirSync(folder, { recursive: true });
  const manifest = { name: 'estimate', version: '1', displayName: 'Estimate', description: 'Days' };
  writeFileSync(join(folder, 'plugin.json'), JSON.stringify(manifest));
};

test('leaves the keys of an input method to it in every field', async () => {
  await using browser = await testBrowser({}, installPlugin);
  const changed: string[] = [];
  /** Composes in a field; `until`: what its text leads to by itself is there. */
  const composesIn = async (
    name: string,
    field: Locator,
    text = 'にほん',
    until?: () => Promise<unknown>,
  ) => {
    await field.fill(text);
    await until?.();
    const { taken, before, after } = await field.evaluate(compose, composed);
    if (taken.length > 0 || before !== after) changed.push(`${name}: ${taken} ${before} ${after}`);
  };
  const setUp = await browser.page();
  await setUp.goto(browser.server.setUpUrl.replace(/^https?:\/\/[^/]+/, ''));
  await composesIn('set-up', setUp.getByLabel('Your name'));

  const channel = await browser.server.channel({ name: '日本' });
  const more = { channel };
  const items = Array.from({ length: 12 }, (_, at) => ({ id: `i${at}`, label: `項目 ${at}` }));
  const files = [{ path: 'a.ts', diff: '@@ -1 +1 @@\n-old\n+new' }];
  const fields = [
    { name: 'why', type: 'text', label: 'Why' },
    { name: 'more', type: 'textarea', label: 'More' },
    { name: 'secret', type: 'password', label: 'Secret' },
  ];
  const asked = {
    approval: await ask(browser, 'approval', { allowComment: true }, more),
    rating: await ask(browser, 'rating', { prompt: 'Well?' }, more),
    text: await ask(browser, 'text-input', {}, more),
    plugin: await ask(browser, 'estimate', {}, more),
    form: await ask(browser, 'form', { fields }, more),
    freeform: await ask(browser, 'freeform', {}, more),
    selection: await ask(browser, 'selection', { items }, more),
    diff: await ask(browser, 'diff-review', { files }, more),
  };
  const page = await browser.logIn();
  const card = page.locator('.review-card');
  const of = async (question: keyof typeof asked, find: () => Locator, text?: string) => {
    await openQuestion(page, asked[question].id);
    await page.waitForURL(`**/m/${asked[question].id}`);
    await composesIn(question, find(), text);
  };
  await of('approval', () => card.getByRole('textbox'));
  await of('rating', () => card.getByRole('textbox'));
  await of('text', () => card.getByRole('textbox'));
  await of('plugin', () => card.getByRole('textbox'), '{"a": "に"}');
  await of('form', () => card.getByLabel('Why'));
  await of('form', () => card.getByLabel('More'));
  await of('form', () => card.getByRole('textbox', { name: 'Secret' }));
  await of('freeform', () => card.getByRole('textbox').first());
  await of('selection', () => card.getByRole('searchbox'), '項目');
  await openQuestion(page, asked.diff.id);
  await page.getByRole('button', { name: 'added, line 1' }).click();
  await composesIn('diff', page.getByLabel('Comment on'));
  const inUrl = (words: string) => () => page.waitForURL(`**=${encodeURIComponent(words)}`);
  const pending = page.getByLabel('Search pending questions');
  await composesIn('inbox search', pending, 'Well', inUrl('Well'));
  await search(page, 'Well');
  const found = () => page.locator('[data-selected]', { hasText: 'Well' }).first().waitFor();
  await composesIn('palette', page.getByPlaceholder('Search or go to…'), 'Well', found);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await openPath(page, `/c/${channel.id}`);
  // It opens at its end: the heading of the day may be above what is drawn.
  await page.locator('[id^="message-"]').last().waitFor();
  await composesIn('composer', page.getByRole('textbox', { name: 'Write to' }));
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await composesIn('channel search', page.getByRole('searchbox', { name: 'Search this' }), '日');
  await openPath(page, '/answered');
  const answered = page.getByLabel('Search answered questions');
  await composesIn('answered search', answered, '日本', inUrl('日本'));
  await openPath(page, '/files');
  const fileSearch = page.getByRole('main').getByRole('searchbox');
  await composesIn('files', fileSearch, '日本', inUrl('日本'));
  await openPath(page, '/settings/people/new');
  await composesIn('dialog', page.getByRole('dialog').getByLabel('Name'));
  await openPath(page, '/device');
  await composesIn('device', page.getByLabel('Code shown on the device'), 'ＢＣＤＦ');
  expect(changed).toEqual([]);
  const { body } = await browser.server.as.owner.get<unknown[]>('/reviews/pending');
  expect(body).toHaveLength(Object.keys(asked).length);
});
