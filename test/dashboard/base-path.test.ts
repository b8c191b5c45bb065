import { expect, test } from 'bun:test';
import { owner, search, testBrowser } from '../support/browser/browser.ts';
import { answerOf, ask, isReady, press } from '../support/browser/questions.ts';

const publicUrl = 'http://127.0.0.1/inbox';

test('works under a path as at the root: pages, live events, files and links', async () => {
  await using browser = await testBrowser({ publicUrl });
  const { server } = browser;
  const page = await browser.logIn('/inbox');
  await page.getByRole('heading', { name: 'Pending' }).waitFor();
  const channel = await server.channel({ name: 'deploys' });
  const body = new FormData();
  body.append('channelId', channel.id);
  body.append('file', new File(['All green'], 'checks.txt', { type: 'text/plain' }));
  const upload = { method: 'POST', body };
  const file = (await server.as.agent.send<{ id: string }>('/files/store', upload)).body;
  const asked = await ask(
    browser,
    'approval',
    {},
    { channel, text: 'Deploy?', attachmentIds: [file.id] },
  );
  await page.getByRole('link', { name: /Deploy\?/ }).click();
  await page.waitForURL(`**/inbox/m/${asked.id}`);
  await page.getByText('All green').waitFor();
  await isReady(page);
  await press(page, 'a');
  expect(await answerOf(browser, asked)).toMatchObject({ selectedOption: 'approve' });
  await page.reload();
  await page.goto('/inbox/answered');
  await page.locator('.answered-row').getByText('Deploy?').waitFor();
  const searched = page.waitForResponse(
    /review=completed.*search=deploys|search=deploys.*review=completed/,
  );
  await search(page, 'deploys');
  // The question is found by the beginning of the word, and comes first until the rest is searched.
  await searched;
  await page.locator('[data-selected]', { hasText: /^active\s*deploys$/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/inbox/c/${channel.id}**`);
  await page.goto('/inbox/settings/about');
  const api = page.getByRole('link', { name: 'API reference' });
  expect(await api.getAttribute('href')).toBe('/inbox/docs');
  await page.goto('/inbox/docs');
  await page.getByRole('link', { name: /Back to the inbox/ }).click();
  await page.waitForURL('**/inbox/');
  await page.getByRole('heading', { name: 'Pending' }).waitFor();
});

test('logs in under a path and continues to the requested page', async () => {
  await using browser = await testBrowser({ publicUrl });
  expect(browser.server.setUpUrl).toStartWith('http://127.0.0.1/inbox/setup#token=');
  await browser.server.as.owner.post('/auth/setup', owner);
  const page = await browser.page();
  await page.goto('/inbox/files');
  await page.waitForURL('**/inbox/login?next=*');
  await page.getByLabel('E-mail').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL('**/inbox/files');
  await page.getByRole('heading', { name: 'Files', exact: true }).waitFor();
});

test('leads from an address without the path to the one with it', async () => {
  await using browser = await testBrowser({ publicUrl });
  const page = await browser.logIn('/settings/profile?a=b#name');
  await page.waitForURL(/\/inbox\/settings\/profile\?a=b#name$/);
  await page.getByRole('heading', { name: 'Profile and password' }).waitFor();
});
