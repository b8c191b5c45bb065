import { expect, test } from 'bun:test';
import { type TestBrowser, testBrowser } from '../support/browser/browser.ts';
import { isLive } from '../support/browser/frames.ts';
import { answerOf, ask, press } from '../support/browser/questions.ts';

const COUNT = 250;
const textOf = (at: number) => `Question ${at}.`;

/** Asks as many questions, in the order in which they expire. */
async function askMany(browser: TestBrowser) {
  const channel = await browser.server.channel({ name: 'many' });
  const asked = [];
  for (let at = 0; at < COUNT; at++) {
    const expiresInSeconds = 4000 + 10 * at;
    asked.push(await ask(browser, 'approval', {}, { channel, text: textOf(at), expiresInSeconds }));
  }
  return { channel, asked };
}

test('loads 250 pending questions page by page, and keeps list and count correct', async () => {
  await using browser = await testBrowser();
  const { channel, asked } = await askMany(browser);
  const page = await browser.logIn('/channels');
  let reads = 0;
  page.on('request', (request) => {
    if (request.url().includes('/reviews/pending')) reads++;
  });
  await page.goto('/');
  await page.getByText(/^250, /).waitFor();
  await page.waitForFunction(() => document.title.startsWith('(250) '));
  await page
    .locator('.nav-channel', { hasText: 'many' })
    .locator('.nav-count', { hasText: '250' })
    .waitFor();
  await isLive(page);
  const rows = page.locator('.inbox-row');
  expect(await rows.count()).toBe(100);

  // One that belongs behind what was read counts, and is not listed.
  const [last, soon] = [
    { channel, expiresInSeconds: 90_000 },
    { channel, expiresInSeconds: 60 },
  ];
  await ask(browser, 'approval', {}, { ...last, text: 'Last of all' });
  await page.getByText('New question from many: Last of all').waitFor({ state: 'attached' });
  await page.waitForFunction(() => document.title.startsWith('(251) '));
  expect(await page.getByText('Last of all', { exact: true }).count()).toBe(0);
  await ask(browser, 'approval', {}, { ...soon, text: 'First of all' });
  await page.getByRole('link', { name: 'First of all' }).waitFor();
  expect(await rows.count()).toBe(101);
  const readsAtFirst = reads;

  for (const at of [99, 199, 249]) {
    const row = page.getByRole('link', { name: textOf(at) });
    await row.waitFor();
    await row.scrollIntoViewIfNeeded();
  }
  await page.getByRole('link', { name: 'Last of all' }).waitFor();
  expect([await rows.count(), reads - readsAtFirst]).toEqual([252, 2]);
  const titles = await page.locator('.inbox-row-title').allTextContents();
  const between = Array.from({ length: COUNT }, (_, at) => textOf(at));
  expect(titles).toEqual(['First of all', ...between, 'Last of all']);

  const middle = asked[150];
  if (!middle) throw new Error('unreachable');
  await page.getByRole('link', { name: textOf(150) }).click();
  await press(page, 'a');
  expect(await answerOf(browser, middle)).toEqual({ selectedOption: 'approve' });
  await page.waitForFunction(() => document.title.startsWith('(251) '));
  await page.getByRole('heading', { name: textOf(151) }).waitFor();
});

test("finds a question beyond the loaded pages by an option's label", async () => {
  await using browser = await testBrowser();
  const { channel } = await askMany(browser);
  const items = [{ id: 'eu', label: 'Frankfurt' }];
  const late = { channel, text: 'Where?', expiresInSeconds: 90_000 };
  await ask(browser, 'selection', { items }, late);
  const page = await browser.logIn();
  await page.getByText(/^251, /).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('frankfurt');
  await page.keyboard.press('Enter');
  await page.getByText('1 of 251').waitFor();
  await page.getByRole('heading', { name: 'Where?' }).waitFor();
  await page.getByRole('searchbox').fill('nothing like it');
  await page.getByText('No matching questions').waitFor();
  await page.getByRole('searchbox').fill('');
  await page.getByText(/^251, /).waitFor();
});
