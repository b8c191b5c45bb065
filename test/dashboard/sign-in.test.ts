import { expect, test } from 'bun:test';
import type { JsonObject } from '../../src/core/json.ts';
import { accessFaults, phone, type TestBrowser, testBrowser } from '../support/browser/browser.ts';
import { isLive } from '../support/browser/frames.ts';
import { ask } from '../support/browser/questions.ts';
import { connected } from '../support/clients/sockets.ts';

async function start({ server }: TestBrowser, ...flows: JsonObject[]) {
  using socket = await connected(server.url, { auth: { apiKey: server.agentKey.key } });
  for (const answer of flows.map((flow) => socket.emitWithAck('oauth:start', flow))) {
    expect(await answer).toEqual({ ok: true });
  }
}

const deviceCode = {
  verificationUri: 'https://github.com/login/device',
  userCode: 'WDJB-MJHT',
  expiresIn: 9,
};

test('shows a device code with a copy button until it expires', async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel({ name: 'deploy-bot' });
  const page = await browser.logIn('/', { permissions: ['clipboard-read', 'clipboard-write'] });
  await isLive(page);
  await start(browser, { channelId: channel.id, state: 's', provider: 'GitHub', deviceCode });
  await page.getByText('deploy-bot is asking for access to GitHub').last().waitFor();
  await page.getByRole('button', { name: 'Copy code' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('WDJB-MJHT');
  const link = page.getByRole('link', { name: 'Open github.com' });
  expect(await link.getAttribute('href')).toBe(deviceCode.verificationUri);
  await page.getByText(/expires in \d+s/).waitFor();
  await link.waitFor({ state: 'detached' });
});

test("shows a provider's link with its host, over a reload, until closed", async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel({ name: 'deploy-bot' });
  const page = await browser.logIn('/', { viewport: phone });
  await isLive(page);
  const authUrl = 'https://accounts.example.com/authorize?state=s';
  await start(browser, { channelId: channel.id, state: 's', provider: 'Bank', authUrl });
  const link = page.getByRole('link', { name: 'Open accounts.example.com' });
  await link.waitFor();
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
  expect(await accessFaults(page)).toEqual([]);
  await page.reload();
  await link.waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await link.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('heading', { name: 'Connect your first agent' }).waitFor();
  expect(await link.count()).toBe(0);
});

test('shows every flow that starts at the same time, and the questions below them', async () => {
  await using browser = await testBrowser();
  const asked = await ask(browser, 'approval', {}, { text: 'Later?' });
  await ask(browser, 'approval', {}, { text: 'Sooner?', expiresInSeconds: 600 });
  const { id: channelId } = await browser.server.channel({ name: 'deploy-bot' });
  const page = await browser.logIn('/');
  await isLive(page);
  const flows = Array.from({ length: 6 }, (_, at) => {
    const authUrl = `https://accounts-${at}.example.com/authorize?state=s${at}`;
    return { channelId, state: `s${at}`, provider: 'Bank', authUrl };
  });
  await start(browser, ...flows);
  for (const [at] of flows.entries()) {
    await page.getByRole('link', { name: `Open accounts-${at}.example.com` }).waitFor();
  }
  await page.getByRole('link', { name: 'Later?' }).click();
  await page.waitForURL(`**/m/${asked.id}`);
});
