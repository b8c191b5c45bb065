import { expect, test } from 'bun:test';
import { accessFaults, testBrowser } from '../support/browser.ts';

test('a page whose file can not be had says so, leaves the rest, and comes by a press', async () => {
  await using browser = await testBrowser();
  const page = await browser.logIn();
  await page.getByRole('heading', { name: 'Nothing waits' }).waitFor();
  // As after an upgrade: the files that this page knows are not there any more.
  await page.route('**/chunk-*.js', (route) => route.fulfill({ status: 404 }));
  await page.getByRole('link', { name: 'Activity' }).click();
  await page.getByRole('alert').getByText('could not be fetched').waitFor();
  expect(await accessFaults(page)).toEqual([]);
  await page.getByRole('link', { name: 'Waiting' }).click();
  await page.getByRole('heading', { name: 'Nothing waits' }).waitFor();
  await page.getByRole('link', { name: 'Activity' }).click();
  await page.unroute('**/chunk-*.js');
  await page.getByRole('button', { name: 'Load the page again' }).click();
  await page.getByRole('heading', { name: 'Activity' }).waitFor();
});
