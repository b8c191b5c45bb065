import { expect, test } from 'bun:test';
import { layoutFaults } from '../../scripts/screens/faults.ts';
import type { JsonObject } from '../../src/core/json.ts';
import {
  accessFaults,
  desk,
  phone,
  type TestBrowser,
  testBrowser,
} from '../support/browser/browser.ts';
import { ask } from '../support/browser/questions.ts';

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

test('shows the whole hour of an answer beside a name of any length, and the day above it', async () => {
  await using browser = await testBrowser();
  const { owner } = browser.server.as;
  const { body: users } = await owner.get<{ id: string }[]>('/users');
  await owner.patch(`/users/${users[0]?.id}`, { name: 'Wilhelmina '.repeat(6).trim() });
  await answered(browser, 'approval', { title: 'Alpha' }, { selectedOption: 'approve' });
  const page = await browser.logIn('/answered');
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  const time = page.locator('.answered-when time');
  for (const viewport of [desk, phone]) {
    await page.setViewportSize(viewport);
    expect(await time.textContent()).toMatch(/^\d{1,2}:\d\d( [AP]M)?$/);
    const [right, edge] = await time.evaluate((one) => {
      const row = one.closest('.answered-row');
      return [one, row].map((each) => each?.getBoundingClientRect().right ?? 0);
    });
    expect((edge ?? 0) - (right ?? 0)).toBeCloseTo(8, 0);
    expect(await time.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(
      0,
    );
    expect(await layoutFaults(page)).toEqual([]);
  }
});

test('distinguishes verdicts by sign, colour and word', async () => {
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
    'Approved',
    'Rejected',
    'Changes requested',
    'Dismissed',
    'Answered',
    'Retracted',
  ]);
  expect(new Set(rows.map(({ drawing }) => drawing)).size).toBe(6);
  expect(new Set(rows.slice(0, 5).map(({ ink }) => ink)).size).toBe(5);
  for (const { ink, signInk } of rows.slice(0, 4)) expect(signInk).toBe(ink);
  expect(rows.map(({ isStruck }) => isStruck)).toEqual([false, false, false, false, false, true]);
});

test('shows the answer with its comment, and never a password', async () => {
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
    ['1 €', 'form', { fields: fields.slice(1, 3), more: many }, { sum: 1, pin: 'open sesame' }],
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

test('orders by the day and time of the decision, even for live events', async () => {
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
  await page.locator('.answered-title', { hasText: 'Third' }).waitFor();
  expect(await titles()).toEqual(['Third', 'First', 'Second']);
  await browser.server.as.agent.delete(`/messages/${second.id}`);
  await page.locator('.answered-row').first().getByText('Retracted by').waitFor();
  expect((await titles()).slice(1)).toEqual(['Third', 'First']);
});

test('opens an answered question beside the list, which keeps its place and filter', async () => {
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
    page.waitForFunction(() => {
      const row = document.querySelector('.answered-row[data-open]');
      const { top, bottom } = row?.getBoundingClientRect() ?? { top: -1, bottom: -1 };
      return top >= 0 && bottom <= innerHeight;
    });
  expect(await chosen.textContent()).toContain('Question 20?');
  await isInView();
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
  await isInView();
  await page.getByRole('link', { name: 'Question 19?' }).click();
  await page.getByRole('heading', { name: 'Question 19?' }).waitFor();
  await page.goBack();
  await page.waitForURL('**/answered');
  await chosen.getByText('Question 19?').waitFor();
  expect(await accessFaults(page)).toEqual([]);
});

test('opens an expired question within the expired list, and leads back to it on a phone', async () => {
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
  // The list is at its narrowest.
  await page.setViewportSize({ width: 820, height: 1180 });
  expect(await layoutFaults(page)).toEqual([]);
  await page.setViewportSize(phone);
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await page.waitForURL('**/answered?ended=expired');
  await page.getByRole('link', { name: 'Short?' }).waitFor();
});

test('shows who decided, by what means and when', async () => {
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

test('searches and filters live, keeps the filters in the URL, clears them, and exports the shown list', async () => {
  await using browser = await testBrowser();
  const deploys = await browser.server.channel({ name: 'deploys' });
  const other = await browser.server.channel({ name: 'other' });
  const approve = { selectedOption: 'approve' };
  const reject = { selectedOption: 'reject' };
  await answered(browser, 'approval', { title: 'Ship one?' }, approve, { channel: deploys });
  await answered(browser, 'approval', { title: 'Ship two?' }, reject, { channel: deploys });
  await answered(browser, 'approval', { title: 'Ship three?' }, approve, { channel: other });
  await answered(browser, 'text-input', { title: 'Words?' }, { text: 'Go' }, { channel: deploys });
  const page = await browser.logIn('/answered');
  const titles = page.locator('.answered-title');
  await titles.nth(3).waitFor();
  const shows = (...expected: string[]) =>
    page.waitForFunction(
      (wanted) =>
        [...document.querySelectorAll('.answered-title')]
          .map(({ textContent }) => textContent)
          .join() === wanted,
      expected.join(),
    );
  const total = page.locator('.answered-total');

  await page.keyboard.press('/');
  await page.keyboard.type('ship');
  await shows('Ship three?', 'Ship two?', 'Ship one?');
  await page.keyboard.press('Escape');
  expect(await page.locator('input:focus').count()).toBe(0);
  const choose = async (button: string, choice: string) => {
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByRole('checkbox', { name: choice }).click();
  };
  await choose('Channel', 'deploys');
  await shows('Ship two?', 'Ship one?');
  // Letters in what is open are not the page's keys.
  await page.keyboard.press('j');
  expect(await page.locator('.answered-row[data-open]').count()).toBe(0);
  await page.keyboard.press('Escape');
  await choose('Verdict', 'Approved');
  await page.keyboard.press('Escape');
  await shows('Ship one?');
  await total.getByText('1 found').waitFor();
  expect(new URL(page.url()).search).toBe(`?channel=${deploys.id}&verdict=approved&search=ship`);

  // An entry that does not match stays out; one that matches is inserted at its position.
  await answered(browser, 'approval', { title: 'Ship four?' }, reject, { channel: deploys });
  await answered(browser, 'approval', { title: 'Leave?' }, approve, { channel: deploys });
  await answered(browser, 'approval', { title: 'Ship five?' }, approve, { channel: deploys });
  await shows('Ship five?', 'Ship one?');
  await total.getByText('2 found').waitFor();

  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/^answered-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await Bun.file(await saved.path()).text()).trim().split('\r\n');
  expect(lines.slice(1).map((line) => line.split(',')[5])).toEqual(['Ship five?', 'Ship one?']);
  await page.keyboard.press('Escape');

  // A question opens in the filtered list, and a reload keeps it.
  await page.getByRole('link', { name: 'Ship one?' }).click();
  await page.getByRole('heading', { name: 'Ship one?' }).waitFor();
  await page.reload();
  await shows('Ship five?', 'Ship one?');
  await page.keyboard.press('k');
  await page.getByRole('heading', { name: 'Ship five?' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type(' nothing like this');
  await page.getByRole('heading', { name: 'No matching answered questions' }).waitFor();
  expect(await accessFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await titles.nth(6).waitFor();
  expect(new URL(page.url()).search).toBe('');
  expect(await page.getByLabel('Search answered questions').inputValue()).toBe('');
});

test('has rows of 36 px on a dense desktop and 64 px on a phone, where filters unfold', async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel();
  const response = { selectedOption: 'approve', comment: 'A long comment. '.repeat(20) };
  const payload = { title: 'A long title? '.repeat(20), allowComment: true };
  await answered(browser, 'approval', payload, response, { channel });
  const { id } = await answered(browser, 'approval', { ...payload, title: 'Gone?' }, response, {
    channel,
  });
  await browser.server.as.agent.delete(`/messages/${id}`);
  const dense = await browser.logIn('/answered');
  await dense.evaluate(() =>
    localStorage.setItem('inbox-appearance', '{"undoSeconds":0,"density":"compact"}'),
  );
  await dense.reload();
  await dense.locator('.answered-title').nth(1).waitFor();
  /** Once the font is there. */
  const haveHeight = (px: number) =>
    dense.waitForFunction((wanted) => {
      const rows = [...document.querySelectorAll('.answered-row')];
      const heights = rows.map((row) => Math.round(row.getBoundingClientRect().height));
      return heights.length === 2 && heights.every((one) => one === wanted);
    }, px);
  await haveHeight(36);
  await dense.setViewportSize(phone);
  await dense.getByRole('button', { name: 'Filters' }).waitFor();
  await haveHeight(64);
  expect(await dense.getByRole('button', { name: 'Verdict' }).isVisible()).toBe(false);
  await dense.getByRole('button', { name: 'Filters' }).click();
  await dense.getByRole('button', { name: 'Verdict' }).click();
  await dense.getByRole('checkbox', { name: 'Rejected' }).click();
  await dense.getByRole('heading', { name: 'No matching answered questions' }).waitFor();
  await dense.keyboard.press('Escape');
  await dense.getByRole('button', { name: 'Filters · 1' }).waitFor();
  const width = await dense.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(phone.width);
  expect(await accessFaults(dense)).toEqual([]);
});

test('shows a failed load and retries on request', async () => {
  await using browser = await testBrowser();
  await answered(browser, 'approval', { title: 'Read me?' }, { selectedOption: 'approve' });
  const page = await browser.logIn('/');
  await page.getByRole('heading', { name: 'Inbox' }).or(page.locator('h1')).first().waitFor();
  let isBroken = true;
  await page.route('**/api/v1/messages?*', (route) =>
    isBroken
      ? route.fulfill({ status: 400, json: { statusCode: 400, message: 'Not now' } })
      : route.fallback(),
  );
  await page.getByRole('link', { name: 'Answered' }).first().click();
  await page.getByRole('alert').getByText("Couldn't load answered questions").waitFor();
  isBroken = false;
  // Without a pause: an event may refresh the list, and remove the button.
  await page.getByRole('button', { name: 'Try again' }).dispatchEvent('click');
  await page.getByRole('link', { name: 'Read me?' }).waitFor();
});

test("shows a decision's record with person, means, credential and when the agent was notified", async () => {
  await using browser = await testBrowser();
  const { agent } = browser.server.as;
  const asked = await answered(
    browser,
    'approval',
    { title: 'Proof?' },
    { selectedOption: 'approve' },
  );
  const page = await browser.logIn(`/answered/${asked.id}`);
  const record = page.locator('.record');
  await record.getByText('agent not notified yet').waitFor();
  await agent.get(`/reviews/${asked.id}/wait?channel=${asked.channelId}`);
  await record
    .locator('summary')
    .getByText(/agent notified \d{1,2}:\d\d:\d\d/)
    .waitFor();
  await record.locator('summary').click();
  const facts = await record.locator('dl').textContent();
  expect(facts).toMatch(/Viaapi/);
  expect(facts).toMatch(/Credentialnone: from the server machine, not logged in/);
  expect(facts).toMatch(/Agent notified.+, by a wait request/);
  expect(facts).toMatch(/Question SHA-256[0-9a-f]{64}/);
  expect(await accessFaults(page)).toEqual([]);
  await record.getByRole('link', { name: 'View audit log' }).click();
  await page.getByText('answered “Proof?” with “approve”').waitFor();
});

test('shows how long an expired question was open and who opened it', async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel();
  const { id } = await ask(
    browser,
    'approval',
    { title: 'Late?' },
    { channel, expiresInSeconds: 1 },
  );
  await browser.server.as.owner.post(`/reviews/${id}/read`);
  await browser.server.as.agent.get(`/reviews/${id}/wait?channel=${channel.id}&timeout=5000`);
  const page = await browser.logIn(`/answered/${id}?ended=expired`);
  await page
    .getByText(/Nobody answered in time\. It was pending for 1s, from .+ to .+\. \w+ opened it\./)
    .waitFor();
  await page.locator('.answered-row').getByText('Nobody answered · pending for 1s').waitFor();
  // A conversation may have many of them, and asks for none of their records.
  let records = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/record')) records++;
  });
  await page.goto(`/c/${channel.id}`);
  await page.getByText('Nobody answered in time.').waitFor();
  await page.waitForLoadState('networkidle');
  expect(records).toBe(0);
});
