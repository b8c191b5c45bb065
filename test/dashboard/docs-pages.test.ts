import { expect, test } from 'bun:test';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { axeFaults } from '../../scripts/screens/access.ts';
import { desk, phone, search, testBrowser } from '../support/browser/browser.ts';
import { isSlow } from '../support/machine/sized.ts';

const tablet = { width: 820, height: 1180 };
const folder = join(import.meta.dir, '../../docs');
const names = (await readdir(folder))
  .filter((name) => name.endsWith('.md'))
  .map((name) => name.slice(0, -'.md'.length));

/** By how many pixels a page is wider than its window. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });

const sizes = [desk, tablet, phone];

async function faultsAt(page: Page, name: string, sizesOfAxe: typeof sizes): Promise<string[]> {
  const answer = await page.goto(`/docs/${name}`);
  expect([name, answer?.status()]).toEqual([name, name === 'nothing' ? 404 : 200]);
  const faults: string[] = [];
  for (const viewport of sizes) {
    await page.setViewportSize(viewport);
    const wide = await tooWide(page);
    if (wide > 0) faults.push(`${wide} px too wide`);
    if (sizesOfAxe.includes(viewport)) faults.push(...(await axeFaults(page)));
  }
  return faults.map((fault) => `${name}: ${fault}`);
}

test.each(['light', 'dark'] as const)(
  'have no layout or axe violations in %s on a phone, a tablet and a desktop',
  async (colorScheme) => {
    await using browser = await testBrowser();
    const page = await browser.page();
    await page.emulateMedia({ colorScheme });
    const faults: string[] = [];
    const lookedAt = colorScheme === 'light' ? [desk, phone] : [tablet];
    for (const name of ['index', 'README', 'install', 'search?q=inbox', 'nothing']) {
      faults.push(...(await faultsAt(page, name, isSlow ? sizes : lookedAt)));
    }
    expect(faults).toEqual([]);
  },
);

/** They have of everything that a page can have: tables, code, pictures, lists of settings. */
const varied = ['configuration', 'install', 'live', 'reach'];

test('fit a phone and have no axe violations', async () => {
  await using browser = await testBrowser();
  const page = await browser.page();
  const faults: string[] = [];
  for (const name of names) {
    const lookedAt = isSlow || varied.includes(name) ? [phone] : [];
    faults.push(...(await faultsAt(page, name, lookedAt)));
  }
  expect(faults).toEqual([]);
}, 300_000);

test('support the keyboard: skip link, scrolling of tables and code, and search', async () => {
  await using browser = await testBrowser();
  const page = await browser.page({ viewport: phone });
  await page.goto('/docs/install');
  await page.keyboard.press('Tab');
  await page.locator('.skip:focus').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('main:focus').waitFor();
  const unreachable = await page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowX))
      .filter((one) => one.scrollWidth > one.clientWidth && !one.hasAttribute('tabindex'))
      .map((one) => one.textContent),
  );
  expect(unreachable).toEqual([]);
  await page.getByRole('searchbox').fill('ssh-keygen');
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('match').waitFor();
  await page.locator('.found a[href*="install#"]').first().click();
  await page.waitForURL(/\/docs\/install#/);
});

test('load only dark pictures in dark mode', async () => {
  await using browser = await testBrowser();
  // A page that has shown light pictures remembers them: this one is of a device that prefers light, and new.
  const page = await browser.logIn('/settings/appearance', { colorScheme: 'light' });
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
  await page.goto('/docs/README');
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
  for (const image of await page.locator('main img:visible').all()) {
    await image.scrollIntoViewIfNeeded();
    await page.waitForFunction(
      (one) => (one as HTMLImageElement).naturalWidth > 0,
      await image.elementHandle(),
    );
  }
  // Not by requests: a browser may fetch the picture that it remembers of an earlier visit.
  const loaded = await page
    .locator('main img')
    .evaluateAll((all) =>
      all
        .filter((one) => (one as HTMLImageElement).naturalWidth > 0)
        .map((one) => one.getAttribute('src') ?? ''),
    );
  expect(loaded.filter((src) => src.includes('-dark-')).length).toBeGreaterThan(0);
  expect(loaded.filter((src) => src.includes('-light-'))).toEqual([]);
});

test.each(['', '/inbox'])(
  'are linked from the dashboard under “%s”, and link back to it and to the API reference',
  async (base) => {
    await using browser = await testBrowser(
      base === '' ? {} : { publicUrl: `http://127.0.0.1${base}` },
    );
    const page = await browser.logIn(`${base}/settings/about`);
    await page.getByRole('link', { name: 'Documentation', exact: true }).click();
    await page.waitForURL(`**${base}/docs/index`);
    await page.getByRole('main').getByRole('link', { name: 'API reference' }).click();
    await page.waitForURL(`**${base}/docs`);
    await page.getByRole('link', { name: 'Documentation', exact: true }).click();
    await page.getByRole('heading', { name: 'Documentation' }).waitFor();
    await page.getByRole('link', { name: 'Back to the inbox' }).click();
    await page.getByRole('heading', { name: 'Pending' }).waitFor();
    await search(page, 'documentation');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${base}/docs/index`);
    await page.getByRole('heading', { name: 'Documentation' }).waitFor();
  },
);

test('are linked from the list of keys', async () => {
  await using browser = await testBrowser();
  const page = await browser.logIn('/');
  await page.locator('h1').first().waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByRole('link', { name: 'Documentation' }).click();
  await page.waitForURL('**/docs/index');
});
