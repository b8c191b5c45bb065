import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { DeviceBegun } from '../../src/core/access/device-schema.ts';
import type { User } from '../../src/core/access/schema.ts';
import { isComplete, search, testBrowser } from '../support/browser/browser.ts';
import { isLive } from '../support/browser/frames.ts';
import { ask, storeFile } from '../support/browser/questions.ts';
import { connected } from '../support/clients/sockets.ts';
import { testReceiver } from '../support/delivery/http-receiver.ts';
import { nothingRan, scripts, showsScripts } from '../support/texts/scripts.ts';

const all = scripts.join('\n\n');
const first = scripts[0] ?? '';

type Filled = Awaited<ReturnType<typeof fill>>;
/** A screen, how many of the scripts it shows at least, and what is done on it first. */
type Place = [
  name: string,
  path: (to: Filled) => string,
  least: number,
  open?: (page: Page, to: Filled) => Promise<unknown>,
];

const every = scripts.length;
const places: Place[] = [
  ['the list of questions', () => '/', 5],
  ['an answered question', (to) => `/m/${to.answered}`, every],
  ['what was answered', () => '/answered', 1],
  ['what happened', () => '/activity', every],
  ['agents', () => '/activity/agents', every],
  ['deliveries', () => '/activity/deliveries', every],
  ['a delivery with its attempts', () => '/activity/deliveries', every, openDelivery],
  ['files', () => '/files', every],
  ['channels', () => '/channels', every],
  ['a conversation', (to) => `/c/${to.channel}`, 5],
  ['a message among its neighbours', (to) => `/c/${to.channel}?m=${to.long}`, every],
  ['a search in a conversation', (to) => `/c/${to.channel}`, 5, searchConversation],
  ['the palette', () => '/files', 5, (page) => search(page, 's1')],
  ['API keys', () => '/settings/keys', every],
  ['channels in the settings', () => '/settings/channels', every],
  ['a channel in the settings', (to) => `/settings/channels/${to.channel}`, every],
  ['people', () => '/settings/people', every],
  ['tokens', () => '/settings/tokens', every],
  ['plugins', () => '/settings/plugins', every, openManifests],
  ['the log-in of a device', () => '/device', 1, typeCode],
  ['a code that nobody gave', () => `/device?code=${encodeURIComponent(first)}`, 0],
  ['a page that is not there', () => `/nothing/${encodeURIComponent(first)}`, 0],
  ['a section that is not there', () => `/settings/${encodeURIComponent(first)}`, 0],
  ['a question that is not there', () => `/m/${encodeURIComponent(first)}`, 0],
  ['a channel that is not there', () => `/c/${encodeURIComponent(first)}`, 0],
  ['a message that is not there', (to) => `/c/${to.channel}?m=${encodeURIComponent(all)}`, 5],
  ['a place to go next', () => `/?next=javascript:__xss=1#${encodeURIComponent(first)}`, 5],
  ['a link that logs in', () => `/setup#token=${encodeURIComponent(first)}`, 0],
];

/** The name of the machine that asks is the script. */
async function typeCode(page: Page, { userCode }: Filled): Promise<void> {
  await page.getByLabel('Code shown on the device').fill(userCode);
  await page.getByRole('button', { name: 'Continue' }).click();
}

const nothing = async () => {};
let filled: Filled;
beforeAll(async () => {
  filled = await fill();
}, 60_000);
afterAll(() => filled.end(), 60_000);

// A row of three would have the runner's own callback for its fourth.
const rows = places.map(
  ([name, path, least, open = nothing]) => [name, path, least, open] as const,
);

test.each(rows)('runs no script on %s', async (_, path, least, open) => {
  const { page } = filled;
  const to = path(filled);
  await page.goto(to);
  await isDrawn(page);
  await open(page, filled);
  await showsScripts(page, least);
  await nothingRan(page);
  expect(new URL(page.url()).host).toBe(new URL(filled.browser.server.url).host);
  expect(filled.browser.faults).toEqual([]);
});

test('runs no script in a question and answer announced to screen readers', async () => {
  const { browser, page, channels } = filled;
  const [, channel] = channels;
  if (!channel) throw new Error('There is no channel');
  await page.goto('/activity');
  await isComplete(page);
  await isLive(page);
  const { id } = await ask(browser, 'approval', { title: scripts[1] }, { channel, text: all });
  await page.getByText(`${scripts[1]}`).first().waitFor({ state: 'attached' });
  await browser.server.as.owner.post(`/reviews/${id}/respond`, {
    response: { selectedOption: 'approve' },
  });
  await page.getByText(/ answered: s1 /).waitFor({ state: 'attached' });
  await nothingRan(page);
});

test("runs no script in an OAuth flow or the provider's response", async () => {
  const { browser, page, channel } = filled;
  using socket = await connected(browser.server.url, {
    auth: { apiKey: browser.server.agentKey.key },
  });
  const flows = scripts.map((provider, at) => ({
    channelId: channel,
    state: `flow ${at}`,
    provider,
    ...(at === 0 ? { deviceCode: deviceCodeOf(provider) } : { authUrl: 'https://example.com/' }),
  }));
  for (const flow of flows)
    expect(await socket.emitWithAck('oauth:start', flow)).toEqual({ ok: true });
  await page.goto('/activity');
  await showsScripts(page, 1);
  await nothingRan(page);
  // A flow of a device does not come back.
  for (const [at, error] of [...scripts.entries()].slice(1)) {
    const query = new URLSearchParams({ state: `flow ${at}`, error, error_description: all });
    const answer = await page.goto(`/api/v1/oauth/callback?${query}`);
    expect(answer?.status()).toBe(200);
    await showsScripts(page, scripts.length);
    expect(await page.evaluate(() => '__xss' in window)).toBe(false);
  }
  expect(browser.faults).toEqual([]);
});

test('runs no script from the address of the API page', async () => {
  const { browser, page } = filled;
  const query = encodeURIComponent(all);
  await page.goto(`/docs?${query}=${query}#${query}`);
  await page.locator('h1').first().waitFor();
  expect(await page.evaluate(() => '__xss' in window)).toBe(false);
  expect(browser.faults).toEqual([]);
});

const deviceCodeOf = (userCode: string) => ({
  verificationUri: 'https://example.com/device',
  userCode,
  expiresIn: 600,
});

/** An inbox that has every script in every text that it keeps. */
async function fill() {
  const receiver = testReceiver(() => new Response(all, { status: 500 }));
  const flags = { webhookAllow: '127.0.0.1', webhookRetries: 'off' };
  const browser = await testBrowser(flags, writePlugins);
  const page = await browser.logIn();
  page.on('dialog', (dialog) => {
    browser.faults.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  const { owner, agent } = browser.server.as;
  const channels = await Promise.all(
    scripts.map((name) => browser.server.channel({ name, description: all.slice(0, 2000) })),
  );
  const [own] = channels;
  if (!own) throw new Error('There is no channel');
  const channelId = own.id;
  const headers = { 'X-Script': first };
  await owner.post('/agents/setWebhook', { channelId, url: `${receiver.url}/hook`, headers });
  await owner.post('/messages', { channelId, text: all });
  await receiver.has(1);
  for (const [at, script] of scripts.entries()) {
    const channel = channels[at];
    if (!channel) continue;
    await agent.post('/status/ping', { agentId: channel.id, message: script });
    await owner.post('/keys', { name: script, channels: [channel.id] });
    await owner.post('/users', { email: `p${at}@example.com`, name: script, role: 'reviewer' });
    await owner.post('/tokens', { name: script });
    const file = new File([script], script, { type: at % 2 ? 'image/svg+xml' : 'text/html' });
    const attachmentIds = [await storeFile(browser, channelId, file)];
    await agent.post('/messages', { channelId, text: script, attachmentIds });
    await ask(browser, 'approval', { title: script, description: all }, { channel, text: script });
  }
  const long = await agent.post<{ id: string }>('/messages', { channelId, text: all });
  const { id: answered } = await ask(browser, 'text-input', { markdown: true }, { text: all });
  await owner.post(`/reviews/${answered}/respond`, { response: { text: all } });
  const { body: me } = await owner.get<User>('/auth/session');
  await owner.patch(`/users/${me.id}`, { name: scripts[1] });
  const { body: device } = await browser.server.as.nobody.post<DeviceBegun>('/auth/device', {
    name: first,
  });
  const end = async () => {
    await receiver[Symbol.asyncDispose]();
    await browser[Symbol.asyncDispose]();
  };
  const { userCode } = device;
  return {
    browser,
    page,
    channels,
    channel: channelId,
    long: long.body.id,
    answered,
    userCode,
    end,
  };
}

function writePlugins(data: string): void {
  for (const [at, script] of scripts.entries()) {
    const folder = join(data, `plugins/script-${at}`);
    mkdirSync(folder, { recursive: true });
    const words = { displayName: script, description: all, author: script, icon: script };
    const manifest = { name: `script-${at}`, version: script.slice(0, 50), ...words };
    writeFileSync(join(folder, 'plugin.json'), JSON.stringify(manifest));
  }
}

/** Not all of these pages have a heading. */
const isDrawn = (page: Page) =>
  page.waitForFunction(
    () => document.querySelector('#root')?.textContent && !document.querySelector('.skeleton'),
  );

async function openDelivery(page: Page): Promise<void> {
  await page.locator('.delivery button').first().click();
  await page.locator('.attempt-response').first().waitFor();
}

async function openManifests(page: Page): Promise<void> {
  for (const summary of await page.locator('summary').all()) await summary.click();
}

async function searchConversation(page: Page): Promise<void> {
  await page.locator('h1').click();
  await page.keyboard.press('/');
  await page.keyboard.type('xss');
  await page.locator('.channel-found').first().waitFor();
}
