/** Several questions are answered together: marked, listed, confirmed, and undone together. */
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { Message } from '../../src/core/messages/schema.ts';
import { accessFaults, phone, type TestBrowser, testBrowser } from '../support/browser/browser.ts';
import { answerOf, ask, isSteady, press, pressAnyway } from '../support/browser/questions.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();
const bar = (page: Page) => page.getByRole('region', { name: 'Selected questions' });
const dialog = (page: Page) => page.getByRole('dialog');

async function askAll(browser: TestBrowser, ...texts: string[]): Promise<Message[]> {
  const asked: Message[] = [];
  for (const [at, text] of texts.entries()) {
    asked.push(await ask(browser, 'approval', {}, { text, expiresInSeconds: 600 + at }));
  }
  return asked;
}

async function pendingOf({ server }: TestBrowser): Promise<(string | null)[]> {
  const { body } = await server.as.owner.get<Message[]>('/reviews/pending');
  return body.map(({ text }) => text);
}

/** Presses a button of the dialog, once a pointer may. */
async function confirm(page: Page, name: string): Promise<void> {
  const button = dialog(page).getByRole('button', { name });
  await isSteady(button);
  await button.click();
  await dialog(page).waitFor({ state: 'detached' });
}

test('answers marked questions together with a choice they share, and undoes them by one key', async () => {
  await using browser = await testBrowser();
  const asked = await askAll(browser, 'One?', 'Two?', 'Three?');
  const options = [
    { id: 'approve', label: 'Approve' },
    { id: 'later', label: 'Later' },
  ];
  await ask(browser, 'approval', { options }, { text: 'Four?', expiresInSeconds: 700 });
  await ask(browser, 'text-input', {}, { text: 'Five?', expiresInSeconds: 800 });
  const page = await browser.logIn('/', { withUndo: true });
  await heading(page, 'One?');
  await press(page, 'e');
  await pressAnyway(page, 'Shift+j');
  await heading(page, 'Two?');
  await bar(page).getByText('2 selected').waitFor();
  await bar(page).getByRole('button', { name: 'Reject…' }).waitFor();
  await pressAnyway(page, 'Shift+j');
  await page.getByRole('link', { name: 'Four?' }).click({ modifiers: ['Shift'] });
  await bar(page).getByText('4 selected').waitFor();
  // The last one cannot be rejected, the text not even approved.
  expect(await bar(page).getByRole('button', { name: /…/ }).allTextContents()).toEqual([
    'Approve…1',
  ]);
  await page.getByRole('checkbox', { name: 'Select Five?' }).check();
  await bar(page).getByText('The selected questions have no choice in common').waitFor();
  await page.getByRole('checkbox', { name: 'Select Five?' }).uncheck();

  // Neither a mark nor a key of the open question answers.
  await pressAnyway(page, 'a', '1');
  await dialog(page).getByText('Approve: 4 questions?').waitFor();
  expect(await dialog(page).getByRole('listitem').allTextContents()).toEqual([
    'One?',
    'Two?',
    'Three?',
    'Four?',
  ]);
  expect(await accessFaults(page, '[role="dialog"]')).toEqual([]);
  expect(await pendingOf(browser)).toHaveLength(5);
  await page.keyboard.press('Enter');
  await page.locator('.trace').getByText('Approve · 4 questions').waitFor();
  await heading(page, 'Five?');
  await page.getByRole('link', { name: 'Two?' }).waitFor({ state: 'detached' });
  await page.keyboard.press('z');
  for (const name of ['One?', 'Two?', 'Three?', 'Four?']) {
    await page.getByRole('link', { name }).waitFor();
  }
  expect(await pendingOf(browser)).toHaveLength(5);

  await page.getByRole('button', { name: 'Select questions' }).click();
  for (const name of ['One?', 'Two?', 'Three?']) {
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  }
  await bar(page).getByRole('button', { name: 'Approve…' }).click();
  await confirm(page, 'Approve (3)');
  for (const one of asked) {
    expect(await answerOf(browser, one)).toEqual({ selectedOption: 'approve' });
  }
  await page.locator('.trace').getByText('Saved: Approve · 3 questions').waitFor();
  expect(await pendingOf(browser)).toEqual(['Four?', 'Five?']);
});

test('requires typing before a dangerous choice, and lists the answers that were not saved', async () => {
  await using browser = await testBrowser();
  const options = ['keep', { id: 'wipe', label: 'Wipe', style: 'danger' }];
  const wiping = (text: string, expiresInSeconds: number) =>
    ask(browser, 'approval', { options }, { text, expiresInSeconds });
  const one = await wiping('One?', 600);
  const two = await wiping('Two?', 601);
  const three = await wiping('Three?', 602);
  const page = await browser.logIn();
  await heading(page, 'One?');
  await press(page, 'e');
  await bar(page).getByRole('button', { name: 'Select all', exact: true }).click();
  await bar(page).getByText('3 selected').waitFor();
  await bar(page).getByRole('button', { name: 'Wipe…' }).click();
  const send = dialog(page).getByRole('button', { name: 'Wipe (3)' });
  await send.waitFor();
  // In between another person is faster, and another question is retracted.
  const response = { selectedOption: 'keep' };
  await browser.server.as.owner.post(`/reviews/${two.id}/respond`, { response });
  await browser.server.as.agent.delete(`/messages/${three.id}`);
  await page.keyboard.type('Wip');
  await page.keyboard.press('Enter');
  expect(await send.getAttribute('aria-disabled')).toBe('true');
  expect(await pendingOf(browser)).toEqual(['One?']);
  await page.keyboard.type('e');
  await confirm(page, 'Wipe (3)');
  expect(await answerOf(browser, one)).toEqual({ selectedOption: 'wipe' });
  const alert = page.getByRole('alert').filter({ hasText: '2 of 3 not saved' });
  const notSaved = /Two\?: .* \(Wipe\) was not saved/;
  // Saved answers are shown for seconds only.
  await Promise.all([
    page.locator('.trace').getByText('Saved: Wipe · 1 question').waitFor(),
    alert.getByText(notSaved).waitFor(),
    alert.getByText(/Three\?: The question is no longer available/).waitFor(),
  ]);
});

test('selects questions by taps on a phone, and sends their answers when the server is back', async () => {
  await using browser = await testBrowser();
  const asked = await askAll(browser, 'One?', 'Two?', 'Three?');
  const page = await browser.logIn('/', { viewport: phone });
  await page.getByRole('link', { name: 'Three?' }).waitFor();
  await page.getByRole('button', { name: 'Select questions' }).click();
  await page.locator('.inbox-row', { hasText: 'One?' }).click();
  await page.locator('.inbox-row', { hasText: 'Two?' }).click();
  await bar(page).getByText('2 selected').waitFor();
  expect(await accessFaults(page)).toEqual([]);
  await page.route('**/respond', (route) => route.abort());
  await bar(page).getByRole('button', { name: 'Approve…' }).click();
  await confirm(page, 'Approve (2)');
  for (const name of ['One?', 'Two?']) {
    const row = page.locator('.inbox-row', { hasText: name });
    await row.getByText('Not sent yet: Approve').waitFor();
  }
  expect(await pendingOf(browser)).toHaveLength(3);
  await page.unroute('**/respond');
  for (const one of asked.slice(0, 2)) {
    expect(await answerOf(browser, one)).toEqual({ selectedOption: 'approve' });
  }
  expect(await pendingOf(browser)).toEqual(['Three?']);
});
