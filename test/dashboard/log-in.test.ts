import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { layoutFaults } from '../../scripts/screens/faults.ts';
import type { CurrentUser, NewToken } from '../../src/core/access/schema.ts';
import { accessFaults, owner, phone, search, testBrowser } from '../support/browser/browser.ts';

async function fill(page: Page, password: string) {
  await page.getByLabel('E-mail').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

test('continues to the requested page after a login', async () => {
  await using browser = await testBrowser();
  await browser.server.as.owner.post('/auth/setup', owner);
  const page = await browser.page();
  await page.goto('/files');
  await page.waitForURL('**/login?next=%2Ffiles');
  await fill(page, owner.password);
  await page.getByRole('heading', { name: 'Files', level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/files');
});

test('asks after a login about contacts at which answers have ended, until they are allowed or put off', async () => {
  await using browser = await testBrowser();
  const { server } = browser;
  const { owner: ana } = server.as;
  await ana.post('/auth/setup', owner);
  const add = async (name: string) => {
    const { token, id } = (await ana.post<NewToken>('/tokens', { name })).body;
    const contact = { kind: 'ntfy', name, address: `https://ntfy.example/${name}` };
    await server.as.key(token).post('/contacts', contact);
    return () => ana.delete(`/tokens/${id}`);
  };
  const [endPhone, endWatch] = [await add('phone'), await add('watch')];
  const page = await browser.page({ viewport: phone });
  const logIn = async () => {
    await page.context().clearCookies();
    await page.goto('/login?next=%2Ffiles');
    await fill(page, owner.password);
  };
  const files = page.getByRole('heading', { name: 'Files', level: 1 });
  const asked = page.getByRole('heading', { name: 'Answers have ended' });
  await logIn();
  await files.waitFor();
  await endPhone();
  await logIn();
  await asked.waitFor();
  await page.getByText('the token that allowed them was revoked').waitFor();
  expect([await accessFaults(page), await layoutFaults(page)]).toEqual([[], []]);
  await page.getByRole('button', { name: 'Not now' }).press('Enter');
  await files.waitFor();
  await logIn();
  await files.waitFor();
  await endWatch();
  await logIn();
  for (const name of ['phone', 'watch']) {
    await page.getByRole('button', { name: `Allow answers again at ${name}` }).press('Enter');
  }
  await files.waitFor();
  expect((await ana.get<CurrentUser>('/auth/session')).body.answersEndedAt).toBeNull();
});

test('never redirects to another host', async () => {
  await using browser = await testBrowser();
  await browser.server.as.owner.post('/auth/setup', owner);
  const page = await browser.page();
  await page.goto('/login?next=//example.com/');
  await fill(page, owner.password);
  await page.getByRole('heading', { name: 'Pending' }).waitFor();
  expect(page.url()).toBe(`${browser.server.url}/`);
});

test('reports a wrong password and accepts the next try immediately', async () => {
  await using browser = await testBrowser();
  await browser.server.as.owner.post('/auth/setup', owner);
  const page = await browser.page();
  await page.goto('/login');
  await fill(page, 'wrong');
  await page
    .getByRole('alert')
    .getByText(/wrong|not|password/i)
    .waitFor();
  await page.keyboard.type(owner.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Pending' }).waitFor();
});

test('blocks logins after too many tries, and counts down', async () => {
  await using browser = await testBrowser({ rateLimit: '100' });
  await browser.server.as.owner.post('/auth/setup', owner);
  const page = await browser.page();
  await page.goto('/login');
  for (const _ of Array(5)) {
    await browser.server.as.nobody.post('/auth/login', { ...owner, password: 'wrong' });
  }
  await fill(page, owner.password);
  await page.getByText('Too many failed attempts').waitFor();
  const button = page.getByRole('button', { name: /Try again in \d+s/ });
  expect(await button.isDisabled()).toBe(true);
  const seconds = async () => Number(/\d+/.exec((await button.textContent()) ?? '')?.[0]);
  const first = await seconds();
  expect(first).toBeLessThanOrEqual(60);
  await page.waitForFunction(
    (was) =>
      Number(/\d+/.exec(document.querySelector('button[type=submit]')?.textContent ?? '')) < was,
    first,
  );
});

test('leads to the login and back when the session has ended', async () => {
  await using browser = await testBrowser();
  const page = await browser.logIn('/activity');
  await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor();
  await page.context().clearCookies();
  // All later requests are answered as not logged in.
  await page.goto('/activity');
  await page.waitForURL('**/login?next=%2Factivity');
  await fill(page, owner.password);
  await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor();
});

test('says that a session was lost, and nothing after logging out', async () => {
  await using browser = await testBrowser();
  const page = await browser.logIn('/activity');
  await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor();
  const note = page.getByText('You were logged out. Log in again to go on.');
  await page.context().clearCookies();
  // The page may have noticed by a request of its own already.
  const asking = page.getByRole('link', { name: 'Files' }).first().click();
  await Promise.race([asking.catch(() => {}), note.waitFor()]);
  await note.waitFor();
  await fill(page, owner.password);
  await page.getByRole('heading', { name: /^(Files|Activity)$/, level: 1 }).waitFor();
  await search(page, 'log out');
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('heading', { name: 'Log in' }).waitFor();
  expect(await note.count()).toBe(0);
});

test('says who can reset a password', async () => {
  await using browser = await testBrowser();
  const page = await browser.page();
  await page.goto('/login');
  await page.getByText('Forgot your password? Ask an owner to set a new one.').waitFor();
});

test('has no serious axe violations', async () => {
  await using browser = await testBrowser();
  const page = await browser.page();
  await page.goto('/login');
  await page.getByRole('heading', { name: 'Log in' }).waitFor();
  expect(await accessFaults(page)).toEqual([]);
});
