import { expect, test } from 'bun:test';
import { testBrowser } from '../support/browser.ts';

const KB = 1000;

test('the first load is under 300 KB of script, compressed', async () => {
  await using browser = await testBrowser();
  const page = await browser.page();
  let bytes = 0;
  page.on('response', async (response) => {
    if (response.request().resourceType() !== 'script') return;
    const zipped = { headers: { 'accept-encoding': 'gzip' }, decompress: false };
    bytes += Number((await fetch(response.url(), zipped)).headers.get('content-length'));
  });
  await page.goto('/login');
  await page.getByRole('heading', { name: 'Log in' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(bytes).toBeGreaterThan(50 * KB);
  expect(bytes).toBeLessThan(300 * KB);
});

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
