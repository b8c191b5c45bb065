import { expect, test } from 'bun:test';
import { testBrowser } from '../support/browser/browser.ts';
import { ask } from '../support/browser/questions.ts';

test('receives events by polling when WebSockets are blocked, and says so once', async () => {
  await using browser = await testBrowser();
  const page = await browser.page();
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close());
  await browser.logIn('/', { on: page });
  const said = page.getByText('WebSockets are blocked');
  await said.waitFor();
  await ask(browser, 'approval', {}, { text: 'Deploy?' });
  await page.getByRole('link', { name: /Deploy\?/ }).waitFor();
  await page.reload();
  await ask(browser, 'approval', {}, { text: 'And now?' });
  await page.getByRole('link', { name: /And now\?/ }).waitFor();
  expect(await said.count()).toBe(0);
});
