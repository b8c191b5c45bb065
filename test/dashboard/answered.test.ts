import { expect, test } from 'bun:test';
import type { JsonObject } from '../../src/core/json.ts';
import { accessFaults, phone, type TestBrowser, testBrowser } from '../support/browser.ts';
import { ask } from '../support/questions.ts';

type More = Parameters<typeof ask>[3];

/** Asks, and answers as the owner. */
async function answered(
  browser: TestBrowser,
  type: string,
  payload: JsonObject,
  response: JsonObject,
  more?: More,
) {
  const asked = await ask(browser, type, payload, more);
  const sent = await browser.server.as.owner.post(`/reviews/${asked.id}/respond`, { response });
  if (sent.status !== 200) throw new Error(JSON.stringify(sent.body));
  return asked;
}

const options = ['approve', 'reject', 'later'];
const files = [{ path: 'a.ts', diff: '@@ -1 +1 @@\n-a\n+b\n' }];

test('Answered tells verdicts apart by sign, colour and word', async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel();
  const cases: [title: string, type: string, JsonObject, JsonObject][] = [
    ['Alpha', 'approval', { options }, { selectedOption: 'approve' }],
    ['Bravo', 'approval', { options }, { selectedOption: 'reject' }],
    ['Charlie', 'diff-review', { files }, { verdict: 'request-changes' }],
    ['Delta', 'text-input', { prompt: 'Words?', dismissLabel: 'Skip' }, { _dismissed: true }],
    ['Echo', 'approval', { options }, { selectedOption: 'later' }],
    ['Retracted by', 'approval', { options }, { selectedOption: 'approve' }],
  ];
  for (const [title, type, payload, response] of cases) {
    const { id } = await answered(browser, type, { title, ...payload }, response, { channel });
    if (title === 'Retracted by') await browser.server.as.agent.delete(`/messages/${id}`);
  }
  const page = await browser.logIn('/answered');
  await page.locator('.answered-title').nth(5).waitFor();
  const seen = async (title: string) => {
    const row = page.locator('.answered-row').filter({ hasText: title });
    const sign = row.locator('.ending-sign');
    const label = row.locator('.ending-words');
    return {
      word: await sign.textContent(),
      drawing: await sign.locator('svg').innerHTML(),
      ink: await label.evaluate((element) => getComputedStyle(element).color),
      signInk: await sign.evaluate((element) => getComputedStyle(element).color),
      isStruck: (await label.locator('s').count()) > 0,
    };
  };
  const rows = await Promise.all(cases.map(([title]) => seen(title)));
  expect(rows.map(({ word }) => word)).toEqual([
    ...['Approved', 'Rejected', 'Changes requested', 'Dismissed', 'Answered', 'Retracted'],
  ]);
  expect(new Set(rows.map(({ drawing }) => drawing)).size).toBe(6);
  expect(new Set(rows.slice(0, 5).map(({ ink }) => ink)).size).toBe(5);
  for (const { ink, signInk } of rows.slice(0, 4)) expect(signInk).toBe(ink);
  expect(rows.map(({ isStruck }) => isStruck)).toEqual([false, false, false, false, false, true]);
});

test('Answered shows the answer itself with its comment, and never a password', async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel();
  const fields = [
    {
      name: 'reason',
      type: 'select',
      label: 'Reason',
      options: [{ value: 'g', label: 'Goodwill' }],
    },
    { name: 'sum', type: 'number', label: 'Refund', unit: '€' },
    { name: 'pin', type: 'password', label: 'PIN' },
    { name: 'mail', type: 'checkbox', label: 'Tell them' },
    { name: 'note', type: 'text', label: 'Note' },
  ];
  const items = [
    { id: 'r', label: 'raw.refunds' },
    { id: 'a', label: 'append' },
    { id: 'x', label: 'truncate' },
  ];
  const many = 'x'.repeat(20_000);
  const cases: [shown: string, type: string, JsonObject, JsonObject][] = [
    [
      'Goodwill · 89 € · Tell them: Yes',
      'form',
      { fields },
      { reason: 'g', sum: 89, pin: 'open sesame', mail: true },
    ],
    ['1 field filled in', 'form', { fields: fields.slice(2, 3) }, { pin: 'open sesame' }],
    [
      '2 fields filled in',
      'form',
      { fields: fields.slice(1, 3), more: many },
      { sum: 1, pin: 'open sesame' },
    ],
    ['raw.refunds, append', 'selection', { mode: 'multi', items }, { selectedIds: ['r', 'a'] }],
    ['4 of 5 “Shorter.”', 'rating', { prompt: 'How is it?' }, { rating: 4, comment: 'Shorter.' }],
    [
      'Approve “After six, please.”',
      'approval',
      { allowComment: true },
      { selectedOption: 'approve', comment: 'After\nsix, please.' },
    ],
    [
      'Changes requested “Why?”',
      'diff-review',
      { files },
      { verdict: 'request-changes', comments: [{ path: 'a.ts', line: 1, text: 'Why?' }] },
    ],
    ['colour: red · sizes: [1,2]', 'freeform', {}, { colour: 'red', sizes: [1, 2], none: null }],
    [
      'Dear customer,',
      'text-input',
      { prompt: 'Words?' },
      { text: 'Dear customer,\nwe are sorry.' },
    ],
  ];
  for (const [, type, payload, response] of cases) {
    await answered(browser, type, payload, response, { channel });
  }
  const page = await browser.logIn('/answered');
  await page
    .locator('.answered-title')
    .nth(cases.length - 1)
    .waitFor();
  const shown = await page.locator('.answered-end > .cut:first-child').allTextContents();
  expect(shown.map((words) => words.trim()).toReversed()).toEqual(cases.map(([words]) => words));
  expect(await page.content()).not.toContain('open sesame');
  expect(await page.content()).not.toContain('***');
});

test('Answered is in the order of deciding, by the day of the decision, also of what comes live', async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel();
  const respond = ({ id }: { id: string }) =>
    browser.server.as.owner.post(`/reviews/${id}/respond`, {
      response: { selectedOption: 'approve' },
    });
  const asked: { id: string }[] = [];
  for (const title of ['First', 'Second', 'Third']) {
    asked.push(await ask(browser, 'approval', { title }, { channel }));
  }
  const [first, second, third] = asked as [{ id: string }, { id: string }, { id: string }];
  await respond(second);
  await respond(first);
  const page = await browser.logIn('/answered');
  const titles = () => page.locator('.answered-title').allInnerTexts();
  await page.locator('.answered-title').nth(1).waitFor();
  expect(await titles()).toEqual(['First', 'Second']);
  expect(await page.locator('.answered-day').allInnerTexts()).toEqual(['Today']);
  await respond(third);
  await page.locator('.answered-title').nth(2).waitFor();
  expect(await titles()).toEqual(['Third', 'First', 'Second']);
  await browser.server.as.agent.delete(`/messages/${second.id}`);
  await page.locator('.answered-row').first().getByText('Retracted by').waitFor();
  expect((await titles()).slice(1)).toEqual(['Third', 'First']);
});

test('an answered question opens beside the list of answered ones, which keeps its place and filter', async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel();
  for (let n = 0; n < 60; n++) {
    const response = { selectedOption: 'approve' };
    await answered(browser, 'approval', { title: `Question ${n}?` }, response, { channel });
  }
  await ask(browser, 'approval', { title: 'Still waiting?' }, { channel });
  const page = await browser.logIn('/answered');
  await page.getByRole('link', { name: 'Question 20?' }).click();
  await page.getByRole('heading', { name: 'Question 20?' }).waitFor();
  await page.waitForURL('**/answered/*');
  const chosen = page.locator('.answered-row[data-open]');
  const isInView = () =>
    chosen.evaluate((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
  expect(await chosen.textContent()).toContain('Question 20?');
  expect(await isInView()).toBe(true);
  expect(await page.getByRole('link', { name: 'Still waiting?' }).count()).toBe(0);
  const here = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]');
  expect(await here.first().textContent()).toBe('Answered');

  await page.keyboard.press('j');
  await page.getByRole('heading', { name: 'Question 19?' }).waitFor();
  await page.keyboard.press('k');
  await page.getByRole('heading', { name: 'Question 20?' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Question 19?' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Answered', level: 1 }).waitFor();
  await page.waitForURL('**/answered');
  expect(await chosen.textContent()).toContain('Question 19?');
  expect(await isInView()).toBe(true);
  await page.getByRole('link', { name: 'Question 19?' }).click();
  await page.getByRole('heading', { name: 'Question 19?' }).waitFor();
  await page.goBack();
  await page.waitForURL('**/answered');
  await chosen.getByText('Question 19?').waitFor();
  expect(await accessFaults(page)).toEqual([]);
});

test('what expired opens among what expired, and on a phone leads back to it', async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel();
  for (const title of ['Brief?', 'Short?']) {
    const { id } = await ask(browser, 'approval', { title }, { channel, expiresInSeconds: 1 });
    await browser.server.as.agent.get(`/reviews/${id}/wait?channel=${channel.id}&timeout=5000`);
  }
  const page = await browser.logIn('/answered');
  await page.getByText('Expired', { exact: true }).click();
  await page.getByRole('link', { name: 'Short?' }).click();
  await page.getByRole('heading', { name: 'Short?' }).waitFor();
  await page.keyboard.press('j');
  await page.getByRole('heading', { name: 'Brief?' }).waitFor();
  await page.setViewportSize(phone);
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await page.waitForURL('**/answered?ended=expired');
  await page.getByRole('link', { name: 'Short?' }).waitFor();
});

test('Answered says who decided, by what means and when', async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel();
  const response = { selectedOption: 'approve' };
  await answered(browser, 'approval', { title: 'By command?' }, response, { channel });
  const mine = await ask(browser, 'approval', { title: 'By hand?' }, { channel });
  const page = await browser.logIn();
  await page.getByRole('heading', { name: 'By hand?' }).waitFor();
  const status = await page.evaluate(async (id) => {
    const sent = await fetch(`/api/v1/reviews/${id}/respond`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ response: { selectedOption: 'approve' } }),
    });
    return sent.status;
  }, mine.id);
  expect(status).toBe(200);
  await page.goto('/answered');
  const meta = (title: string) =>
    page.locator('.answered-row').filter({ hasText: title }).locator('.answered-end .meta').first();
  expect(await meta('By hand?').textContent()).toMatch(/^Ana · dashboard · \d{1,2}:\d\d/);
  expect(await meta('By command?').textContent()).toMatch(/ · local · \d{1,2}:\d\d/);
});
