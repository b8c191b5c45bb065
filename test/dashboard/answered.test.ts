import { expect, test } from 'bun:test';
import type { JsonObject } from '../../src/core/json.ts';
import { type TestBrowser, testBrowser } from '../support/browser.ts';
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
  await page.locator('.answered-row').nth(5).waitFor();
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
