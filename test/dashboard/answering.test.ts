import { expect, test } from 'bun:test';
import { testBrowser } from '../support/browser/browser.ts';
import { answerOf, ask, isReady, openQuestion, press } from '../support/browser/questions.ts';
import { openBeside } from '../support/inbox/beside.ts';

const options = [
  { id: 'go', label: 'Deploy now', style: 'primary' },
  { id: 'wait', label: 'Wait' },
  { id: 'no', label: 'Reject', style: 'danger' },
];

test('sends an approval on one key, with a comment written first', async () => {
  await using browser = await testBrowser();
  const asked = await ask(browser, 'approval', { options, allowComment: true });
  const page = await browser.logIn();
  await press(page, 'c');
  await page.keyboard.type('1 or 2? a!');
  await page.keyboard.press('Escape');
  await press(page, '2');
  expect(await answerOf(browser, asked)).toEqual({ selectedOption: 'wait', comment: '1 or 2? a!' });
  await page.getByRole('heading', { name: "You're all caught up" }).waitFor();
});

test('asks twice before an irreversible option, and counts a held key as one press', async () => {
  await using browser = await testBrowser();
  const wipe = { id: 'wipe', label: 'Wipe it', style: 'danger', decision: 'allow' };
  const keep = { id: 'keep', label: 'Keep it', style: 'danger', decision: 'deny' };
  const asked = await ask(browser, 'approval', { options: [wipe, keep] });
  const other = await ask(browser, 'approval', { options: [wipe, keep] }, { text: 'Second?' });
  const page = await browser.logIn();
  await isReady(page);
  await page.keyboard.down('a');
  await page.keyboard.down('a');
  const button = page.getByRole('button', { name: 'Wipe it press a again' });
  await button.and(page.locator('[data-armed="sure"]')).waitFor();
  await page.keyboard.down('a');
  await page.keyboard.up('a');
  await page.getByText('Press again').waitFor({ state: 'attached' });
  await press(page, 'Escape');
  await button.waitFor({ state: 'detached' });
  const { body } = await browser.server.as.owner.get<unknown[]>('/reviews/pending');
  expect(body.length).toBe(2);

  await press(page, 'a');
  await button.and(page.locator('[data-armed="sure"]')).waitFor();
  await press(page, 'a');
  expect(await answerOf(browser, asked)).toEqual({ selectedOption: 'wipe' });
  await page.getByRole('heading', { name: 'Second?' }).waitFor();
  await press(page, 'r');
  expect(await answerOf(browser, other)).toEqual({ selectedOption: 'keep' });
});

test('answers a single selection by number or by a click on the row', async () => {
  await using browser = await testBrowser();
  const asked = await ask(browser, 'selection', { items: ['eu', 'us', 'ap'] });
  const other = await ask(browser, 'selection', { items: ['eu', 'us', 'ap'] }, { text: 'Second?' });
  const page = await browser.logIn();
  await press(page, '3');
  expect(await answerOf(browser, asked)).toEqual({ selectedIds: ['ap'] });
  await page.getByRole('heading', { name: 'Second?' }).waitFor();
  await page.getByRole('button', { name: 'us' }).click();
  expect(await answerOf(browser, other)).toEqual({ selectedIds: ['us'] });
});

test('filters a long multiple selection, picks items and sends them', async () => {
  await using browser = await testBrowser();
  const items = Array.from({ length: 40 }, (_, index) => ({
    id: `i${index}`,
    label: `Item ${index}`,
  }));
  const asked = await ask(browser, 'selection', { mode: 'multi', items });
  const page = await browser.logIn();
  await press(page, '2', 'f');
  await page.keyboard.type('item 37');
  await page.keyboard.press('Enter');
  await page.getByText('2 of 40 chosen').waitFor();
  await page.keyboard.press('Control+Enter');
  expect(await answerOf(browser, asked)).toEqual({ selectedIds: ['i1', 'i37'] });
});

test('writes a text, previews its markdown and sends it', async () => {
  await using browser = await testBrowser();
  const asked = await ask(browser, 'text-input', { markdown: true, minLength: 5, maxLength: 40 });
  const page = await browser.logIn();
  await press(page, 'Enter');
  await page.getByRole('textbox', { name: 'Your answer' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('No');
  await page.keyboard.press('Control+Enter');
  await page.getByText('At least 5 characters').waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('**Never**');
  await page.getByText('12 / 40 characters').waitFor();
  await page.getByText('Preview').click();
  await page.locator('.review-preview strong', { hasText: 'Never' }).waitFor();
  await page.keyboard.press('Control+Enter');
  expect(await answerOf(browser, asked)).toEqual({ text: 'No\n**Never**' });
});

test('accepts any object as JSON, and validates it while typing', async () => {
  await using browser = await testBrowser();
  const schema = { type: 'object', properties: { where: { type: 'object' } }, required: ['where'] };
  const asked = await ask(browser, 'freeform', { schema });
  const page = await browser.logIn();
  await press(page, 'Enter');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('{"when": 1');
  await page.getByText('Invalid JSON').waitFor();
  await page.keyboard.type('}');
  await page.getByText(/where/).last().waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('{"where": {"x": [1]}}');
  await page.keyboard.press('Control+Enter');
  expect(await answerOf(browser, asked)).toEqual({ where: { x: [1] } });
});

test("shows a simple schema as a form and sends values of the schema's types", async () => {
  await using browser = await testBrowser();
  const schema = {
    type: 'object',
    required: ['name', 'size'],
    properties: {
      name: { type: 'string' },
      count: { type: 'integer', minimum: 1, maximum: 9 },
      urgent: { type: 'boolean' },
      size: { enum: ['s', 'm', 2] },
      tags: { type: 'array', items: { type: 'string' } },
    },
  };
  const asked = await ask(browser, 'freeform', { schema });
  const page = await browser.logIn();
  await press(page, 'Enter');
  await page.keyboard.type('x');
  await page.keyboard.press('Tab');
  await page.keyboard.type('12');
  await page.keyboard.press('Tab');
  await page.getByText('At most 9').waitFor();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('7');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.type('2');
  await page.keyboard.press('Tab');
  await page.keyboard.type('one');
  await page.keyboard.press('Enter');
  await page.keyboard.type('two');
  await page.keyboard.press('Control+Enter');
  const answer = { name: 'x', count: 7, urgent: true, size: 2, tags: ['one', 'two'] };
  expect(await answerOf(browser, asked)).toEqual(answer);
});

test('checks a pattern while typing, with a checker that loads with the question', async () => {
  await using browser = await testBrowser();
  const page = await browser.logIn();
  const scripts: string[] = [];
  page.on('response', async (response) => {
    if (response.url().endsWith('.js')) scripts.push(await response.text());
  });
  const isMatcher = (script: string) => script.includes('invalid nested repetition');
  const matchers = () => scripts.filter(isMatcher);
  const plain = { type: 'object', properties: { name: { type: 'string' } } };
  const first = await ask(browser, 'freeform', { schema: plain });
  await press(page, 'Enter');
  await page.keyboard.type('x');
  await page.keyboard.press('Control+Enter');
  expect(await answerOf(browser, first)).toEqual({ name: 'x' });
  expect(matchers()).toHaveLength(0);
  // Until it is there, the server alone checks.
  const loaded = page.waitForResponse(
    async (response) => response.url().endsWith('.js') && isMatcher(await response.text()),
  );
  const name = { type: 'string', pattern: '^(\\w+\\s?)*$' };
  const second = await ask(browser, 'freeform', { schema: { ...plain, properties: { name } } });
  await openQuestion(page, second.id);
  await loaded;
  await press(page, 'Enter');
  await page.locator('.review-card input:focus, .review-card textarea:focus').waitFor();
  await page.keyboard.type(`${'a'.repeat(40)}!`);
  await page.keyboard.press('Tab');
  await page.getByText('String does not match pattern.').waitFor();
  expect(matchers()).toHaveLength(1);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('End');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Control+Enter');
  expect(await answerOf(browser, second)).toEqual({ name: 'a'.repeat(40) });
});

test('skips the check of a pattern that was stored before the limits, and says so', async () => {
  await using browser = await testBrowser();
  const asked = await ask(browser, 'freeform', {
    schema: { properties: { name: { type: 'string' } } },
  });
  const payload = JSON.stringify({
    schema: { properties: { name: { type: 'string', pattern: '(?=a)' } } },
  });
  using database = openBeside(browser.server.data);
  database.run('update reviews set payload = ?', [payload]);
  const page = await browser.logIn();
  await page.getByText('Only the agent can fully check this answer.').waitFor();
  await press(page, 'Enter');
  await page.keyboard.type('b');
  await page.keyboard.press('Control+Enter');
  expect(await answerOf(browser, asked)).toEqual({ name: 'b' });
});

test('sends a rating on its number, or with a started comment on Enter', async () => {
  await using browser = await testBrowser();
  const payload = { prompt: 'The new tone?', maxLabel: 'Splendid' };
  const asked = await ask(browser, 'rating', payload);
  const other = await ask(browser, 'rating', { ...payload, prompt: 'Second?' });
  const page = await browser.logIn();
  await press(page, 'c');
  await page.keyboard.type('Warm');
  await page.keyboard.press('Escape');
  await press(page, '2', '4', 'Enter');
  expect(await answerOf(browser, asked)).toEqual({ rating: 4, comment: 'Warm' });
  await page.getByRole('heading', { name: 'Second?' }).waitFor();
  await press(page, '5');
  expect(await answerOf(browser, other)).toEqual({ rating: 5 });
});

test('comments on a diff and requests changes', async () => {
  await using browser = await testBrowser();
  const files = [{ path: 'a.ts', diff: '@@ -1,2 +5,2 @@\n-old\n+new\n same' }];
  const asked = await ask(browser, 'diff-review', { files });
  const page = await browser.logIn();
  await page.getByRole('button', { name: 'line 6', exact: true }).click();
  await page.keyboard.type('Why?');
  await page.keyboard.press('Escape');
  await press(page, 'r');
  const comments = [{ path: 'a.ts', line: 6, side: 'new', text: 'Why?' }];
  expect(await answerOf(browser, asked)).toEqual({ verdict: 'request-changes', comments });
});

test('dismisses a question by a key pressed twice, or by its button', async () => {
  await using browser = await testBrowser();
  const payload = { items: ['a'], dismissLabel: 'Not now' };
  const asked = await ask(browser, 'selection', payload);
  const other = await ask(browser, 'selection', payload, { text: 'Second?' });
  const page = await browser.logIn();
  const button = page.getByRole('button', { name: 'Not now' });
  await press(page, 'x');
  await button.and(page.locator('[data-armed="sure"]')).waitFor();
  await press(page, 'x');
  expect(await answerOf(browser, asked)).toEqual({ _dismissed: true });
  await page.getByRole('heading', { name: 'Second?' }).waitFor();
  await button.click();
  expect(await answerOf(browser, other)).toEqual({ _dismissed: true });
});

test('accepts any object for a kind that the dashboard cannot draw', async () => {
  await using browser = await testBrowser();
  const asked = await ask(browser, 'rating', { prompt: 'In thousandths?', max: 1000 });
  const page = await browser.logIn();
  await page.locator('dl', { hasText: 'max1000' }).waitFor();
  await press(page, 'Enter', 'Control+a');
  await page.keyboard.type('{"rating": 412}');
  await page.keyboard.press('Control+Enter');
  expect(await answerOf(browser, asked)).toEqual({ rating: 412 });
});
