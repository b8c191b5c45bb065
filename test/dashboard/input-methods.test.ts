/** Keys of an input method, such as the Enter that ends a Japanese word, belong to it alone. */
import { expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
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

/** What a key could have changed. */
const state = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    const isField =
      activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement;
    return {
      path: location.href,
      field: activeElement?.outerHTML.slice(0, 300),
      value: isField ? activeElement.value : null,
      dialogs: document.querySelectorAll('[role=dialog]').length,
      selected: document.querySelector('[data-selected]')?.textContent,
      headings: [...document.querySelectorAll('h1, h2')].map(({ textContent }) => textContent),
    };
  });

/** Presses each of them in the focused field, and checks that nothing came of it. */
async function composesIn(
  page: Page,
  name: string,
  field: Locator,
  text = 'にほん',
): Promise<void> {
  await field.focus();
  await field.fill(text);
  await field.evaluate((one) => new Promise((done) => setTimeout(done, 250, one)));
  const before = await state(page);
  const taken = await field.evaluate(async (one, all) => {
    const said: string[] = [];
    for (const { key, ...how } of all) {
      const [last = '', control] = key.split('+').toReversed();
      const event = new KeyboardEvent('keydown', {
        key: last,
        ctrlKey: control !== undefined,
        bubbles: true,
        cancelable: true,
        ...how,
      });
      // The input method needs the default.
      if (!one.dispatchEvent(event)) said.push(key);
    }
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)));
    return said;
  }, composed);
  expect([name, taken]).toEqual([name, []]);
  expect([name, await state(page)]).toEqual([name, before]);
}

const installPlugin = (data: string) => {
  const folder = join(data, 'plugins/estimate');
  mkdirSync(folder, { recursive: true });
  const manifest = { name: 'estimate', version: '1', displayName: 'Estimate', description: 'Days' };
  writeFileSync(join(folder, 'plugin.json'), JSON.stringify(manifest));
};

test('leaves the keys of an input method to it in every field', async () => {
  await using browser = await testBrowser({}, installPlugin);
  const setUp = await browser.page();
  await setUp.goto(browser.server.setUpUrl.replace(/^https?:\/\/[^/]+/, ''));
  await composesIn(setUp, 'set-up', setUp.getByLabel('Your name'));

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
    await composesIn(page, question, find(), text);
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
  await composesIn(page, 'diff', page.getByLabel('Comment on'));
  await composesIn(page, 'inbox search', page.getByLabel('Search pending questions'), 'Well');
  await search(page, 'Well');
  await composesIn(page, 'palette', page.getByPlaceholder('Search or go to…'), 'Well');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await openPath(page, `/c/${channel.id}`);
  await composesIn(page, 'composer', page.getByRole('textbox', { name: 'Write to' }));
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await composesIn(
    page,
    'channel search',
    page.getByRole('searchbox', { name: 'Search this' }),
    '日',
  );
  await openPath(page, '/answered');
  await composesIn(page, 'answered search', page.getByLabel('Search answered questions'), '日本');
  await openPath(page, '/files');
  await composesIn(page, 'files', page.getByRole('main').getByRole('searchbox'), '日本');
  await openPath(page, '/settings/people/new');
  await composesIn(page, 'dialog', page.getByRole('dialog').getByLabel('Name'));
  await openPath(page, '/device');
  await composesIn(page, 'device', page.getByLabel('Code shown on the device'), 'ＢＣＤＦ');
  for (const one of Object.values(asked)) {
    const { body } = await browser.server.as.owner.get<{ review: { status: string } }>(
      `/messages/${one.id}`,
    );
    expect(body.review.status).toBe('pending');
  }
});
