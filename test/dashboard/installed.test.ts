import { expect, test } from 'bun:test';
import { isComplete, testBrowser } from '../support/browser/browser.ts';
import { ask } from '../support/browser/questions.ts';

test('is installable, and its theme colour and badge follow the inbox', async () => {
  await using browser = await testBrowser();
  await ask(browser, 'approval', {}, { text: 'Deploy?' });
  const page = await browser.page();
  await page.addInitScript(() => {
    const badges: number[] = [];
    const { setAppBadge } = navigator;
    navigator.setAppBadge = (count) => {
      badges.push(count ?? 0);
      return setAppBadge.call(navigator, count);
    };
    Object.assign(globalThis, { badges });
  });
  await browser.logIn('/', { on: page });
  await isComplete(page);
  const devTools = await page.context().newCDPSession(page);
  const manifest = await devTools.send('Page.getAppManifest');
  expect(manifest.errors).toEqual([]);
  expect(JSON.parse(manifest.data ?? '{}').name).toBe('Agent Inbox');
  const { installabilityErrors } = await devTools.send('Page.getInstallabilityErrors');
  // A person without traces can install nothing.
  const others = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito');
  expect(others).toEqual([]);
  await page.waitForFunction(
    () => (globalThis as unknown as { badges: number[] }).badges.at(-1) === 1,
  );

  const colours = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
        .filter(({ media }) => matchMedia(media).matches)
        .map(({ content }) => content),
    );
  expect(await colours()).toEqual(['#ffffff']);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await colours()).toEqual(['#191a20']);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/settings/appearance');
  await page.getByRole('radio', { name: 'Dark' }).check();
  expect(await colours()).toEqual(['#191a20']);
});
