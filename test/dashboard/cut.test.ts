import { expect, test } from 'bun:test';
import { testBrowser } from '../support/browser/browser.ts';
import { answerOf, ask, press } from '../support/browser/questions.ts';

const items = Array.from({ length: 200 }, (_, at) => ({
  id: `i${at}`,
  label: `Item ${at}`,
  description: 'long '.repeat(30),
}));

test('loads a truncated question in full before it offers choices', async () => {
  await using browser = await testBrowser();
  const asked = await ask(browser, 'selection', { items, mode: 'single' }, { text: 'Which?' });
  const page = await browser.logIn('/channels');
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route(`**/messages/${asked.id}`, async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto('/');
  await page.getByRole('heading', { name: 'Which?' }).waitFor();
  await page.getByText('Loading choices…').waitFor();
  expect(await page.getByText('Item 3').count()).toBe(0);
  release();
  await page.getByText('Item 3', { exact: true }).waitFor();
  await press(page, '4');
  expect(await answerOf(browser, asked)).toEqual({ selectedIds: ['i3'] });
});

test('shows all of a long message in a conversation', async () => {
  await using browser = await testBrowser();
  const { server } = browser;
  const { id: channelId } = await server.channel();
  const text = `${'word '.repeat(2000)}and the end`;
  await server.as.agent.post('/messages', { channelId, text });
  const page = await browser.logIn(`/c/${channelId}`);
  await page.getByText('and the end').waitFor();
});
