import { expect, test } from 'bun:test';
import type { Locator } from 'playwright-core';
import { testBrowser } from '../support/browser/browser.ts';
import { isLive } from '../support/browser/frames.ts';
import { key as keyPress, pressesAtOnce } from '../support/browser/hand.ts';
import {
  answerOf,
  ask,
  isReady,
  isSteady,
  openQuestion,
  press,
} from '../support/browser/questions.ts';

test('counts 10 deliberate presses as 10 answers', async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel();
  const asked = [];
  for (let count = 0; count < 10; count += 1) {
    const more = { channel, text: `Question ${count}?`, expiresInSeconds: 600 + count };
    asked.push(await ask(browser, 'approval', {}, more));
  }
  const page = await browser.logIn();
  for (const { text } of asked) {
    await page.getByRole('heading', { name: text ?? '' }).waitFor();
    await isReady(page);
    // One is pressed 230 ms after the other, or later where the machine is slow.
    await Promise.all([page.keyboard.press('1'), Bun.sleep(230)]);
  }
  for (const one of asked) {
    expect(await answerOf(browser, one)).toEqual({ selectedOption: 'approve' });
  }
});

test('binds a and r to the buttons that show them, in any order', async () => {
  await using browser = await testBrowser();
  const doors = [
    { id: 'leave', label: 'Leave it closed' },
    { id: 'open', label: 'Open the door', style: 'primary' },
  ];
  const door = await ask(browser, 'approval', { options: doors });
  const branches = [
    { id: 'delete', label: 'Delete the branch', style: 'danger' },
    { id: 'keep', label: 'Keep it', style: 'primary', decision: 'deny' },
  ];
  const branch = await ask(browser, 'approval', { options: branches }, { text: 'Branch?' });
  const plain = await ask(browser, 'approval', { options: ['Left', 'Right'] }, { text: 'Where?' });
  const page = await browser.logIn();
  await page.getByRole('button', { name: /^Open the door\s*2\s*a$/ }).waitFor();
  await page.locator('.inbox-hints', { hasText: /1\s*2\s*answer/ }).waitFor();
  await press(page, 'a');
  expect(await answerOf(browser, door)).toEqual({ selectedOption: 'open' });
  await page.getByRole('button', { name: /^Delete the branch\s*1\s*a$/ }).waitFor();
  await press(page, 'r');
  expect(await answerOf(browser, branch)).toEqual({ selectedOption: 'keep' });
  await page.getByRole('heading', { name: 'Where?' }).waitFor();
  await press(page, 'a');
  await page.getByText('No choice is marked as approving').waitFor();
  await press(page, 'r');
  await page.getByText('No choice is marked as refusing').waitFor();
  await press(page, '?');
  const rows = page.getByRole('dialog').locator('dl > div');
  await rows.filter({ hasText: 'Left' }).waitFor();
  expect(await rows.filter({ hasText: 'Left' }).locator('kbd').allInnerTexts()).toEqual(['1']);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await press(page, '2');
  expect(await answerOf(browser, plain)).toEqual({ selectedOption: expect.any(String) });
});

test('sends the approving choice from a comment on Ctrl+Enter, and the others on Ctrl and a digit', async () => {
  await using browser = await testBrowser();
  const payload = { allowComment: true };
  const first = await ask(browser, 'approval', payload);
  const second = await ask(browser, 'approval', { ...payload, options: ['Left', 'Right'] });
  const page = await browser.logIn();
  await page.getByText('Approve with this comment').waitFor();
  await press(page, 'c');
  await page.keyboard.type('because 1');
  await press(page, 'Control+Enter');
  const comment = 'because 1';
  expect(await answerOf(browser, first)).toEqual({ selectedOption: 'approve', comment });
  await page.getByRole('button', { name: 'Left' }).waitFor();
  await press(page, 'c');
  await page.keyboard.type('because 2');
  await press(page, 'Control+2');
  expect(await answerOf(browser, second)).toEqual({
    selectedOption: expect.stringMatching(/right/i),
    comment: 'because 2',
  });
});

test('dismisses written text only on a second press, and disarms on any other key', async () => {
  await using browser = await testBrowser();
  const payload = { prefill: 'Dear Bo', dismissLabel: 'Do not write' };
  const asked = await ask(browser, 'text-input', payload);
  const page = await browser.logIn();
  await press(page, 'Enter');
  await page.keyboard.type(' PS');
  await page.keyboard.press('Escape');
  const button = page.locator('[data-answers]', { hasText: 'Do not write' });
  const armed = button.and(page.locator('[data-armed]'));
  const sure = button.and(page.locator('[data-armed="sure"]'));
  await isSteady(button);
  await button.click();
  await armed.waitFor();
  await press(page, 'j');
  await button.and(page.locator(':not([data-armed])')).waitFor();
  expect(await page.getByRole('textbox').last().inputValue()).toContain('PS');
  await press(page, 'x');
  await sure.waitFor();
  await press(page, 'x');
  expect(await answerOf(browser, asked)).toEqual({ _dismissed: true });
});

test('requests changes without a comment only on a second press, and counts comments on approval', async () => {
  await using browser = await testBrowser();
  const files = [{ path: 'a.ts', diff: '@@ -1,2 +5,2 @@\n-old\n+new\n same' }];
  const asked = await ask(browser, 'diff-review', { files });
  const page = await browser.logIn();
  await press(page, 'r');
  const button = page.locator('[data-armed="sure"]', { hasText: 'Without a comment?' });
  await button.waitFor();
  await press(page, 'Escape');
  await page.locator('[data-armed]').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'line 6', exact: true }).click();
  await page.keyboard.type('Good');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Approve with 1 comment' }).waitFor();
  await press(page, 'a');
  expect(await answerOf(browser, asked)).toEqual({
    verdict: 'approve',
    comments: [{ path: 'a.ts', line: 6, side: 'new', text: 'Good' }],
  });
});

test('shows every field whose value a form sends', async () => {
  await using browser = await testBrowser();
  const named = (name: string, more = {}) => ({ name, label: name, type: 'text', ...more });
  const fields = [
    named('who', { required: true }),
    named('why'),
    named('where'),
    named('when'),
    named('heat', { type: 'number', defaultValue: 16 }),
    named('a'),
    named('b'),
    named('sure', { type: 'checkbox', defaultValue: true }),
  ];
  await ask(browser, 'form', { fields });
  const page = await browser.logIn();
  await page.getByLabel('who').waitFor();
  expect(await page.getByLabel('heat').inputValue()).toBe('16');
  expect(await page.getByLabel('sure').isChecked()).toBe(true);
  expect(await page.getByLabel('where').count()).toBe(0);
});

test('moves nothing in a conversation while the pointer is over a question', async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel();
  await ask(browser, 'approval', {}, { channel, text: 'Lower the heating?' });
  const page = await browser.logIn(`/c/${channel.id}`);
  const button = page.getByRole('button', { name: 'Approve' }).first();
  await isLive(page);
  await isSteady(button);
  await button.hover();
  const before = await button.boundingBox();
  await ask(browser, 'approval', {}, { channel, text: 'Open the gate?' });
  await page.getByRole('button', { name: /^1 new/ }).waitFor();
  expect(await button.boundingBox()).toEqual(before);
  const added = page.getByRole('log').getByText('Open the gate?');
  expect(await added.count()).toBe(0);
  await page.mouse.move(5, 5);
  await added.waitFor();
});

test('inserts nothing between rows while the pointer is in the list', async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel();
  await ask(browser, 'approval', {}, { channel, text: 'First?', expiresInSeconds: 600 });
  const page = await browser.logIn();
  const row = page.getByRole('link', { name: 'First?' });
  await isLive(page);
  await row.hover();
  const before = await placeOf(row);
  await ask(browser, 'approval', {}, { channel, text: 'Sooner?', expiresInSeconds: 300 });
  const show = page.getByRole('button', { name: '1 more urgent · show' });
  await show.waitFor();
  expect(await placeOf(row)).toEqual(before);
  expect(await page.getByRole('link', { name: 'Sooner?' }).count()).toBe(0);
  await show.click();
  await page.getByRole('link', { name: 'Sooner?' }).waitFor();
});

test('switches off and hides single-key shortcuts', async () => {
  await using browser = await testBrowser();
  const asked = await ask(browser, 'approval', { allowComment: true });
  const page = await browser.logIn('/settings/appearance');
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
  await page.locator('html[data-single-keys="off"]').waitFor({ state: 'attached' });
  await openQuestion(page, asked.id);
  await press(page, 'a', '1', 'c');
  expect(await page.locator('.review-card .key[data-single]:visible').count()).toBe(0);
  expect(await page.getByRole('textbox').last().inputValue()).toBe('');
  await page.getByRole('textbox', { name: 'Comment for the agent' }).focus();
  await press(page, 'Control+Enter');
  expect(await answerOf(browser, asked)).toEqual({ selectedOption: 'approve' });
});

test('says that keys were ignored after words typed outside a field', async () => {
  await using browser = await testBrowser();
  await ask(browser, 'approval');
  const page = await browser.logIn();
  await isReady(page);
  await pressesAtOnce(page, ...[...'approve'].map((letter) => keyPress(letter)));
  await page.getByText('Keys ignored: that looked like typing.').waitFor();
  const { body } = await browser.server.as.owner.get<unknown[]>('/reviews/pending');
  expect(body.length).toBe(1);
});

test('moves on from a settled question by j as by Enter', async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel();
  const first = await ask(browser, 'approval', {}, { channel, text: 'Settled?' });
  await ask(browser, 'approval', {}, { channel, text: 'Next?' });
  const page = await browser.logIn(`/m/${first.id}`);
  await page.getByRole('heading', { name: 'Settled?' }).waitFor();
  const response = { selectedOption: 'approve' };
  await browser.server.as.owner.post(`/reviews/${first.id}/respond`, { response });
  await page.getByRole('button', { name: 'Next question' }).waitFor();
  await page.keyboard.press('j');
  await page.getByRole('heading', { name: 'Next?' }).waitFor();
});

/** Its width changes once it has been read, as its letters are no longer bold. */
async function placeOf(row: Locator) {
  const box = await row.boundingBox();
  return box && { x: box.x, y: box.y, height: box.height };
}
