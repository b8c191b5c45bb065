import { expect, test } from 'bun:test';
import type { Response } from 'playwright-core';
import { testBrowser } from '../support/browser/browser.ts';

const KB = 1000;

test.each([
  ['/login', 'form button[type=submit]'],
  ['/', '.review-card[data-ready] button'],
])('loads %s with under 295 KB of compressed script', async (path, ready) => {
  await using browser = await testBrowser();
  const { id: channelId } = await browser.server.channel();
  const review = { type: 'approval', payload: { title: 'Deploy?' } };
  await browser.server.as.agent.post('/messages', { channelId, review });
  const page = path === '/login' ? await browser.page() : await browser.logIn('/health');
  await page.addInitScript(noteWhenThere, ready);
  await page.goto(path);
  await page.locator(ready).first().waitFor();
  const scripts = await page.evaluate(askedForBefore);
  const sizes = await Promise.all(scripts.map(sizeOf));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(50 * KB);
  expect(bytes).toBeLessThan(295 * KB);
});

test('loads the files of its first page before it knows the session', async () => {
  await using browser = await testBrowser();
  const page = await browser.logIn('/');
  const { promise: letThrough, resolve } = Promise.withResolvers<void>();
  await page.route('**/auth/session', async (route) => {
    await letThrough;
    await route.fallback();
  });
  // Responses to the page before it can no longer be read.
  const textOf = (response: Response) => response.text().catch(() => '');
  const loaded = page.waitForResponse(
    async (response) =>
      response.url().includes('/chunk-') && (await textOf(response)).includes('No files match'),
  );
  await page.goto('/files');
  await loaded;
  expect(await page.getByRole('heading').count()).toBe(0);
  resolve();
  await page.getByRole('heading', { name: 'Files', exact: true }).waitFor();
});

test('asks once for the session, before its scripts run', async () => {
  await using browser = await testBrowser();
  const page = await browser.logIn('/');
  await page.goto('/files');
  await page.getByRole('heading', { name: 'Files', exact: true }).waitFor();
  const asked = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('/auth/session'))
      .map(({ initiatorType }) => initiatorType),
  );
  expect(asked).toEqual(['link']);
});

/** In the page: notes the moment at which one can go on. */
function noteWhenThere(selector: string) {
  const observer = new MutationObserver(() => {
    if (!document.querySelector(selector)) return;
    performance.mark('there');
    observer.disconnect();
  });
  observer.observe(document, { childList: true, attributes: true, subtree: true });
}

/** In the page: the scripts asked for until then; what comes later is fetched ahead. */
function askedForBefore(): string[] {
  const [there] = performance.getEntriesByName('there');
  const entries = performance.getEntriesByType('resource');
  return entries
    .filter(({ name, startTime }) => name.endsWith('.js') && startTime <= (there?.startTime ?? 0))
    .map(({ name }) => name);
}

async function sizeOf(url: string): Promise<number> {
  const zipped = { headers: { 'accept-encoding': 'gzip' }, decompress: false };
  return Number((await fetch(url, zipped)).headers.get('content-length'));
}

test.each(['light', 'dark'] as const)(
  'is %s from the first paint when the system is',
  async (colorScheme) => {
    await using browser = await testBrowser();
    const page = await browser.page({ colorScheme });
    // The main script never arrives: the page shows only its static content.
    await page.route('**/main-*.js', (route) => route.abort());
    await page.goto('/login');
    const back = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(back).toBe(colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(25, 26, 32)');
  },
);
