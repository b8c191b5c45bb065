import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { layoutFaults } from '../../../scripts/screens/faults.ts';
import {
  accessFaults,
  desk,
  isComplete,
  openPath,
  phone,
  schemesAt,
  search,
  type TestBrowser,
  testBrowser,
} from '../../support/browser/browser.ts';
import { ask } from '../../support/browser/questions.ts';

const flags = { webhookAllow: '127.0.0.1', webhookRetries: 'off' };

async function fill({ server }: TestBrowser): Promise<string> {
  const url = 'http://127.0.0.1:9/';
  const { id } = await server.channel({
    name: 'deploy-bot',
    description: 'Ships',
    webhookUrl: url,
  });
  const headers = { Authorization: 'secret' };
  const { owner, agent } = server.as;
  await owner.post('/agents/setWebhook', { channelId: id, url, headers });
  await owner.post('/messages', { channelId: id, text: 'Go' });
  await agent.post('/status/ping', { agentId: id, status: 'busy', message: 'building' });
  await owner.post('/users', { name: 'Rita', email: 'rita@example.com', channels: [id] });
  return id;
}

/** Each path, and the name that the browser gives it. */
const pages = (channelId: string): [path: string, title: string][] => [
  ['/settings/keys', 'API keys'],
  ['/settings/keys/new', 'API keys'],
  ['/settings/channels', 'Channels'],
  ['/settings/channels/new', 'Channels'],
  [`/settings/channels/${channelId}`, 'deploy-bot'],
  ['/settings/people', 'People'],
  ['/settings/people/new', 'People'],
  ['/settings/tokens', 'My tokens'],
  ['/settings/tokens/new', 'My tokens'],
  ['/settings/plugins', 'Plugins'],
  ['/settings/appearance', 'Appearance'],
  ['/settings/about', 'About'],
  ['/activity', 'Activity'],
  ['/activity/agents', 'Agents'],
  ['/activity/deliveries', 'Deliveries'],
];

/** Goes through all of them, from the list of the settings on. */
async function* visited(page: Page, channelId: string) {
  await page.goto('/settings');
  await isComplete(page);
  yield '/settings';
  for (const [path, title] of pages(channelId)) {
    await openPath(page, path);
    await page.waitForFunction((name) => document.title === `${name} · Inbox`, title);
    await isComplete(page);
    if (path.endsWith('/new')) await page.getByRole('dialog').waitFor();
    yield path;
  }
}

const narrow = { width: 320, height: 568 };

/** In the page: by how many pixels something is wider than its place. */
const tooWide = () =>
  Math.max(
    ...[document.documentElement, ...document.querySelectorAll('main, .settings-page')].map(
      (one) => one.scrollWidth - one.clientWidth,
    ),
  );

test('has no serious axe violations in settings and activity, light and dark, and cuts nothing off at 320 px', async () => {
  await using browser = await testBrowser(flags);
  const id = await fill(browser);
  const page = await browser.logIn('/settings');
  for (const viewport of [desk, narrow]) {
    await page.setViewportSize(viewport);
    for await (const path of visited(page, id)) {
      // The frame of all pages is the same, and a dialog is beside it.
      const part = path === '/settings' || path.endsWith('/new') ? 'html' : 'main';
      const faults = await accessFaults(page, part, schemesAt(viewport));
      expect([path, faults, await page.evaluate(tooWide)]).toEqual([path, [], 0]);
    }
    await page.locator('.foldout-line').first().click();
    expect(await accessFaults(page, 'main', schemesAt(viewport))).toEqual([]);
  }
});

test('navigates into a section and back on a phone', async () => {
  await using browser = await testBrowser();
  const page = await browser.logIn('/settings', { viewport: narrow });
  await page.getByRole('link', { name: /^Appearance/ }).click();
  await page.getByRole('heading', { name: 'Appearance' }).waitFor();
  await page.locator('.settings-back').click();
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
});

test('shows the sections as a menu above the full-width page on a tablet', async () => {
  await using browser = await testBrowser(flags);
  const id = await fill(browser);
  const page = await browser.logIn(`/settings/channels/${id}`, {
    viewport: { width: 820, height: 1180 },
  });
  const [list, section] = [page.locator('.settings-list'), page.locator('.settings-page')];
  await page.getByRole('button', { name: 'Replace the value of Authorization' }).waitFor();
  const [menu, opened] = [await list.boundingBox(), await section.boundingBox()];
  if (!menu || !opened) throw new Error('The page is not drawn');
  expect(opened.y).toBeGreaterThanOrEqual(menu.y + menu.height);
  expect(menu.height).toBeLessThan(110);
  expect(opened.width).toBeGreaterThan(700);
  const name = page.getByLabel('Header name');
  expect(await name.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
  for (const label of ['My tokens', 'About', 'API keys']) {
    await list.getByRole('link', { name: label }).click();
    await page.getByRole('heading', { name: label, level: 1 }).waitFor();
  }
  expect(await list.getByRole('button', { name: 'Log out' }).isVisible()).toBe(true);
  expect(await accessFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 1080, height: 800 });
  const [beside, wide] = [await list.boundingBox(), await section.boundingBox()];
  expect(wide?.y).toBe(beside?.y ?? -1);
});

test('applies colours and density immediately and at the next visit', async () => {
  await using browser = await testBrowser();
  const page = await browser.logIn('/settings/appearance');
  const back = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const row = () =>
    page
      .locator('.settings-row')
      .first()
      .evaluate((one) => one.clientHeight);
  const roomy = await row();
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.getByRole('radio', { name: 'Compact' }).check();
  for (const visit of ['now', 'next']) {
    if (visit === 'next') await page.reload();
    await page.getByRole('radio', { name: 'Compact' }).waitFor();
    expect(await back()).toBe('rgb(25, 26, 32)');
    expect(await row()).toBeLessThan(roomy);
  }
  expect(await page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true);
});

test('opens sections and creation dialogs from the palette', async () => {
  await using browser = await testBrowser();
  const page = await browser.logIn('/');
  await page.getByRole('heading', { name: 'Pending' }).waitFor();
  await search(page, 'New API');
  await page.getByRole('button', { name: 'New API key' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'New API key' }).waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL('**/settings/keys');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await search(page, 'density');
  await page.getByRole('button', { name: /Appearance/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/settings/appearance');
});

test('resizes texts immediately and at the next visit, and cuts nothing off at 390 px', async () => {
  await using browser = await testBrowser(flags);
  const id = await fill(browser);
  const page = await browser.logIn('/settings/appearance', { viewport: phone });
  const size = () =>
    page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize));
  const normal = await size();
  for (const [chosen, factor] of [
    ['90 %', 0.9],
    ['112 %', 1.125],
    ['125 %', 1.25],
  ] as const) {
    await page.getByRole('radio', { name: chosen }).check();
    expect(await size()).toBeCloseTo(normal * factor, 2);
  }
  await page.reload();
  await page.getByRole('radio', { name: '125 %' }).waitFor();
  expect(await page.getByRole('radio', { name: '125 %' }).isChecked()).toBe(true);
  expect(await size()).toBeCloseTo(normal * 1.25, 2);
  for await (const path of visited(page, id)) {
    expect([path, await layoutFaults(page)]).toEqual([path, []]);
  }
  await ask(browser, 'approval', { title: 'Deploy?' }, { text: 'Deploy 1.4.2 to production?' });
  for (const path of ['/', `/c/${id}`, '/answered']) {
    await openPath(page, path);
    await isComplete(page);
    expect([path, await layoutFaults(page)]).toEqual([path, []]);
  }
});

test('asks before something is removed with buttons that can be read, light and dark', async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel({ name: 'deploy-bot' });
  const page = await browser.logIn(`/settings/channels/${channel.id}`);
  await page.getByRole('button', { name: 'Delete channel…' }).click();
  await page.getByRole('dialog').waitFor();
  expect(await accessFaults(page)).toEqual([]);
});
