import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { layoutFaults } from '../../scripts/screens/faults.ts';
import type { Agent } from '../../src/core/channels/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { accessFaults, desk, owner, phone, testBrowser } from '../support/browser/browser.ts';
import { ask } from '../support/browser/questions.ts';
import { isSlow } from '../support/machine/sized.ts';
import { needs } from '../support/machine/tools.ts';
import { bun } from '../support/server/program.ts';
import { testTerminal } from '../support/terminal/terminal.ts';

needs('curl')('leads from the setup link to the first question', async () => {
  await using browser = await testBrowser();
  const page = await browser.page({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto(browser.server.setUpUrl ?? '');

  // No mouse: each step begins in its first field.
  await page.getByLabel('Your name').and(page.locator(':focus')).waitFor();
  await page.keyboard.type(owner.name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(owner.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(owner.password);
  expect(await accessFaults(page)).toEqual([]);
  await page.keyboard.press('Enter');

  await page.getByRole('heading', { name: 'Your first agent' }).waitFor();
  expect(page.url()).not.toContain('token');
  await page.getByLabel('Agent name').fill('deploy-bot');
  await page.keyboard.press('Enter');

  await page.getByRole('heading', { name: 'Send your first question' }).waitFor();
  expect(await accessFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Copy code' }).click();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  const asked = Bun.spawn(['sh', '-c', `${command} -s -o /dev/null -w '%{http_code}'`]);
  expect(await new Response(asked.stdout).text()).toBe('201');

  await page.waitForURL('**/m/*');
  await page.getByRole('heading', { name: 'Deploy 1.4.2?' }).first().waitFor();
  await page.waitForFunction(() => document.title.startsWith('(1)'));
});

needs('curl', 'python3')('shows commands that each ask a first question as copied', async () => {
  await using browser = await testBrowser();
  await using terminal = testTerminal();
  const page = await browser.logIn('/setup', {
    permissions: ['clipboard-read', 'clipboard-write'],
    viewport: phone,
  });
  await page.getByRole('button', { name: 'Create channel and key' }).click();
  await page.getByRole('heading', { name: 'Send your first question' }).waitFor();
  expect(await accessFaults(page)).toEqual([]);
  const codes: Record<string, string> = {};
  for (const way of ['inbox', 'curl', 'TypeScript', 'Python']) {
    await page.locator('.first-ways').getByText(way, { exact: true }).click();
    await page.getByRole('button', { name: 'Copy code' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    codes[way] = await page.evaluate(() => navigator.clipboard.readText());
    expect(await layoutFaults(page)).toEqual([]);
  }

  const { owner: person } = browser.server.as;
  const [typescript, python] = [join(terminal.home, 'ask.ts'), join(terminal.home, 'ask.py')];
  await Bun.write(typescript, codes.TypeScript ?? '');
  await Bun.write(python, codes.Python ?? '');
  const asking = [
    terminal.shell(codes.inbox ?? ''),
    terminal.shell(`${codes.curl} -sS`),
    Bun.spawn([...bun, typescript], { stdio: ['ignore', 'pipe', 'pipe'] }),
    Bun.spawn(['python3', python], { stdio: ['ignore', 'pipe', 'pipe'] }),
  ];
  await page.waitForURL('**/m/*');
  await page.waitForFunction((count) => document.title.startsWith(`(${count})`), asking.length);
  const { body: pending } = await person.get<Message[]>('/reviews/pending');
  expect(pending.map(({ text }) => text)).toEqual(asking.map(() => 'Deploy 1.4.2?'));
  for (const { id } of pending) {
    await person.post(`/reviews/${id}/respond`, { response: { selectedOption: 'approve' } });
  }
  const said = await Promise.all(asking.map(({ stdout }) => new Response(stdout).text()));
  expect(await Promise.all(asking.map(({ exited }) => exited))).toEqual(asking.map(() => 0));
  for (const [at, word] of ['Approved', 'pending', 'approve', 'approve'].entries()) {
    expect(said[at]).toContain(word);
  }
});

/** A style of the settings that once reached into the last step of setup. */
const REACHED_IN = `.step { grid-template-columns: 108px minmax(0, 1fr) auto; align-items: start; gap: 8px }
  @media (width < 760px) { .step { grid-template-columns: minmax(0, 1fr) auto }
  .step > :nth-of-type(2) { grid-row: 2; grid-column: 1 / -1 } }`;

test('would notice a last step whose parts lie on each other', async () => {
  await using browser = await testBrowser();
  const page = await browser.logIn('/setup');
  await page.getByRole('button', { name: 'Create channel and key' }).click();
  await page.getByText("You won't see this key again").waitFor();
  for (const viewport of [desk, phone]) {
    await page.setViewportSize(viewport);
    expect(await layoutFaults(page)).toEqual([]);
  }
  await page.addStyleTag({ content: REACHED_IN });
  for (const viewport of [desk, phone]) {
    await page.setViewportSize(viewport);
    expect((await layoutFaults(page)).length).toBeGreaterThan(0);
  }
});

test('goes on with the last step after a reload, with a new key', async () => {
  await using browser = await testBrowser();
  const page = await browser.logIn('/setup');
  await page.getByRole('button', { name: 'Create channel and key' }).click();
  await page.getByText("You won't see this key again").waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Create a new key' }).click();
  const shown = (await page.getByText(/^hp_/).textContent()) ?? '';
  expect(shown).toStartWith('hp_');
  expect(await page.getByLabel('code', { exact: true }).textContent()).toContain(shown);

  // A question that arrives while the page is loading is opened, too.
  await page.goto('/health');
  const [channel] = (await browser.server.as.owner.get<Agent[]>('/agents')).body;
  const sent = await browser.server.as.key(shown).post<Message>('/messages', {
    channelId: channel?.id,
    text: 'Deploy?',
    review: { type: 'approval' },
  });
  await page.goBack();
  await page.waitForURL(`**/m/${sent.body.id}`);
});

test("shows the server's refusal at the field", async () => {
  await using browser = await testBrowser();
  const page = await browser.page();
  await page.goto(browser.server.setUpUrl ?? '');
  await page.getByLabel('Your name').fill('Ana');
  await page.getByLabel('E-mail').fill('ana@example.com');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.keyboard.press('Enter');
  await page.getByText('A password must have at least 10 characters').waitFor();
  const field = page.getByLabel('Password', { exact: true });
  expect(await field.getAttribute('aria-invalid')).toBe('true');
});

test('reports a used or incomplete link, and leads to the login', async () => {
  await using browser = await testBrowser();
  await browser.server.as.owner.post('/auth/setup', owner);
  const page = await browser.page();
  await page.goto('/setup#token=no');
  await page.getByLabel('Your name').fill('Eve');
  await page.getByLabel('E-mail').fill('eve@example.com');
  await page.getByLabel('Password', { exact: true }).fill('long enough');
  await page.keyboard.press('Enter');
  await page.getByText('This setup link is invalid').waitFor();
  await page.goto('/setup');
  await page.reload();
  await page.getByRole('link', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Log in' }).waitFor();
});

test('leads an owner with channels to the inbox from a setup link', async () => {
  await using browser = await testBrowser();
  const page = await browser.logIn('/health');
  await ask(browser, 'approval', { title: 'Deploy 2.4?' });
  const links = ['/setup?token=no#no', '/setup?token=no', '/setup#token=no', '/setup'];
  for (const link of isSlow ? [...links, ...links, ...links] : links) {
    await page.goto('/health');
    await page.goto(link);
    await page.waitForURL((url) => url.pathname === '/' && !url.search && !url.hash);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
  }
});
