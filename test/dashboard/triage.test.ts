import { expect, test } from 'bun:test';
import type { Message } from '../../src/core/messages/schema.ts';
import { testBrowser } from '../support/browser/browser.ts';
import { isLive } from '../support/browser/frames.ts';
import { answerOf, ask, openQuestion, press } from '../support/browser/questions.ts';

test('opens the next question after an answer and focuses its title', async () => {
  await using browser = await testBrowser();
  const [first, second] = [
    await ask(browser, 'approval', {}, { text: 'First?', expiresInSeconds: 600 }),
    await ask(browser, 'approval', {}, { text: 'Second?', expiresInSeconds: 700 }),
  ];
  const page = await browser.logIn();
  await page.getByRole('heading', { name: 'First?' }).waitFor();
  await page.waitForFunction(() => document.title === '(2) First? · Inbox');
  await press(page, 'j');
  await page.getByRole('heading', { name: 'Second?' }).waitFor();
  await press(page, 'k');
  await page.getByRole('heading', { name: 'First?' }).waitFor();
  await press(page, 'a');
  const title = page.getByRole('heading', { name: 'Second?' });
  await title.and(page.locator(':focus')).waitFor();
  expect(await answerOf(browser, first)).toEqual({ selectedOption: 'approve' });
  await press(page, '1');
  expect(await answerOf(browser, second)).toEqual({ selectedOption: 'approve' });
});

test('keeps the open question when a more urgent one arrives', async () => {
  await using browser = await testBrowser();
  const asked = await ask(browser, 'approval', {}, { text: 'Open?' });
  const page = await browser.logIn();
  await page.getByRole('heading', { name: 'Open?' }).waitFor();
  await isLive(page);
  await ask(browser, 'approval', {}, { text: 'Sooner?', expiresInSeconds: 60 });
  await page.getByRole('link', { name: 'Sooner?' }).waitFor();
  await press(page, 'a');
  expect(await answerOf(browser, asked)).toEqual({ selectedOption: 'approve' });
  await page.getByRole('heading', { name: 'Sooner?' }).waitFor();
});

test('shows who answered the open question elsewhere, and keeps it in view', async () => {
  await using browser = await testBrowser();
  await ask(
    browser,
    'approval',
    { allowComment: true },
    { text: 'Deploy?', expiresInSeconds: 600 },
  );
  await ask(browser, 'approval', {}, { text: 'Next?', expiresInSeconds: 700 });
  const pages = [await browser.logIn(), await browser.logIn()];
  const [mine, theirs] = pages;
  if (!mine || !theirs) throw new Error('There are two');
  await press(mine, 'c');
  await mine.keyboard.type('half a comm');
  await press(theirs, '1');
  await mine.getByRole('status').getByText('You answered this elsewhere: Approve').waitFor();
  await mine.getByRole('heading', { name: 'Deploy?' }).waitFor();
  await mine.getByText(/Approval · answered .* by Ana/).waitFor();
  // Until then, Enter would be of the text that was being typed.
  await Bun.sleep(600);
  await mine.keyboard.press('Enter');
  await mine.getByRole('heading', { name: 'Next?' }).waitFor();
});

test('reports that another answer was first', async () => {
  await using browser = await testBrowser();
  const asked = await ask(browser, 'approval', {}, { text: 'Deploy?', expiresInSeconds: 600 });
  await ask(browser, 'approval', {}, { text: 'Next?' });
  const page = await browser.logIn();
  await page.getByRole('heading', { name: 'Deploy?' }).waitFor();
  await page.route('**/respond', async (route) => {
    const response = { selectedOption: 'reject' };
    await browser.server.as.owner.post(`/reviews/${asked.id}/respond`, { response });
    await route.continue();
  });
  await press(page, 'a');
  await page.getByText(/Ana rejected this at .*\. Your answer \(Approve\) was not saved/).waitFor();
  await page.getByRole('heading', { name: 'Next?' }).waitFor();
  expect(await answerOf(browser, asked)).toEqual({ selectedOption: 'reject' });
});

test('keeps an answer that was not sent, and sends it on request', async () => {
  await using browser = await testBrowser();
  const asked = await ask(browser, 'text-input', {}, { text: 'What now?' });
  const page = await browser.logIn();
  // Unsent answers are sent when the page gets its live connection.
  await isLive(page);
  await press(page, 'Enter');
  await page.keyboard.type('Wait');
  await page.route('**/respond', (route) => route.abort());
  await press(page, 'Control+Enter');
  await page.locator('.chosen').getByText('Not sent yet: Wait').waitFor();
  await page.getByRole('link', { name: 'What now?' }).waitFor();
  await page.unroute('**/respond');
  await page.getByRole('button', { name: 'Send now' }).click();
  expect(await answerOf(browser, asked)).toEqual({ text: 'Wait' });
});

test('counts down, marks the end as urgent, and shows when a question has expired', async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel();
  await ask(browser, 'approval', {}, { text: 'Calm?', channel, expiresInSeconds: 3600 });
  const page = await browser.logIn();
  await page.getByText(/expires in (1h|59m)/).waitFor();
  expect(await page.locator('[data-urgent]').count()).toBe(0);
  const brief = await ask(
    browser,
    'approval',
    {},
    { text: 'Brief?', channel, expiresInSeconds: 9 },
  );
  await page.getByRole('link', { name: 'Brief?' }).click();
  await page.locator('.question [data-urgent]', { hasText: /^\d+s$/ }).waitFor();
  await page.getByText(/This question expired at/).waitFor();
  await page.getByText('Nobody answered in time').waitFor();
  expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  expect(await answerOf(browser, brief)).toBe('expired');
  await page.getByRole('link', { name: 'Brief?' }).waitFor({ state: 'detached' });
});

test('announces to screen readers 5 minutes and 1 minute before the end, once each', async () => {
  await using browser = await testBrowser();
  const page = await browser.logIn();
  await isLive(page);
  const said = page.locator('.question [role="status"]', { hasText: 'This question expires in' });
  for (const [text, expiresInSeconds, words] of [
    ['Later?', 308, 'in five minutes.'],
    ['Soon?', 68, 'in one minute.'],
  ] as const) {
    const { id } = await ask(browser, 'approval', {}, { text, expiresInSeconds });
    await openQuestion(page, id);
    await page.getByRole('heading', { name: text }).waitFor();
    await said.filter({ hasText: words }).waitFor();
    expect(await said.count()).toBe(1);
  }
  // Opened in its last minute, it says so itself.
  await page.goto('/activity');
  await page.goBack();
  await page.getByRole('heading', { name: 'Soon?' }).waitFor();
  expect(await said.count()).toBe(0);
});

test('reports that the open question was retracted', async () => {
  await using browser = await testBrowser();
  const asked = await ask(browser, 'approval', {}, { text: 'Deploy?' });
  const page = await browser.logIn();
  await page.getByRole('heading', { name: 'Deploy?' }).waitFor();
  await browser.server.as.agent.delete(`/messages/${asked.id}`);
  await page.getByRole('heading', { name: 'This question was retracted' }).waitFor();
});

test('keeps its place in a list of 200, and finds a question by search', async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel();
  for (let start = 0; start < 200; start += 20) {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        ask(
          browser,
          'approval',
          {},
          {
            channel,
            text: `Question ${start + index}.`,
            expiresInSeconds: 4000 + 10 * (start + index),
          },
        ),
      ),
    );
  }
  const page = await browser.logIn();
  await page.waitForFunction(() => document.title.startsWith('(200) Question'));
  const list = page.locator('.inbox-rows');
  const scrollTo = (row: number) =>
    list.evaluate((rows, at) => rows.scrollTo({ top: at * 60 }), row);
  await scrollTo(99);
  await page.getByRole('link', { name: 'Question 105.' }).waitFor();
  await scrollTo(120);
  await page.getByRole('link', { name: 'Question 120.' }).click();
  const before = await list.evaluate((rows) => rows.scrollTop);
  expect(before).toBeGreaterThan(5000);
  await Promise.all([page.waitForResponse('**/respond'), press(page, 'a')]);
  await page.getByRole('heading', { name: 'Question 121.' }).waitFor();
  const after = await list.evaluate((rows) => rows.scrollTop);
  expect(Math.abs(after - before)).toBeLessThan(100);
  await page.locator('.inbox-row[data-open]').getByText('Question 121.').waitFor();

  await page.keyboard.press('/');
  await page.keyboard.type('question 142');
  await page.getByText('1 of 199').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Question 142.' }).waitFor();
  const [stored] = await Promise.all([page.waitForResponse('**/respond'), press(page, 'a')]);
  expect(stored.status()).toBe(200);
  const { body } = await browser.server.as.owner.get<Message[]>('/reviews/pending');
  expect(body.some(({ text }) => text === 'Question 142.')).toBe(false);
});
