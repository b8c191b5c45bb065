import { expect, test } from 'bun:test';
import type { Token } from '../../../src/core/access/schema.ts';
import { accessFaults, desk, phone, testBrowser } from '../../support/browser/browser.ts';
import { ask } from '../../support/browser/questions.ts';

const RITA = { email: 'rita@example.com', name: 'Rita', password: 'tulips in spring' };
const IN_30_DAYS = Date.now() + 30 * 86_400_000;

test('creates a token with an expiry, and shows who created it if not its user', async () => {
  await using browser = await testBrowser();
  const { owner } = browser.server.as;
  const page = await browser.logIn('/settings/tokens/new');
  await page.getByLabel('Name').fill('laptop');
  expect(await page.getByLabel('Expires').inputValue()).toBe('90');
  await page.getByLabel('Expires').selectOption('30');
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByText('be able to see it again').waitFor();
  const [made] = (await owner.get<Token[]>('/tokens')).body;
  expect(Math.abs(Date.parse(made?.expiresAt ?? '') - IN_30_DAYS)).toBeLessThan(3_600_000);
  expect(made).toMatchObject({ madeBy: 'session', isLocal: false });
  await page.getByRole('button', { name: 'Done' }).click();
  const row = page.locator('.settings-item', { hasText: 'laptop' });
  await row.getByText('expires').waitFor();
  expect(await row.getByText('not logged in').count()).toBe(0);
});

test('lets an owner see and revoke all tokens, and a user see who created theirs', async () => {
  await using browser = await testBrowser();
  const { owner, nobody } = browser.server.as;
  const page = await browser.logIn('/settings/tokens');
  await owner.post('/users', RITA);
  const { body: hers } = await owner.post<Token>('/tokens', {
    name: 'standup script',
    email: RITA.email,
    expiresAt: 'never',
  });
  await page.getByRole('heading', { name: "Other people's tokens" }).waitFor();
  const row = page.locator('.settings-item', { hasText: 'standup script' });
  await row.getByText('Rita', { exact: true }).waitFor();
  await row.getByText('does not expire').waitFor();

  const login = await nobody.post('/auth/login', RITA);
  const [, name = '', value = ''] =
    /^(\w+)=(\w+)/.exec(login.headers.get('set-cookie') ?? '') ?? [];
  const ritas = await browser.page();
  await ritas.context().addCookies([{ name, value, url: browser.server.url }]);
  await ritas.goto('/settings/tokens');
  const own = ritas.locator('.settings-item', { hasText: 'standup script' });
  await own.getByText(/Created by Ana on .*, on the server, not logged in/).waitFor();
  expect(await ritas.getByRole('heading', { name: "Other people's tokens" }).count()).toBe(0);

  await page.getByRole('button', { name: 'Revoke standup script' }).click();
  await page.getByRole('button', { name: 'Revoke token' }).click();
  await ritas.getByText('No tokens yet').waitFor();
  expect((await owner.get<Token[]>('/tokens?all=true')).body.map(({ id }) => id)).not.toContain(
    hers.id,
  );
});

test.each([desk, phone])('has no serious axe violations, %o', async (viewport) => {
  await using browser = await testBrowser();
  const { owner } = browser.server.as;
  await owner.post('/users', RITA);
  for (const name of [
    'standup script',
    'a name that is rather long for such a narrow row of a list',
  ]) {
    await owner.post('/tokens', { name, email: RITA.email, expiresAt: 'never' });
    await owner.post('/tokens', { name });
  }
  const page = await browser.logIn('/settings/tokens', { viewport });
  await page.getByRole('heading', { name: "Other people's tokens" }).waitFor();
  expect(await accessFaults(page)).toEqual([]);
  const isTooWide = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(isTooWide).toBe(false);
});

test('marks an answer without a login in the question, in Answered and in the conversation', async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel({ name: 'deploy-bot' });
  const { id } = await ask(browser, 'approval', {}, { channel, text: 'Deploy?' });
  const page = await browser.logIn(`/m/${id}`);
  await page.getByRole('heading', { name: 'Deploy?' }).waitFor();
  const response = { selectedOption: 'approve' };
  await browser.server.as.owner.post(`/reviews/${id}/respond`, { response });
  // Ana looks at it, and it was answered in her name: not by her.
  await page.getByText(/Ana answered at .*, from the server machine, not logged in/).waitFor();
  for (const path of [`/m/${id}`, `/c/${channel.id}`, '/answered']) {
    await page.goto(path);
    await page
      .getByText(/from the server machine, not logged in/i)
      .first()
      .waitFor();
  }
});
