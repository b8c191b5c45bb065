/** The page of a decision link, which a mail contains. */
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { decisionLink } from '../../scripts/demo/decision-link.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import type { Contact } from '../../src/core/notify/schema.ts';
import { pages } from '../../src/dashboard/app/pages.tsx';
import {
  accessFaults,
  desk,
  isComplete,
  openPath,
  phone,
  schemesAt,
  type TestBrowser,
  testBrowser,
} from '../support/browser/browser.ts';
import { holdNext } from '../support/browser/held.ts';
import { ask, storeFile } from '../support/browser/questions.ts';
import { confirmOver } from '../support/reach/confirming.ts';

const DECIDE = '**/api/v1/decide';
const payload = { title: 'Deploy 2.4?', description: 'To **production**.\nSince Monday.' };

/** A question, the owner's contact, and the links to its first two options. */
async function testPage(more: Parameters<typeof ask>[3] = {}) {
  const browser = await testBrowser({ ntfyUrl: 'http://127.0.0.1:1' });
  const { as, data } = browser.server;
  const { body: contact } = await as.owner.post<Contact>('/contacts', {
    kind: 'ntfy',
    address: 'phone',
  });
  await confirmOver(browser.server, contact.id);
  const asked = await ask(browser, 'approval', payload, more);
  const paths = await Array.fromAsync(
    [0, 1],
    async (option) => `/decide#${await decisionLink(data, contact.id, asked, option)}`,
  );
  const [approve = '', reject = ''] = paths;
  return {
    browser,
    as,
    contact,
    asked,
    approve,
    reject,
    [Symbol.asyncDispose]: () => browser[Symbol.asyncDispose](),
  };
}

const reviewOf = async ({ server }: TestBrowser, { id }: Message) =>
  (await server.as.owner.get<Message>(`/reviews/${id}`)).body.review;
const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();
const answer = (page: Page, name = 'Approve') => page.getByRole('button', { name });

test('names the letters that hide in a question and in its answer', async () => {
  await using test = await testPage();
  const options = [{ id: 'pay', label: 'Pay \u202ecila' }];
  const asked = await ask(test.browser, 'approval', { title: 'Pay\u200b \u202ecila', options });
  const page = await test.browser.page();
  await page.goto(
    `/decide#${await decisionLink(test.browser.server.data, test.contact.id, asked, 0)}`,
  );
  await heading(page, 'PayU+200B U+202Ecila');
  await answer(page, 'Pay U+202Ecila').waitFor();
  expect(await page.title()).toBe('Pay[U+200B] [U+202E]cila · Inbox');
});

test('takes the answers to several questions without a login, and says which are missing', async () => {
  await using test = await testPage();
  const { server } = test.browser;
  const questions = [
    {
      id: 'region',
      header: 'Region',
      question: 'Which region?',
      options: ['Europe', { id: 'us', label: 'America', description: 'Ohio' }],
      other: true,
    },
    { id: 'checks', question: 'Which\u202e checks?', options: ['lint', 'types'], multiple: true },
    { id: 'token', question: 'Which token?', secret: true },
  ];
  const asked = await ask(test.browser, 'questions', { questions });
  const page = await test.browser.page({ viewport: phone });
  await page.goto(`/decide#${await decisionLink(server.data, test.contact.id, asked, null)}`);
  await page.getByText('WhichU+202E checks?').waitFor();
  expect(await accessFaults(page)).toEqual([]);
  await page.getByLabel('America').check();
  await page.getByLabel('Another answer: Which region?').fill('mars');
  await page.getByLabel('types').check();
  await answer(page, 'Send answer').click();
  await page.getByText('Write an answer').waitFor();
  await page.getByLabel('Your answer: Which token?').and(page.locator(':focus')).fill('hush-hush');
  await answer(page, 'Send answer').click();
  await heading(page, 'You answered: mars · types');
  expect((await reviewOf(test.browser, asked))?.response).toEqual({
    answers: {
      region: { other: 'mars' },
      checks: { selected: ['types'] },
      token: { other: '***' },
    },
  });
});

test('shows the question without a login, and gives the answer of the link when it is pressed', async () => {
  await using test = await testPage();
  const page = await test.browser.page({ viewport: phone });
  const asked: string[] = [];
  page.on('request', (request) => {
    asked.push(`${request.method()} ${request.url()} ${request.headers().referer ?? ''}`);
  });
  await page.goto(test.approve);
  await heading(page, 'Deploy 2.4?');
  await page.getByText('To production.\nSince Monday.').waitFor();
  await page.getByText('Bot · expires').waitFor();
  expect(await page.title()).toBe('Deploy 2.4? · Inbox');
  expect(await reviewOf(test.browser, test.asked)).toMatchObject({ status: 'pending' });
  await answer(page).click();
  await heading(page, 'You answered: Approve');
  await page.locator('h1:focus').waitFor();
  expect(await reviewOf(test.browser, test.asked)).toMatchObject({
    status: 'completed',
    response: { selectedOption: 'approve' },
    respondedBy: { via: 'ntfy', credential: test.contact.id },
  });
  expect(asked.filter((one) => one.startsWith('POST'))).toHaveLength(1);
  expect(asked.filter((one) => one.includes('hd_'))).toEqual([]);
});

test('shows the whole question with all answers for a link that names none, code as code', async () => {
  const fenced = '```sh\nrm -rf *old*  \\\n  /srv/_data_\n```';
  await using test = await testPage({
    text: `Runs \`rm *a* b\` as root:\n\n${fenced}\n\nPay 10 to \u202eecila.`,
    status: 'warning',
  });
  const { browser, asked, contact } = test;
  const page = await browser.page({ viewport: phone });
  const link = await decisionLink(browser.server.data, contact.id, asked, null);
  await page.goto(`/decide#${link}`);
  await heading(page, 'Deploy 2.4?');
  await page.getByText('You answer as ').waitFor();
  await page.getByText('Warning', { exact: true }).waitFor();
  expect(await page.locator('pre').textContent()).toBe('rm -rf *old*  \\\n  /srv/_data_');
  expect(await page.locator('p code').textContent()).toBe('rm *a* b');
  // No empty lines beside code.
  const prose = await page.locator('.decide-text').allTextContents();
  expect(prose.slice(-2)).toEqual(['Runs rm *a* b as root:', 'Pay 10 to U+202Eecila.']);
  expect(await accessFaults(page)).toEqual([]);
  await answer(page, 'Reject').click();
  await heading(page, 'You answered: Reject');
  expect(await reviewOf(browser, asked)).toMatchObject({
    response: { selectedOption: 'reject' },
  });
});

test('sends the files of the question to who opens them', async () => {
  await using browser = await testBrowser({ ntfyUrl: 'http://127.0.0.1:1' });
  const { as, data } = browser.server;
  const { body: contact } = await as.owner.post<Contact>('/contacts', {
    kind: 'ntfy',
    address: 'phone',
  });
  await confirmOver(browser.server, contact.id);
  const channel = await browser.server.channel();
  const fileId = await storeFile(browser, channel.id, new File(['the plan'], 'plan.txt'));
  const asked = await ask(browser, 'approval', payload, { channel, attachmentIds: [fileId] });
  const page = await browser.page();
  await page.goto(`/decide#${await decisionLink(data, contact.id, asked, null)}`);
  await page.getByRole('list', { name: 'Files' }).getByText('8B').waitFor();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'plan.txt' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('plan.txt');
  expect(await Bun.file(await saved.path()).text()).toBe('the plan');
  await answer(page).waitFor();
});

test('answers by keyboard alone, once for a double press', async () => {
  await using test = await testPage();
  const page = await test.browser.page();
  const posts: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
  await page.goto(test.reject);
  await answer(page, 'Reject').waitFor();
  const held = await holdNext(page, DECIDE);
  await page.keyboard.press('Tab');
  await answer(page, 'Reject').and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Space');
  await answer(page, 'Reject').and(page.locator('[aria-disabled=true]')).dblclick({ force: true });
  await held.answered;
  await held.release();
  await heading(page, 'You answered: Reject');
  expect(posts).toHaveLength(1);
});

test('answers nothing for a script that clicks every button and submits every form', async () => {
  await using test = await testPage();
  const page = await test.browser.page();
  const posts: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
  await page.goto(test.approve);
  await answer(page).waitFor();
  const forms = await page.evaluate(() => {
    for (const one of document.querySelectorAll<HTMLElement>('a, button')) {
      one.addEventListener('click', (event) => event.preventDefault());
      one.click();
      one.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    }
    return document.forms.length;
  });
  expect([forms, posts]).toEqual([0, []]);
  expect(await reviewOf(test.browser, test.asked)).toMatchObject({ status: 'pending' });
});

test('decides nothing when any page is opened with a link in its address', async () => {
  await using test = await testPage();
  const { asked, approve } = test;
  const link = approve.slice('/decide#'.length);
  const page = await test.browser.logIn('/health');
  const posts: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
  const paths = pages.flatMap((one) => one.paths.map((path) => path.replace('*', 'reach')));
  const withLink = (path: string) =>
    `${new URL(path.replace(/:\w+/, asked.id), 'http://inbox').pathname}?link=${link}&token=${link}#${link}`;
  for (const path of ['/decide', '/login', '/setup', '/device', '/']) {
    await page.goto(withLink(path));
    await page.locator('h1').first().waitFor();
  }
  // The others are drawn by what has been loaded.
  for (const path of paths) {
    await openPath(page, withLink(path));
    await isComplete(page);
  }
  expect(posts.filter((url) => /decide|respond/.test(url))).toEqual([]);
  expect(await reviewOf(test.browser, asked)).toMatchObject({ status: 'pending' });
});

type Test = Awaited<ReturnType<typeof testPage>>;
const respond = ({ as, asked }: Test, selectedOption: string) =>
  as.owner.post(`/reviews/${asked.id}/respond`, { response: { selectedOption } });

test.each([
  [
    'answered alike',
    (test: Test) => respond(test, 'approve'),
    'Already answered: Approve',
    'You already answered: Approve',
  ],
  [
    'answered otherwise',
    (test: Test) => respond(test, 'reject'),
    'Already answered: Reject',
    'Already answered: Reject',
  ],
  [
    'retracted',
    ({ as, asked }: Test) => as.agent.delete(`/messages/${asked.id}`),
    'This link is no longer valid',
    'This link is no longer valid',
  ],
  [
    'out of reach, as its contact was removed',
    ({ as, contact }: Test) => as.owner.delete(`/contacts/${contact.id}`),
    'This link is no longer valid',
    'This link is no longer valid',
  ],
] as const)(
  'shows the outcome of a question that is %s, opened before and after',
  async (_, end, shown, pressed) => {
    await using test = await testPage();
    const page = await test.browser.page();
    await page.goto(test.approve);
    await answer(page).waitFor();
    await end(test);
    await answer(page).click();
    await heading(page, pressed);
    await page.reload();
    await heading(page, shown);
    await page.locator('h1:focus').waitFor();
    expect(await page.getByRole('button').count()).toBe(0);
  },
);

test('shows who answered, and that a default was given automatically or nothing before the expiry', async () => {
  await using test = await testPage();
  const { browser, as, contact } = test;
  const page = await browser.page();
  await respond(test, 'reject');
  await page.goto(test.approve);
  await page.getByText('Deploy 2.4?').waitFor();
  await page.getByText(/answered at .*\d/).waitFor();
  const channelId = test.asked.channelId;
  for (const [given, title] of [
    [{ default: { selectedOption: 'reject' } }, 'Already answered: Reject'],
    [{}, 'This question has expired'],
  ] as const) {
    const review = { type: 'approval', payload, expiresInSeconds: 1, ...given };
    const { body: asked } = await as.agent.post<Message>('/messages', {
      channelId,
      text: 'Well?',
      review,
    });
    await as.agent.get(`/reviews/${asked.id}/wait?channel=${channelId}&timeout=8000`);
    await page.goto(`/decide#${await decisionLink(browser.server.data, contact.id, asked)}`);
    await heading(page, title);
  }
  const review = { type: 'approval', payload };
  const { body: moot } = await as.agent.post<Message>('/messages', { channelId, review });
  const link = await decisionLink(browser.server.data, contact.id, moot);
  await as.agent.post(`/reviews/${moot.id}/withdraw`, { reason: 'done' });
  await page.goto(`/decide#${link}`);
  await heading(page, 'This question was withdrawn');
  await page.getByText('Agent says: done. It is no longer asked, and can no longer').waitFor();
});

test('reports a question that could not be loaded or an answer that may be lost, and retries', async () => {
  await using test = await testPage();
  const page = await test.browser.page();
  await page.goto('/decide');
  await page.route('**/decide/question', (route) => route.abort(), { times: 1 });
  await page.goto(test.approve);
  await heading(page, 'Not connected');
  await page.getByRole('button', { name: 'Try again' }).click();
  await heading(page, 'Deploy 2.4?');
  // The answer arrives, and its response is lost.
  await page.route(
    DECIDE,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await answer(page).click();
  await page.getByRole('alert').getByText('Your answer may not have arrived').waitFor();
  await answer(page).click();
  await heading(page, 'You already answered: Approve');
});

test('reports a server that is not available', async () => {
  await using test = await testPage();
  const page = await test.browser.page();
  await page.goto(test.approve);
  await answer(page).waitFor();
  const body = JSON.stringify({ statusCode: 503, message: 'The inbox is shutting down' });
  await page.route(DECIDE, (route) => route.fulfill({ status: 503, body }), { times: 1 });
  await answer(page).click();
  await page.getByRole('alert').getByText('Nothing was answered.').waitFor();
  await answer(page).click();
  await heading(page, 'You answered: Approve');
});

test('shows the next link that is opened in the same window', async () => {
  await using test = await testPage();
  const page = await test.browser.page();
  await page.goto('/decide');
  await heading(page, 'This link is no longer valid');
  for (const cut of ['#hd_', '#hd_%20', `${test.approve.slice('/decide'.length, -3)}`]) {
    await page.goto(`/decide${cut}`);
    await heading(page, 'This link is no longer valid');
  }
  await page.goto(test.approve);
  await answer(page, 'Approve').waitFor();
  await page.goto(test.reject);
  await answer(page, 'Reject').waitFor();
});

test('loads under 21 KB of script, and nothing of the dashboard', async () => {
  await using test = await testPage();
  const page = await test.browser.page();
  const sizes: number[] = [];
  page.on('response', async (response) => {
    if (response.url().endsWith('.js')) sizes.push((await response.body()).length);
  });
  await page.goto(test.approve);
  await answer(page).waitFor();
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect([sizes.length, total < 21_000]).toEqual([2, true]);
});

test.each([desk, phone])('has no serious axe violations, %o', async (viewport) => {
  const description = `${'A long sentence that explains. '.repeat(80)}${'x'.repeat(200)}`;
  await using test = await testPage({ text: description });
  const page = await test.browser.page({ viewport });
  await page.goto(test.reject);
  await answer(page, 'Reject').waitFor();
  expect(await accessFaults(page, 'html', schemesAt(viewport))).toEqual([]);
  const isTooWide = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(isTooWide).toBe(false);
  await answer(page, 'Reject').click();
  await heading(page, 'You answered: Reject');
  expect(await accessFaults(page, 'html', schemesAt(viewport))).toEqual([]);
});
