/** A question can be read and answered at every size, without looking for its choices. */
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { layoutFaults } from '../../scripts/screens/faults.ts';
import {
  accessFaults,
  isComplete,
  openPath,
  phone,
  type TestBrowser,
  testBrowser,
} from '../support/browser/browser.ts';
import { drawn } from '../support/browser/conversation.ts';
import { ask, openQuestion } from '../support/browser/questions.ts';
import { chosen } from '../support/machine/sized.ts';

type Size = readonly [width: number, height: number];
const sizes: Size[] = [
  [1440, 900],
  [1280, 720],
  [1024, 768],
  [820, 1180],
  [760, 900],
  [390, 844],
  [844, 390],
];
/** Each has another layout than those before it. */
const layouts = chosen(sizes, ([width]) => width !== 1280 && width !== 820);

const long = Array.from({ length: 60 }, (_, at) => `Paragraph ${at} says why, at some length.`);
const options = [
  { id: 'go', label: 'Deploy now', style: 'primary' },
  { id: 'wait', label: 'Wait until 13:00, when there is hardly any traffic' },
  { id: 'no', label: 'Reject', style: 'danger' },
];
const lines = Array.from({ length: 80 }, (_, at) => `+ line ${at}`).join('\n');
const fields = [
  { name: 'reason', type: 'text', label: 'Reason', required: true },
  { name: 'note', type: 'textarea', label: 'Note' },
];
const many = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `o${at}`, label: `The choice number ${at}` }));

/** Each kind, where its choices were below the fold. */
const kinds: Record<string, [type: string, payload: object]> = {
  approval: ['approval', { options, allowComment: true }],
  'approval of twelve': ['approval', { options: many(12), allowComment: true }],
  selection: ['selection', { mode: 'multi', items: many(40) }],
  form: ['form', { fields }],
  text: ['text-input', { prefill: long.join('\n') }],
  freeform: ['freeform', {}],
  rating: ['rating', { prompt: 'How good is it?', min: 1, max: 10 }],
  diff: ['diff-review', { files: [{ path: 'src/a.ts', diff: `@@ -1,1 +1,80 @@\n${lines}` }] }],
};

const at = (page: Page, [width, height]: Size) => page.setViewportSize({ width, height });

async function askAll(browser: TestBrowser) {
  const description = 'Ships what has passed. '.repeat(12);
  const channel = await browser.server.channel({ name: 'deploy-bot', description });
  const text = `${long.join('\n\n')}\n\n- [ ] a task`;
  const asked: [string, string][] = [];
  for (const [name, [type, payload]] of Object.entries(kinds)) {
    const more = { channel, text, status: 'warning' };
    asked.push([name, (await ask(browser, type, { title: name, ...payload }, more)).id]);
  }
  return { channel, asked };
}

const SETTLED_MS = 2000;

/** Some parts are laid out again only after the window has its new size. */
async function lastingFaults(page: Page): Promise<string[]> {
  const end = Date.now() + SETTLED_MS;
  for (;;) {
    const faults = await layoutFaults(page);
    if (faults.length === 0 || Date.now() > end) return faults;
    await page.waitForTimeout(50);
  }
}

test('shows the choices of every kind at every size without scrolling the document', async () => {
  await using browser = await testBrowser();
  const { asked } = await askAll(browser);
  const page = await browser.logIn();
  const found: string[] = [];
  for (const [name, id] of asked) {
    await openQuestion(page, id);
    await page.locator('.choice-bar .review-option').first().waitFor();
    for (const size of layouts) {
      await at(page, size);
      await page.locator('.question .choice-bar').waitFor();
      const faults = await lastingFaults(page);
      found.push(...faults.map((fault) => `${name} at ${size.join('×')}: ${fault}`));
    }
  }
  expect(found).toEqual([]);
}, 60_000);

test('gives the question at least 440 px beside the list, or a low or narrow window alone', async () => {
  await using browser = await testBrowser();
  await ask(browser, 'approval', { title: 'Deploy?' });
  const page = await browser.logIn();
  await page.locator('.question .choice-bar').waitFor();
  const found: number[][] = [];
  for (const size of sizes) {
    await at(page, size);
    await page.locator('.question').waitFor();
    const widths = await page.evaluate(() =>
      ['.question', '.inbox-list'].map((part) =>
        Math.round(document.querySelector(part)?.getBoundingClientRect().width ?? 0),
      ),
    );
    found.push([size[0], ...widths]);
  }
  const isAlone = (width: number) => width === 390 || width === 844;
  expect(found.filter(([width = 0]) => isAlone(width))).toEqual([
    [390, 390, 0],
    [844, 844, 0],
  ]);
  for (const [width = 0, question, list] of found) {
    if (isAlone(width)) continue;
    expect(question).toBeGreaterThanOrEqual(440);
    expect(list).toBeGreaterThanOrEqual(260);
  }
});

test('shows how much of a long text is below the bar, until the end is reached', async () => {
  await using browser = await testBrowser();
  await ask(browser, 'approval', { title: 'Deploy?' }, { text: long.join('\n\n') });
  const page = await browser.logIn();
  const more = page.locator('.choice-more');
  await more.filter({ hasText: /^\d+ more screens ↓$/ }).waitFor();
  await page.keyboard.press('End');
  await page.locator('.question-scroll').evaluate((one) => one.scrollTo(0, one.scrollHeight));
  await more.waitFor({ state: 'detached' });
});

test('limits a comment field to 40 % of its question', async () => {
  await using browser = await testBrowser();
  await ask(browser, 'approval', { title: 'Deploy?', allowComment: true });
  const page = await browser.logIn('/', { viewport: phone });
  await page.getByRole('link', { name: 'Deploy?' }).click();
  const field = page.getByLabel('Comment for the agent');
  const height = async () => (await field.boundingBox())?.height ?? 0;
  expect(await height()).toBeLessThan(34);
  await field.fill(long.join('\n'));
  const whole = (await page.locator('.question-scroll').boundingBox())?.height ?? 0;
  expect(await height()).toBeGreaterThan(100);
  expect(await height()).toBeLessThanOrEqual(whole * 0.4 + 1);
  expect(await layoutFaults(page)).toEqual([]);
});

test("shows a question's position on a phone, moves on by a press or swipe, and returns to the list", async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel();
  for (const text of ['One?', 'Two?', 'Three?'])
    await ask(browser, 'approval', {}, { channel, text });
  const done = await ask(browser, 'approval', {}, { channel, text: 'Done?' });
  const response = { selectedOption: 'approve' };
  await browser.server.as.owner.post(`/reviews/${done.id}/respond`, { response });
  const page = await browser.logIn('/', { viewport: phone, hasTouch: true, isMobile: true });
  await page.getByRole('link', { name: 'One?' }).tap();
  await page.getByText('1 of 3').waitFor();
  const onward = page.getByRole('link', { name: 'Next question' });
  const at = (await onward.boundingBox())?.x;
  await onward.tap();
  await page.getByRole('heading', { name: 'Two?' }).waitFor();
  await page.getByText('2 of 3').waitFor();
  // Under the finger is still the same.
  expect((await onward.boundingBox())?.x).toBe(at);
  await swipe(page, -150);
  await page.getByText('3 of 3').waitFor();
  await swipe(page, 150);
  await page.getByText('2 of 3').waitFor();
  await page.getByRole('link', { name: 'Back to the list' }).tap();
  await page.getByRole('link', { name: 'Answered' }).tap();
  await page.locator('.end-tabs [aria-current]', { hasText: 'Answered' }).waitFor();
  await page.getByRole('link', { name: 'Done?' }).tap();
  await page.getByRole('link', { name: 'Back to the list' }).tap();
  await page.waitForURL('**/answered');
  expect(await page.locator('.inbox-hints').count()).toBe(0);
});

/** A finger that moves so far to the side over the title. */
const swipe = (page: Page, by: number) =>
  page.getByRole('heading', { level: 1 }).evaluate((target, far) => {
    const at = (clientX: number) => new Touch({ identifier: 1, target, clientX, clientY: 80 });
    const dispatch = (type: string, x: number, touches: Touch[]) =>
      target.dispatchEvent(
        new TouchEvent(type, { bubbles: true, touches, changedTouches: [at(x)] }),
      );
    dispatch('touchstart', 200, [at(200)]);
    dispatch('touchend', 200 + far, []);
  }, by);

test('adds a third column with facts and earlier answers from 1680 px', async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel({ name: 'deploy-bot' });
  const more = (text: string) => ({ channel, text });
  const done = await ask(browser, 'approval', {}, more('Deploy v1?'));
  const response = { selectedOption: 'reject' };
  await browser.server.as.owner.post(`/reviews/${done.id}/respond`, { response });
  await ask(browser, 'approval', { options }, more(long.join('\n\n')));
  const page = await browser.logIn('/', { viewport: { width: 1920, height: 1080 } });
  const facts = page.getByRole('complementary', { name: 'About this question' });
  await facts.getByText(/deploy-bot, /).waitFor();
  await facts
    .locator('li', { hasText: 'Deploy v1?' })
    .getByText(/^Reject · .+/)
    .waitFor();
  expect(await layoutFaults(page)).toEqual([]);
  expect(await accessFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await facts.waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 1920, height: 1080 });
  await facts.getByRole('link', { name: 'Deploy v1?' }).click();
  await page.waitForURL(`**/answered/${done.id}`);
});

test('shows the navigation as a rail below 1180 px that opens over the page', async () => {
  await using browser = await testBrowser();
  await ask(browser, 'approval', {}, { text: 'Deploy?' });
  const page = await browser.logIn('/', { viewport: { width: 1024, height: 768 } });
  const navigation = page.getByRole('navigation', { name: 'Main' }).first();
  const width = async () => (await navigation.boundingBox())?.width;
  await page.locator('.question .choice-bar').waitFor();
  expect(await width()).toBe(56);
  const before = (await page.locator('.question').boundingBox())?.x;
  await page.getByRole('button', { name: 'Expand the sidebar' }).click();
  expect(await width()).toBe(232);
  expect((await page.locator('.question').boundingBox())?.x).toBe(before);
  await navigation.getByRole('link', { name: 'Files' }).click();
  await page.getByRole('heading', { name: 'Files', level: 1 }).waitFor();
  expect(await width()).toBe(56);
});

test('omits a heading that repeats the title, and folds earlier messages', async () => {
  await using browser = await testBrowser();
  const { server } = browser;
  const channel = await server.channel({ name: 'deploy-bot' });
  for (const text of ['Long ago.', 'Tests are **green**.', 'Staging is healthy.']) {
    await server.as.agent.post('/messages', { channelId: channel.id, text });
  }
  const status = { agentId: channel.id, status: 'busy', message: 'watching main' };
  await server.as.agent.post('/status/ping', status);
  const text = '# Plan for INB-402\n\nFirst the index.\n\n## Then\n\nThe page.';
  const title = 'Plan for INB-402: may I go on?';
  const asked = await ask(browser, 'approval', { title }, { channel, text });
  const page = await browser.logIn();
  await page.locator('.question').getByText('First the index.').waitFor();
  expect(await page.getByRole('heading', { name: 'Plan for INB-402' }).count()).toBe(1);
  await page.getByRole('heading', { name: 'Then' }).waitFor();
  await page.getByText('Earlier messages').click();
  await page.getByText('Staging is healthy.').waitFor();
  await page.locator('.question-before strong', { hasText: 'green' }).waitFor();
  expect(await page.getByText('Long ago.').count()).toBe(0);
  await page.getByText('“watching main”').waitFor();
  await page.getByText('Details').click();
  await page.getByText(asked.id, { exact: true }).waitFor();
});

test("shows a question's status and a dangerous choice in its row", async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel();
  const more = { channel, status: 'warning' };
  const harm = [
    { id: 'keep', label: 'Keep it' },
    { id: 'delete', label: 'Delete', style: 'danger' },
  ];
  await ask(browser, 'approval', { title: 'Delete it?', options: harm }, more);
  await ask(browser, 'approval', { title: 'Greet them?' }, { channel });
  const page = await browser.logIn();
  const row = (name: string) => page.locator('.inbox-row', { hasText: name });
  await row('Delete it?').locator('.status-sign[data-status="warning"]').waitFor();
  await row('Delete it?').locator('.inbox-row-danger').waitFor();
  await row('Greet them?').waitFor();
  expect(await row('Greet them?').locator('.status-sign, .inbox-row-danger').count()).toBe(0);
});

test('has no layout faults on main pages at any size', async () => {
  await using browser = await testBrowser();
  const { channel } = await askAll(browser);
  const done = await ask(browser, 'approval', { title: 'Deploy v1?' }, { channel });
  const response = { selectedOption: 'approve' };
  await browser.server.as.owner.post(`/reviews/${done.id}/respond`, { response });
  const name = 'reconcile_settlement_batches_across_all_regions_and_ledgers_v2';
  const unbroken = await browser.server.channel({ name });
  const wide = { fields: [{ name, type: 'number', label: name, required: true }] };
  await ask(browser, 'form', wide, { channel: unbroken });
  const body = new FormData();
  body.append('channelId', unbroken.id);
  body.append('file', new File(['The text.'], `${'long-'.repeat(20)}name.txt`));
  await browser.server.as.agent.send('/files/upload', { method: 'POST', body });
  const page = await browser.logIn();
  const paths = ['/', `/c/${channel.id}`, `/c/${unbroken.id}`, '/answered', '/activity', '/files'];
  const others = ['/channels', '/settings/keys', '/settings/channels', '/nowhere'];
  const found: string[] = [];
  for (const path of [...paths, ...others, `/settings/channels/${unbroken.id}`]) {
    await openPath(page, path);
    for (const size of sizes.filter(([width]) => width !== 1280 && width !== 760)) {
      await at(page, size);
      await isComplete(page);
      if (path.startsWith('/c/')) await drawn(page);
      const faults = await lastingFaults(page);
      found.push(...faults.map((fault) => `${path} at ${size.join('×')}: ${fault}`));
    }
  }
  expect(found).toEqual([]);
}, 60_000);

test('gives the filters of the list one row on a tablet, and so what is folded below a question', async () => {
  await using browser = await testBrowser();
  await ask(browser, 'approval', { title: 'Deploy?' });
  const tablet = { viewport: { width: 820, height: 1180 }, hasTouch: true };
  const page = await browser.logIn('/', tablet);
  await page.locator('.question-unread').waitFor();
  for (const parts of ['.inbox-chips > *', '.question-more > *']) {
    const tops = await page
      .locator(parts)
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(tops.length).toBeGreaterThan(2);
    expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(8);
  }
});

test('gives Answered, Activity, Files and Settings one width, in the middle of a wide window', async () => {
  await using browser = await testBrowser();
  const page = await browser.logIn('/answered', { viewport: { width: 2560, height: 1440 } });
  const edges = async (path: string, left: string, right: string) => {
    await openPath(page, path);
    await isComplete(page);
    const [from, to] = [page.locator(left).first(), page.locator(right).first()];
    const [first, last] = [await from.boundingBox(), await to.boundingBox()];
    return [first?.x ?? 0, (last?.x ?? 0) + (last?.width ?? 0)].map(Math.round);
  };
  for (const [width, height] of [
    [2560, 1440],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    const paths = ['/answered', '/activity', '/activity/deliveries', '/activity/audit', '/files'];
    const found: number[][] = [];
    for (const path of paths) found.push(await edges(path, 'main h1', '.page'));
    const [first = []] = found;
    expect(found).toEqual(paths.map(() => first));
    const [left = 0, right = 0] = first;
    // The page has 28 px at each side, and the navigation 232.
    expect(Math.abs(left - 28 - 232 - (width - right))).toBeLessThanOrEqual(8);
    const [list, end] = await edges('/settings/keys', '.settings-row', '.settings-head');
    expect(list).toBe(left - 28 + 10);
    expect(end).toBe(right - 28);
  }
});

test("restores the list's scroll position on a phone", async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel();
  for (const index of Array(20).keys()) {
    await ask(browser, 'approval', {}, { channel, text: `Question ${index}?` });
  }
  const page = await browser.logIn('/', { viewport: phone });
  const rows = page.locator('.inbox-rows');
  await page.getByRole('link', { name: 'Question 15?' }).click();
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await page.getByRole('link', { name: 'Question 15?' }).waitFor();
  expect(await rows.evaluate((list) => list.scrollTop)).toBeGreaterThan(300);
});

test('has buttons and fields of 44 px on a touch screen, and no target below 24 px', async () => {
  await using browser = await testBrowser();
  const { asked, channel } = await askAll(browser);
  const page = await browser.logIn('/', { viewport: phone, hasTouch: true, isMobile: true });
  const found: string[] = [];
  const paths = asked.map(([, id]) => `/m/${id}`);
  const response = { selectedOption: 'o1' };
  const settled = asked.find(([name]) => name === 'approval of twelve')?.[1];
  await browser.server.as.owner.post(`/reviews/${settled}/respond`, { response });
  const settings = [
    'keys',
    'keys/new',
    'channels',
    `channels/${channel.id}`,
    'people',
    'people/new',
  ];
  const own = [
    'profile',
    'sessions',
    'tokens',
    'tokens/new',
    'notifications',
    'appearance',
    'about',
  ];
  const heads = ['/', '/answered', '/activity', '/files', '/channels', '/settings', '/nowhere'];
  const all = [...paths, `/c/${channel.id}`, `/answered/${settled}`, ...heads];
  for (const path of [...all, ...[...settings, ...own].map((name) => `/settings/${name}`)]) {
    await openPath(page, path);
    await page.waitForURL(`**${path}`);
    await isComplete(page);
    found.push(...(await page.evaluate(smallTargets)).map((one) => `${path}: ${one}`));
    const jumps = await page.locator('main .jump').count();
    if (jumps !== 1 && path !== '/nowhere') found.push(`${path}: ${jumps} ways to the search`);
  }
  expect(found).toEqual([]);
  await page.locator('main .jump').tap();
  await page.getByRole('dialog', { name: 'Search or go to…' }).waitFor();
}, 60_000);

/** In the page: what is smaller than a finger, but for links within a text. */
function smallTargets(): string[] {
  const big =
    '.mantine-Button-root, .jump, summary, input:not([type=checkbox], [type=radio], [type=range]), select';
  /** Everything that a press on it counts for: a row for its title, the box around a field. */
  const boxOf = (one: Element) =>
    one.closest('.inbox-row, .answered-row, .feed-row, .mantine-Input-wrapper:has(div > input)') ??
    one;
  return [...document.querySelectorAll('a, button, summary, select, input')]
    .filter((one) => one.checkVisibility() && !one.closest('p, .unseen, .skip, label, .markdown'))
    .filter((one) => getComputedStyle(one).opacity !== '0')
    .flatMap((one) => {
      const { height, width } = boxOf(one).getBoundingClientRect();
      const isSmall = width < 23.5 || height < (one.matches(big) ? 43.5 : 23.5);
      return height > 0 && isSmall
        ? [`${one.className} “${one.textContent}” ${width} by ${height} px`]
        : [];
    });
}

test('distinguishes statuses by shape in forced colours', async () => {
  await using browser = await testBrowser();
  const page = await browser.logIn();
  for (const status of ['active', 'busy', 'error', 'offline']) {
    const { id: agentId } = await browser.server.channel({ name: status });
    await browser.server.as.agent.post('/status/ping', { agentId, status });
  }
  const dots = page.locator('.navigation .dot');
  await page.locator('.navigation .dot[data-status="busy"]').waitFor();
  await page.emulateMedia({ forcedColors: 'active' });
  const looks = await dots.evaluateAll((all) =>
    all.map((one) => {
      const { backgroundColor, backgroundImage, borderWidth, borderRadius } = getComputedStyle(one);
      return `${backgroundColor} ${backgroundImage} ${borderWidth} ${borderRadius}`;
    }),
  );
  expect(looks.length).toBeGreaterThan(2);
  expect(new Set(looks).size).toBe(looks.length);
});

test('outlines the chosen tab in forced colours', async () => {
  await using browser = await testBrowser();
  const page = await browser.logIn('/activity');
  await page.emulateMedia({ forcedColors: 'active' });
  const outlined = async (chosen: string, other: string) => {
    await page.locator(chosen).first().waitFor();
    return page.evaluate(
      (both) =>
        both.map((one) => {
          const element = document.querySelector(one);
          return element && getComputedStyle(element).outlineStyle;
        }),
      [chosen, other],
    );
  };
  const tabs = '.activity-tabs a';
  expect(await outlined(`${tabs}[aria-current]`, `${tabs}:not([aria-current])`)).toEqual([
    'solid',
    'none',
  ]);
  await openPath(page, '/answered');
  const parts = '.mantine-SegmentedControl-label';
  expect(await outlined(`${parts}[data-active]`, `${parts}:not([data-active])`)).toEqual([
    'solid',
    'none',
  ]);
});
