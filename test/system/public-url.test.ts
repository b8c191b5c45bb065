/** An owner sets the public URL in the page that was opened by it, behind a proxy that the inbox itself cannot call. */
import { expect } from 'bun:test';
import { startShell } from '../../scripts/chromium.ts';
import { layoutFaults } from '../../scripts/screens/faults.ts';
import { accessFaults, owner, phone } from '../support/browser/browser.ts';
import { needsConcurrently } from '../support/machine/tools.ts';
import { documentedProxy } from '../support/proxies/documented.ts';
import { testServer } from '../support/server/server.ts';

needsConcurrently('nginx')(
  'sets the public URL in the page, and leads to a new log-in',
  async () => {
    await using proxy = await documentedProxy('nginx', 'nginx');
    await using server = await testServer({ port: proxy.target });
    await using browser = await startShell(['--host-resolver-rules=MAP inbox.test 127.0.0.1']);
    const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: phone });
    context.setDefaultTimeout(20_000);
    const page = await context.newPage();
    const home = `https://inbox.test:${proxy.port}`;
    const cookies = async () => (await context.cookies()).map(({ name }) => name);

    await page.goto(`${server.setUpUrl}`.replace(/^http:..[^/]+/, home));
    await page.getByLabel('Your name').fill(owner.name);
    await page.getByLabel('E-mail').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(owner.password);
    await page.keyboard.press('Enter');
    await page.getByLabel('Agent name').waitFor();
    expect(await cookies()).toEqual(['inbox_session']);

    await page.goto(`${home}/settings/notifications`);
    await page.getByText(`This page was opened at ${home}`).waitFor();
    await page.getByRole('button', { name: 'Set the public URL' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('URL', { exact: true }).inputValue()).toBe(home);
    await dialog.getByLabel('Your password').fill(owner.password);
    await dialog.getByRole('button', { name: 'Check', exact: true }).click();
    await dialog.getByText('This browser reaches the inbox there').waitFor();
    await dialog.getByText(`${home} cannot be reached (unknown host)`).waitFor();
    await dialog.getByText('log in again').waitFor();
    expect([await accessFaults(page, '[role=dialog]'), await layoutFaults(page)]).toEqual([[], []]);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();

    await page.waitForURL(`${home}/`);
    await page.getByLabel('E-mail').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(owner.password);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Settings' }).first().waitFor();
    expect(await cookies()).toContain('__Host-inbox_session');
    await page.goto(`${home}/settings/notifications`);
    await page.getByRole('button', { name: 'Check the proxy' }).click();
    await page.locator('#public-url').getByText('cannot be reached').waitFor();
    expect([await accessFaults(page, '#public-url'), await layoutFaults(page)]).toEqual([[], []]);
  },
);
