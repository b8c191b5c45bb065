import { expect, test } from 'bun:test';
import { isComplete, testBrowser } from '../support/browser/browser.ts';

/** The types do not know the routes of a service worker. */
type Routed = PerformanceResourceTiming & { workerFinalSourceType: string };

test('says that it is not connected when the server is down', async () => {
  await using browser = await testBrowser();
  const page = await browser.page({ serviceWorkers: 'allow' });
  await browser.logIn('/', { on: page });
  await isComplete(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await browser.server.stop();
  await page.goto('/settings');
  await page.getByRole('heading', { name: 'Not connected' }).waitFor();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Not connected' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/settings');
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
});

test('loads pages while the service worker starts, and all else without it', async () => {
  await using browser = await testBrowser();
  const page = await browser.page({ serviceWorkers: 'allow' });
  await browser.logIn('/', { on: page });
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await page.goto('/files');
  await page.getByRole('heading', { name: 'Files', exact: true }).waitFor();
  const sources = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as Routed[]).map((one) => one.workerFinalSourceType),
  );
  expect(new Set(sources)).toEqual(new Set(['network']));
  const preload = await page.evaluate(async () =>
    (await navigator.serviceWorker.ready).navigationPreload.getState(),
  );
  expect(preload).toMatchObject({ enabled: true });
});

test('serves the service worker from the root, to be asked for again each time', async () => {
  await using browser = await testBrowser();
  const answer = await fetch(`${browser.server.url}/sw.js`);
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  expect(answer.headers.get('content-security-policy')).toContain("connect-src 'self'");
  const etag = answer.headers.get('etag') ?? '';
  const again = await fetch(answer.url, { headers: { 'if-none-match': etag } });
  expect([again.status, await again.text()]).toEqual([304, '']);
  expect(await answer.text()).toMatch(/"\.\/assets\/icon-192-\w+\.png"/);
});
