/** Questions that are answered together in the dashboard. */
import { expect, test } from 'bun:test';
import { testBrowser } from '../support/browser/browser.ts';
import { answerOf, ask, isSteady, press } from '../support/browser/questions.ts';

const region = { id: 'region', question: 'Which region?', options: ['Europe', 'America'] };
const several = [
  region,
  {
    id: 'checks',
    header: 'Checks',
    question: 'Which checks?',
    options: ['lint', 'types'],
    multiple: true,
    other: true,
  },
  { id: 'token', question: 'Which token?', secret: true },
];

test('picks by numbers, writes with Enter, and sends all answers together', async () => {
  await using browser = await testBrowser();
  const asked = await ask(browser, 'questions', { questions: several });
  const page = await browser.logIn();
  await press(page, '2', '4', 'Control+Enter');
  await page.getByText('Write an answer').waitFor();
  await page.locator('input[type="password"]:focus').waitFor();
  await page.keyboard.type('s3cret');
  const kept = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(await kept()).not.toContain('s3cret');
  await page.reload();
  await page.getByRole('radio', { name: 'America', checked: true }).waitFor();
  await page.getByRole('checkbox', { name: 'types', checked: true }).waitFor();
  await press(page, 'Enter');
  await page.keyboard.type('s3cret');
  await page.getByLabel('Another answer: Which checks?').fill('spelling');
  await page.keyboard.press('Control+Enter');
  expect(await answerOf(browser, asked)).toEqual({
    answers: {
      region: { selected: ['America'] },
      checks: { selected: ['types'], other: 'spelling' },
      token: { other: 's3cret' },
    },
  });
  await page.goto(`${browser.server.url}/m/${asked.id}`);
  await page.getByText('types, spelling').waitFor();
  expect(await page.getByRole('definition').allTextContents()).toEqual([
    'America',
    'types, spelling',
    '***',
  ]);
});

test('sends an option of a single question when it is pressed, unless a text was written', async () => {
  await using browser = await testBrowser();
  const asked = await ask(browser, 'questions', { questions: [{ ...region, other: true }] });
  const page = await browser.logIn();
  const europe = page.getByRole('button', { name: 'Europe' });
  const other = page.getByLabel('Another answer: Which region?');
  await other.fill('mars');
  await isSteady(europe);
  await europe.click();
  await page.getByText('Takes one answer: an option or another text, not both').waitFor();
  expect(await other.inputValue()).toBe('mars');
  await other.fill('');
  await isSteady(europe);
  await europe.click();
  expect(await answerOf(browser, asked)).toEqual({ answers: { region: { selected: ['Europe'] } } });
});

test('shows what was asked once questions were withdrawn', async () => {
  await using browser = await testBrowser();
  const { as, url } = browser.server;
  const asked = await ask(browser, 'questions', { questions: several });
  await as.agent.post(`/reviews/${asked.id}/withdraw`, { reason: 'answered in the terminal' });
  const page = await browser.logIn();
  await page.goto(`${url}/m/${asked.id}`);
  await page.getByText('Checks\nWhich checks?\n- lint\n- types').waitFor();
  await page.getByText('Which token?').waitFor();
});
