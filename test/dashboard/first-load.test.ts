import { expect, test } from 'bun:test';
import type { Response } from 'playwright-core';
import { testBrowser } from '../support/browser.ts';

const KB = 1000;

test.each([
  ['/login', 'Log in'],
  ['/', 'Deploy?'],
])('the first load of %s is under 300 KB of script, compressed', async (path, heading) => {
  await using browser = await testBrowser();
  const { id: channelId } = await browser.server.channel();
  const review = { type: 'approval', payload: { title: 'Deploy?' } };
  await browser.server.as.agent.post('/messages', { channelId, review });
  const page = path === '/login' ? await browser.page() : await browser.logIn('/settings');
  const sizes: Promise<number>[] = [];
  const weigh = (response: Response) => {
    if (response.request().resourceType() === 'script') sizes.push(sizeOf(response.url()));
  };
  page.on('response', weigh);
  await page.goto(path);
  await page.getByRole('heading', { name: heading }).waitFor();
  if (path === '/') await page.getByRole('button', { name: 'Approve' }).waitFor();
  // What comes later is fetched ahead.
  page.off('response', weigh);
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(50 * KB);
  expect(bytes).toBeLessThan(300 * KB);
});

async function sizeOf(url: string): Promise<number> {
  const zipped = { headers: { 'accept-encoding': 'gzip' }, decompress: false };
  return Number((await fetch(url, zipped)).headers.get('content-length'));
}

test.each(['light', 'dark'] as const)(
  'the page is %s from its first moment where the system is',
  async (colorScheme) => {
    await using browser = await testBrowser();
    const page = await browser.page({ colorScheme });
    // The main script never comes: what is seen is what stands there before it.
    await page.route('**/main-*.js', (route) => route.abort());
    await page.goto('/login');
    const back = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(back).toBe(colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(25, 26, 32)');
  },
);
