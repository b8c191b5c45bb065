import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { phone, testBrowser } from '../support/browser/browser.ts';
import { answerOf, ask, isSteady, press } from '../support/browser/questions.ts';
import type { Failure } from '../support/server/server.ts';

const fields = [
  { name: 'who', type: 'text', label: 'Who', required: true, minLength: 2 },
  { name: 'why', type: 'textarea', label: 'Why' },
  { name: 'sum', type: 'number', label: 'Sum', required: true, min: 0, max: 1240, unit: '€' },
  { name: 'part', type: 'range', label: 'Part', min: 0, max: 10 },
  {
    name: 'kind',
    type: 'select',
    label: 'Kind',
    required: true,
    options: ['Twice', 'Fraud', 'Goodwill'],
  },
  { name: 'write', type: 'checkbox', label: 'Write' },
  { name: 'day', type: 'date', label: 'Day' },
  { name: 'at', type: 'time', label: 'At' },
  { name: 'until', type: 'datetime', label: 'Until' },
  { name: 'mail', type: 'email', label: 'Mail' },
  { name: 'page', type: 'url', label: 'Page' },
  { name: 'code', type: 'password', label: 'Code' },
];

/** Types into each field and goes on with Tab. */
async function type(page: Page, typed: string[][]) {
  for (const keys of typed) {
    for (const key of keys) {
      if (key.length === 1 || /^(Arrow|Space|Tab)/.test(key)) await page.keyboard.press(key);
      else await page.keyboard.type(key);
    }
    await page.keyboard.press('Tab');
  }
}

test('fills in all 12 field types by keyboard alone', async () => {
  await using browser = await testBrowser();
  const asked = await ask(browser, 'form', { fields });
  const page = await browser.logIn('/', { locale: 'en-US' });
  await page.getByText('0 to 1240 €').waitFor();
  await press(page, 'e', 'Enter');
  // A browser fills a saved login into any other password field.
  expect(await page.getByLabel('Code', { exact: true }).getAttribute('autocomplete')).toBe(
    'new-password',
  );
  await type(page, [
    ['Hansen'],
    ['Charged twice'],
    ['89.5'],
    ['ArrowRight', 'ArrowRight', 'ArrowRight'],
    ['Fraud'],
    ['Space'],
    ['11202026', 'Tab'],
    ['0941AM', 'Tab'],
    ['11202026', 'Tab', '0130PM', 'Tab'],
    ['ana@example.com'],
    ['https://example.com/x'],
    ['s3cret'],
  ]);
  await page.keyboard.press('Control+Enter');
  expect(await answerOf(browser, asked)).toEqual({
    who: 'Hansen',
    why: 'Charged twice',
    sum: 89.5,
    part: 3,
    kind: 'Fraud',
    write: true,
    day: '2026-11-20',
    at: '09:41',
    until: '2026-11-20T13:30',
    mail: 'ana@example.com',
    page: 'https://example.com/x',
    code: 's3cret',
  });
});

test('shows each error at its field in plain words, and focuses the first', async () => {
  await using browser = await testBrowser();
  const asked = await ask(browser, 'form', { fields });
  const response = { who: 'x', sum: 1340, kind: 'No', mail: 'ana' };
  const refused = await browser.server.as.owner.post<Failure>(`/reviews/${asked.id}/respond`, {
    response: { ...response, kind: '' },
  });
  const page = await browser.logIn();
  await press(page, 'e', 'Enter');
  await type(page, [['x'], [], ['1340'], [], [], [], ['Tab', 'Tab'], ['Tab', 'Tab']]);
  await page.getByLabel('Mail').focus();
  await page.keyboard.type('ana');
  await page.keyboard.press('Control+Enter');
  const plain: Record<string, string> = {
    sum: 'At most 1240 €',
    kind: 'Choose a kind',
    mail: 'Enter an e-mail address, such as ana@example.com',
  };
  expect(refused.body.errors.map(({ path }) => path[1])).toEqual(['who', 'sum', 'kind', 'mail']);
  for (const { path, message } of refused.body.errors) {
    const field = page
      .locator('.review-card')
      .getByLabel(fields.find(({ name }) => name === path[1])?.label ?? '');
    const said = await field.evaluate((input) =>
      (input.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(' '),
    );
    expect(said).toContain(plain[path[1] ?? ''] ?? message);
    expect(await field.getAttribute('aria-invalid')).toBe('true');
  }
  await page.locator('input:focus').and(page.getByLabel('Who')).waitFor();
});

test('keeps a draft over a reload without its passwords, and deletes it with the answer', async () => {
  await using browser = await testBrowser();
  const asked = await ask(browser, 'form', { fields: [fields[0], fields[5], fields[11]] });
  const page = await browser.logIn();
  await press(page, 'Enter');
  await type(page, [['Hansen'], ['Space'], ['s3cret']]);
  const kept = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(await kept()).not.toContain('s3cret');
  await page.reload();
  await page.getByLabel('Who').waitFor();
  expect(await page.getByLabel('Who').inputValue()).toBe('Hansen');
  expect(await page.getByLabel('Write').isChecked()).toBe(true);
  expect(await page.getByLabel('Code', { exact: true }).inputValue()).toBe('');
  await press(page, 'Control+Enter');
  expect(await answerOf(browser, asked)).toEqual({ who: 'Hansen', write: true, code: null });
  await page.waitForFunction(() => !JSON.stringify({ ...localStorage }).includes('Hansen'));
  await page.getByRole('heading', { name: "You're all caught up" }).waitFor();
});

test('registers a click out of an invalid field on its target', async () => {
  await using browser = await testBrowser();
  const asked = await ask(browser, 'form', { fields: [fields[2], fields[5]] });
  const page = await browser.logIn();
  await press(page, 'Enter');
  await page.keyboard.type('1340');
  await page.getByLabel('Write').click();
  await page.getByText('At most 1240 €').waitFor();
  await page.getByRole('textbox', { name: 'Sum' }).fill('12');
  await page.getByRole('button', { name: 'Send answer' }).click();
  expect(await answerOf(browser, asked)).toEqual({ sum: 12, write: true });
});

test('fills a phone with the question, with targets as high as a thumb', async () => {
  await using browser = await testBrowser();
  const asked = await ask(browser, 'approval', {}, { text: 'Deploy?' });
  const other = await ask(browser, 'form', { fields, dismissLabel: 'Not now' });
  const page = await browser.logIn('/', { viewport: phone, hasTouch: true, isMobile: true });
  await page.getByRole('link', { name: 'Deploy?' }).tap();
  await page.getByRole('heading', { name: 'Deploy?', level: 1 }).waitFor();
  expect((await page.getByRole('button', { name: 'Approve' }).boundingBox())?.height).toBe(46);
  await page.getByRole('button', { name: 'Approve' }).tap();
  expect(await answerOf(browser, asked)).toEqual({ selectedOption: 'approve' });

  await page.getByLabel('Who').waitFor();
  const wider = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  expect(await page.evaluate(wider)).toBe(0);
  expect((await page.getByLabel('Kind').boundingBox())?.height).toBeGreaterThanOrEqual(46);
  await isSteady(page.getByRole('button', { name: 'Not now' }));
  await page.getByRole('button', { name: 'Not now' }).tap();
  expect(await answerOf(browser, other)).toEqual({ _dismissed: true });
  await page.getByRole('heading', { name: "You're all caught up" }).waitFor();
});
