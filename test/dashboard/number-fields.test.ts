import { expect, test } from 'bun:test';
import { openPath, phone, testBrowser } from '../support/browser/browser.ts';
import { answerOf, ask, isReady } from '../support/browser/questions.ts';
import { chosen } from '../support/machine/sized.ts';

const field = (name: string, more: object = {}) => ({
  name,
  label: name,
  type: 'number',
  required: true,
  ...more,
});

const typed: [keys: string, sent: number][] = [
  ['0.0000005', 5e-7],
  ['1e5', 100_000],
  ['5E-7', 5e-7],
  ['1,5', 1.5],
  ['1.25', 1.25],
  ['1,234.50', 1234.5],
  ['1.234,50', 1234.5],
  ['−3', -3],
  ['٣٫٥', 3.5],
];
const proposed = [1e-7, 1e21, 0.00012345, 1.125, 19.999, 1234567.891, -0.1];

/** One writes a point and one a comma; each needs a browser that has compiled nothing yet. */
const locales = chosen(['en-US', 'de-DE', 'ar-EG', 'hi-IN'], (one) => /en|de/.test(one));

test('sends the numbers that the fields show, in a browser of any locale', async () => {
  await using browser = await testBrowser();
  const fields = [
    ...typed.map((_, at) => field(`typed ${at}`)),
    ...proposed.map((defaultValue, at) => field(`proposed ${at}`, { defaultValue })),
    field('group'),
    field('slider', { type: 'range', min: 0, max: 0.001, step: 0.0001, defaultValue: 0.0004 }),
  ];
  const answerIn = async (locale: string) => {
    const asked = await ask(browser, 'form', { fields });
    const page = await browser.logIn(`/m/${asked.id}`, { locale });
    await isReady(page);
    const input = (name: string) => page.getByRole('textbox', { name, exact: true });
    for (const [at, [keys]] of typed.entries()) {
      const into = input(`typed ${at}`);
      await (locale === 'en-US' ? into.pressSequentially(keys) : into.fill(keys));
      expect(await into.inputValue()).toBe(keys);
    }
    for (const [at, value] of proposed.entries()) {
      expect(await input(`proposed ${at}`).inputValue()).toBe(String(value));
    }
    expect(await page.locator('output').textContent()).toBe('0.0004');
    await input('group').pressSequentially('1,000');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Write 1000 or 1.0').waitFor();
    await input('group').fill('1.000');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Write 1000 or 1.0').waitFor();
    await input('group').fill('1000');
    await page.keyboard.press('Control+Enter');
    return [locale, await answerOf(browser, asked)];
  };
  const sent = {
    ...Object.fromEntries(typed.map(([, sent], at) => [`typed ${at}`, sent])),
    ...Object.fromEntries(proposed.map((value, at) => [`proposed ${at}`, value])),
    group: 1000,
    slider: 0.0004,
  };
  const answers = await Promise.all(locales.map(answerIn));
  expect(answers).toEqual(locales.map((locale) => [locale, sent]));
}, 60_000);

test('steps through decimals without noise, and stays within the bounds', async () => {
  await using browser = await testBrowser();
  const asked = await ask(browser, 'form', {
    fields: [field('sum', { step: 0.1, min: 0, max: 0.4, unit: '€' }), field('free', { min: -5 })],
  });
  const page = await browser.logIn();
  await isReady(page);
  const sum = page.getByRole('textbox', { name: 'sum' });
  const shown: string[] = [];
  await sum.focus();
  for (const key of ['Up', 'Up', 'Up', 'Up', 'Up', 'Up', 'Down']) {
    await page.keyboard.press(`Arrow${key}`);
    shown.push(await sum.inputValue());
  }
  expect(shown).toEqual(['0', '0.1', '0.2', '0.3', '0.4', '0.4', '0.3']);
  expect(await sum.getAttribute('inputmode')).toBe('decimal');
  expect(await page.getByRole('textbox', { name: 'free' }).getAttribute('inputmode')).toBe('text');
  await page.getByRole('textbox', { name: 'free' }).fill('1e-7');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Control+Enter');
  expect(await answerOf(browser, asked)).toEqual({ sum: 0.3, free: 1.0000001 });
});

test('shows a unit beside the number, and a long one beside the label', async () => {
  await using browser = await testBrowser();
  const { id } = await ask(browser, 'form', {
    fields: [field('rate', { unit: 'requests per second' }), field('size', { unit: 'MiB/s' })],
  });
  const page = await browser.logIn(`/m/${id}`, { viewport: phone });
  const rate = page.getByRole('textbox', { name: 'rate (requests per second)' });
  await rate.waitFor();
  const unit = await page.getByText('MiB/s', { exact: true }).boundingBox();
  const size = await page.getByRole('textbox', { name: 'size' }).boundingBox();
  if (!unit || !size) throw new Error('The field and its unit are shown');
  expect(unit.x + unit.width).toBeLessThan(size.x + size.width);
  expect(unit.height).toBeLessThan(size.height / 2);
});

test('shows numbers as they are, in the record of an answer too', async () => {
  await using browser = await testBrowser();
  const asked = await ask(browser, 'form', {
    fields: [field('small'), field('large', { unit: '€', max: 10_000_000 }), field('odd')],
  });
  const response = { small: 0.00012345, large: 1234567, odd: 0.1234567 };
  const page = await browser.logIn('/', { locale: 'de-DE' });
  await page.getByText('at most 10000000 €').waitFor();
  await browser.server.as.owner.post(`/reviews/${asked.id}/respond`, { response });
  await page.goto('/answered');
  await page.getByText('0.00012345 · 1234567 € · 0.1234567').first().waitFor();
});

test('keeps all digits of a number in an answer as JSON, and shows them', async () => {
  await using browser = await testBrowser();
  const asked = await ask(browser, 'freeform');
  const page = await browser.logIn();
  const digits = '9007199254740993';
  await page.getByLabel('Your answer as JSON').fill(`{"id":${digits}}`);
  await page.getByRole('button', { name: 'Format' }).click();
  await page.keyboard.press('Control+Enter');
  await answerOf(browser, asked);
  await openPath(page, '/answered');
  await page.getByText(`id: ${digits}`).first().waitFor();
  await openPath(page, `/m/${asked.id}`);
  await page.locator('.review-facts').getByText(digits).waitFor();
});
