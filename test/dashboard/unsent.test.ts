/** Answers that could not be sent: kept with their question until the inbox has them or says why not. */
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { Message } from '../../src/core/messages/schema.ts';
import { changedParts, partsOf } from '../../src/dashboard/outbox/parts.ts';
import { owner, type TestBrowser, testBrowser } from '../support/browser/browser.ts';
import { isLive } from '../support/browser/frames.ts';
import { holdNext } from '../support/browser/held.ts';
import { answerOf, ask, isReady, openQuestion, press } from '../support/browser/questions.ts';

const trace = (page: Page) => page.locator('.trace');
const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const row = (page: Page, name: string) => page.locator('.inbox-row', { hasText: name });

async function two(browser: TestBrowser): Promise<[Message, Message]> {
  return [
    await ask(browser, 'approval', {}, { text: 'First?', expiresInSeconds: 600 }),
    await ask(browser, 'approval', {}, { text: 'Second?', expiresInSeconds: 700 }),
  ];
}

/** A page without a connection, which has chosen Approve of the first question. */
async function offline(browser: TestBrowser): Promise<Page> {
  const page = await browser.logIn('/', { withUndo: true });
  await heading(page, 'First?').waitFor();
  await isLive(page);
  await page.context().setOffline(true);
  await page.getByText('Reconnecting…').waitFor();
  await press(page, '1');
  await row(page, 'First?').getByText('Not sent yet: Approve').waitFor();
  return page;
}

const isSentAway = (page: Page) =>
  page.waitForFunction(() => !Object.keys(localStorage).join().includes(' answer '));

test('keeps an offline answer with its question, and sends it when online', async () => {
  await using browser = await testBrowser();
  const [first] = await two(browser);
  const page = await offline(browser);
  await trace(page).getByText('Not sent yet: Approve · First?').waitFor();
  await openQuestion(page, first.id);
  await page.locator('.chosen').getByText('Not sent yet: Approve').waitFor();
  await page.context().setOffline(false);
  expect(await answerOf(browser, first)).toEqual({ selectedOption: 'approve' });
  await row(page, 'First?').waitFor({ state: 'detached' });
  await isSentAway(page);
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('undoes an offline answer', async () => {
  await using browser = await testBrowser();
  const [first] = await two(browser);
  const page = await offline(browser);
  await page.keyboard.press('z');
  await heading(page, 'First?').waitFor();
  await page.getByRole('button', { name: 'Approve' }).waitFor();
  await page.context().setOffline(false);
  await page.getByText('Reconnecting…').waitFor({ state: 'detached' });
  const { body } = await browser.server.as.owner.get<Message>(`/messages/${first.id}`);
  expect(body.review?.status).toBe('pending');
});

test('warns before leaving with an unsent answer, and sends it at the next visit', async () => {
  await using browser = await testBrowser();
  const [first] = await two(browser);
  const page = await offline(browser);
  const context = page.context();
  const [dialog] = await Promise.all([
    page.waitForEvent('dialog'),
    page.close({ runBeforeUnload: true }),
  ]);
  expect(dialog.type()).toBe('beforeunload');
  await Promise.all([page.waitForEvent('close'), dialog.accept()]);
  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto(new URL('/', browser.server.url).href);
  expect(await answerOf(browser, first)).toEqual({ selectedOption: 'approve' });
  await isSentAway(next);
});

test('does not send an answer to a question that changed, and shows it again', async () => {
  await using browser = await testBrowser();
  const [first] = await two(browser);
  const page = await offline(browser);
  // As it was at another time.
  await page.route('**/respond', (route) =>
    route.continue({
      postData: JSON.stringify({ ...route.request().postDataJSON(), seq: 99_999 }),
    }),
  );
  await page.context().setOffline(false);
  const alert = page.getByRole('alert');
  await alert
    .getByText(/The question changed after you read it\. Your answer \(Approve\) was not sent/)
    .waitFor();
  await page.unroute('**/respond');
  await alert.getByRole('link', { name: 'Open' }).click();
  await heading(page, 'First?').waitFor();
  await page.locator('.refusal').getByText('Your answer (Approve) was not sent').waitFor();
  await press(page, '1');
  expect(await answerOf(browser, first)).toEqual({ selectedOption: 'approve' });
});

test('names the parts of a question that changed', () => {
  const question = (text: string, options: string[], title?: string) =>
    partsOf({ text, attachments: [], review: { payload: { options, title } } } as never);
  const before = question('Deploy?', ['Yes', 'No']);
  expect(changedParts(before, question('Deploy?', ['Yes', 'No']))).toEqual([]);
  expect(changedParts(before, question('Deploy?', ['No', 'Yes'], 'Now'))).toEqual([
    'options',
    'title',
  ]);
});

test('says who answered first, what they said and that this answer was lost', async () => {
  await using browser = await testBrowser();
  const [first] = await two(browser);
  const page = await offline(browser);
  await browser.server.as.owner.post(`/reviews/${first.id}/respond`, {
    response: { selectedOption: 'reject' },
  });
  await page.context().setOffline(false);
  const alert = page.getByRole('alert');
  await alert
    .getByText(/Ana rejected this at \d.*\. Your answer \(Approve\) was not saved\./)
    .waitFor();
  await alert.getByRole('link', { name: 'Open' }).click();
  await heading(page, 'First?').waitFor();
  expect(await answerOf(browser, first)).toEqual({ selectedOption: 'reject' });
});

test('treats an answer whose response was lost as stored', async () => {
  await using browser = await testBrowser();
  const [first] = await two(browser);
  const page = await browser.logIn();
  await heading(page, 'First?').waitFor();
  const lost = Promise.withResolvers<void>();
  await page.route(
    '**/respond',
    async (route) => {
      await route.fetch();
      await route.abort();
      lost.resolve();
    },
    { times: 1 },
  );
  await press(page, '1');
  await lost.promise;
  await isSentAway(page);
  expect(await answerOf(browser, first)).toEqual({ selectedOption: 'approve' });
  await heading(page, 'Second?').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('shows an unanswered request as sending, then as not confirmed, with the question back in the list', async () => {
  await using browser = await testBrowser();
  const [first] = await two(browser);
  const page = await browser.logIn();
  await heading(page, 'First?').waitFor();
  const held = await holdNext(page, '**/respond');
  await press(page, '1');
  await heading(page, 'Second?').waitFor();
  await row(page, 'First?').waitFor({ state: 'detached' });
  await trace(page).getByText('Sending…: Approve · First?').waitFor();
  await row(page, 'First?').waitFor({ state: 'detached' });
  await held.answered;
  await trace(page).getByText('Not confirmed yet: Approve · First?').waitFor();
  await held.release();
  await isSentAway(page);
  await trace(page).getByText('Saved: Approve · First?').waitFor();
  await row(page, 'First?').waitFor({ state: 'detached' });
  expect(await answerOf(browser, first)).toEqual({ selectedOption: 'approve' });
});

async function logInAs(page: Page, { email, password }: typeof owner): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

test('keeps an answer when the session has ended, and offers to send it after the login', async () => {
  await using browser = await testBrowser();
  const [first] = await two(browser);
  const page = await browser.logIn('/', { withUndo: true });
  await page.locator('.review-card[data-ready]').waitFor();
  // Other requests of the page would find out before the answer does.
  await page.waitForLoadState('networkidle');
  const others = (url: URL) =>
    url.pathname.startsWith('/api/') && !url.pathname.endsWith('/respond');
  await page.route(others, () => {});
  await page.context().clearCookies();
  await press(page, '1');
  await page
    .getByText('You were logged out. Your answer (Approve) is saved. Log in again to send it.')
    .waitFor();
  await page.unroute(others);
  await logInAs(page, owner);
  await heading(page, 'First?').waitFor();
  await page.locator('.chosen').getByText('Not sent yet: Approve').waitFor();
  const { body } = await browser.server.as.owner.get<Message>(`/messages/${first.id}`);
  expect(body.review?.status).toBe('pending');
  await page.getByRole('button', { name: 'Send now' }).click();
  expect(await answerOf(browser, first)).toEqual({ selectedOption: 'approve' });
  await isSentAway(page);
});

test("hides one user's unsent answers and drafts from another in the same browser", async () => {
  await using browser = await testBrowser();
  const { server } = browser;
  const asked = await ask(browser, 'approval', {}, { text: 'First?' });
  const page = await browser.logIn('/', { withUndo: true });
  const bo = { name: 'Bo', email: 'bo@example.com', password: 'another horse', role: 'owner' };
  expect((await server.as.owner.post('/users', bo)).status).toBe(201);
  await page.goto(`/c/${asked.channelId}`);
  await page.getByLabel('Write to').fill('half a draft of Ana');
  await openQuestion(page, asked.id);
  await isReady(page);
  // Anything else the page requests would find out before the answer does.
  const isAnswer = (url: URL) => url.pathname.endsWith('/respond');
  const isOther = (url: URL) => url.pathname.startsWith('/api/') && !isAnswer(url);
  await page.route(isOther, () => {});
  await page.context().clearCookies();
  await press(page, '1');
  await page.getByText('You were logged out').waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await logInAs(page, bo);
  await page.getByRole('button', { name: 'Approve' }).waitFor();
  expect(await page.getByText('Not sent yet').count()).toBe(0);
  await page.goto(`/c/${asked.channelId}`);
  await page.getByLabel('Write to').waitFor();
  expect(await page.getByLabel('Write to').inputValue()).toBe('');
  const keys = await page.evaluate(() => Object.keys(localStorage));
  const { body } = await server.as.owner.get<{ id: string }[]>('/users');
  const nobodys = keys.filter((key) => !body.some(({ id }) => key.startsWith(`${id} `)));
  expect(nobodys.filter((key) => key !== 'inbox-appearance')).toEqual([]);
});

test('shows one unsent answer in 2 tabs, sends it once, and undoes it from either', async () => {
  await using browser = await testBrowser();
  const [first, second] = await two(browser);
  const page = await browser.logIn('/', { withUndo: true });
  await heading(page, 'First?').waitFor();
  const other = await page.context().newPage();
  await other.goto(page.url().replace(/\/m\/.*/, `/m/${second.id}`));
  await heading(other, 'Second?').waitFor();
  const sent: string[] = [];
  for (const one of [page, other]) {
    one.on('request', (request) => {
      if (request.url().endsWith('/respond')) sent.push(request.url());
    });
  }
  await press(page, '1');
  await trace(other).getByText('Approve · First?').waitFor();
  await other.bringToFront();
  await other.getByRole('button', { name: 'Undo' }).click();
  await heading(other, 'First?').waitFor();
  await trace(page).getByText('Approve · First?').waitFor({ state: 'detached' });
  await press(other, '1');
  await trace(page).getByText('Approve · First?').waitFor();
  expect(await answerOf(browser, first)).toEqual({ selectedOption: 'approve' });
  await isSentAway(page);
  expect(sent.length).toBe(1);
  await other.close();
});

test('asks once before logout about unsent answers and drafts, and deletes them', async () => {
  await using browser = await testBrowser();
  const asked = await ask(browser, 'approval', {}, { text: 'First?' });
  const page = await browser.logIn(`/c/${asked.channelId}`);
  await page.getByLabel('Write to').fill('half a draft');
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Log out' }).click();
  const dialog = page.getByRole('dialog', { name: 'Log out?' });
  await dialog.getByText('deletes 1 draft').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('button', { name: 'Log out and delete' }).click();
  await heading(page, 'Log in').waitFor();
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('draft');
});

test('sends pending answers on logout, without asking', async () => {
  await using browser = await testBrowser();
  const [first] = await two(browser);
  const page = await browser.logIn('/', { withUndo: true });
  await press(page, '1');
  await heading(page, 'Second?').waitFor();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await heading(page, 'Log in').waitFor();
  expect(await answerOf(browser, first)).toEqual({ selectedOption: 'approve' });
});

test('keeps what was written for a question that expires, readable and copyable', async () => {
  await using browser = await testBrowser();
  const payload = { allowComment: true };
  const asked = await ask(browser, 'approval', payload, { text: 'Brief?', expiresInSeconds: 8 });
  const page = await browser.logIn(`/m/${asked.id}`);
  await page
    .getByRole('timer')
    .getByText(/^expires in 0:0\d$/)
    .waitFor();
  await press(page, 'c');
  await page.keyboard.type('half a comment');
  await page.getByText(/This question expired at \d/).waitFor();
  const written = page.getByRole('region', { name: 'Your unsent text' });
  await written.getByText('half a comment').waitFor();
  await written.getByRole('button', { name: 'Copy' }).waitFor();
  await page.reload();
  await written.getByText('half a comment').waitFor();
  await written.getByRole('button', { name: 'Discard' }).click();
  await written.waitFor({ state: 'detached' });
});

test('keeps what was written when someone else answers', async () => {
  await using browser = await testBrowser();
  const asked = await ask(browser, 'text-input', {}, { text: 'What now?' });
  const page = await browser.logIn(`/m/${asked.id}`);
  await press(page, 'Enter');
  await page.keyboard.type('half an answer');
  await browser.server.as.owner.post(`/reviews/${asked.id}/respond`, {
    response: { text: 'Nothing' },
  });
  const written = page.getByRole('region', { name: 'Your unsent text' });
  await written.getByText('half an answer').waitFor();
});
