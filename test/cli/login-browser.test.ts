import { expect, test } from 'bun:test';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Token } from '../../src/core/access/schema.ts';
import { findRun } from '../../src/run-file.ts';
import { testBrowser } from '../support/browser/browser.ts';
import { openBeside } from '../support/inbox/beside.ts';
import { clientOf } from '../support/server/server.ts';
import { isGivenBack, keys, type Terminal, testTerminal } from '../support/terminal/terminal.ts';

// At the same time: each waits most of its time for its next question to the server.

/** As on a machine without an inbox of its own. */
const AWAY = { INBOX_DATA: '' };
const WAITING = 'Waiting for approval in the browser';

async function setUp() {
  const terminal = testTerminal();
  const server = await terminal.serve();
  const { url } = server;
  const token = findRun(terminal.data)?.token ?? '';
  const decide = (decision: 'approve' | 'deny', text: string) => {
    // Each start makes another.
    const authorization = `Bearer ${findRun(terminal.data)?.token}`;
    return clientOf(url, { authorization }).post(`/auth/device/${decision}`, {
      userCode: codeIn(text),
    });
  };
  return Object.assign(terminal, { server, url, token, decide });
}

const codeIn = (text: string) => /code ([A-Z]{4}-[A-Z]{4})/.exec(text)?.[1] ?? '';
const isKept = ({ home }: Terminal) => existsSync(join(home, '.config/inbox/profiles.json'));
const tokensOf = async (terminal: Terminal) =>
  (await terminal.json<Token[]>('token', 'list')).map(({ name }) => name);

test.concurrent('logs a person in through a real browser, and out again', async () => {
  await using browser = await testBrowser();
  await using terminal = testTerminal();
  const { url } = browser.server;
  const page = await browser.logIn('/');
  const screen = terminal.open(['login', url], AWAY);
  await screen.answer('How do you want to log in?', keys.enter);
  await screen.shows(WAITING);
  await page.goto(`${url}/device`);
  await page.getByLabel('Code shown on the device').fill(codeIn(screen.text()));
  await page.keyboard.press('Enter');
  await page
    .locator('.device-facts')
    .getByText(/^inbox \d/)
    .waitFor();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('You can close this window').waitFor();
  await screen.shows(`Logged in to ${url} as Ana`);
  expect([await screen.exited, isGivenBack(screen)]).toEqual([0, true]);
  expect(screen.text()).not.toContain(WAITING);
  const me = await terminal.run(['whoami'], { env: AWAY });
  expect(me.stdout).toStartWith(`Ana <ana@example.com> (owner) at ${url}, profile `);

  const tokens = async () => (await browser.server.as.key(token).get<Token[]>('/tokens')).body;
  const token = findRun(browser.server.data)?.token ?? '';
  expect(await tokens()).toMatchObject([{ name: expect.stringContaining('inbox login on ') }]);
  expect((await terminal.run(['logout'], { env: AWAY })).code).toBe(0);
  expect(await tokens()).toEqual([]);
});

test.concurrent('logs a script in with --browser, prints page and code on stderr, and no secrets', async () => {
  await using terminal = await setUp();
  const login = terminal.start(['login', terminal.url, '--browser', '--json'], AWAY);
  await login.says('/device\n');
  await terminal.decide('approve', login.said());
  const { code, stdout, stderr } = await login.ended;
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ url: terminal.url, user: { role: 'owner' } });
  expect(stderr).toContain(`enter the code ${codeIn(stderr)}`);
  // With the code in the link, its sender could choose the code.
  expect(stderr).toMatch(/\/device\n/);
  expect(stdout + stderr).not.toMatch(/h[du]_/);
  expect(stderr).not.toContain('\u001b');
  expect(await tokensOf(terminal)).toHaveLength(1);
});

test.concurrent('exits 4 and saves nothing when the login is denied in the browser', async () => {
  await using terminal = await setUp();
  const screen = terminal.open(['login', terminal.url, '--browser'], AWAY);
  await screen.shows(WAITING);
  await terminal.decide('deny', screen.text());
  expect(await screen.exited).toBe(4);
  expect(screen.text()).toContain('error: The login was denied in the browser');
  expect([isKept(terminal), await tokensOf(terminal)]).toEqual([false, []]);
});

test.concurrent('creates no token when the login is approved after Ctrl-C', async () => {
  await using terminal = await setUp();
  const screen = terminal.open(['login', terminal.url], AWAY);
  await screen.answer('How do you want to log in?', keys.enter);
  await screen.answer(WAITING, keys.ctrlC);
  expect([await screen.exited, isGivenBack(screen)]).toEqual([130, true]);
  expect((await terminal.decide('approve', screen.text())).status).toBe(200);
  expect([isKept(terminal), await tokensOf(terminal)]).toEqual([false, []]);
});

test.concurrent('survives a restart of the inbox while the login is pending', async () => {
  await using terminal = await setUp();
  const login = terminal.start(['login', terminal.url, '--browser'], AWAY);
  await login.says('/device\n');
  await terminal.server.stop();
  await terminal.serve({}, new URL(terminal.url).port);
  expect((await terminal.decide('approve', login.said())).status).toBe(200);
  expect([(await login.ended).code, isKept(terminal)]).toEqual([0, true]);
});

test.concurrent('exits 4 when the code has expired', async () => {
  await using terminal = await setUp();
  const login = terminal.start(['login', terminal.url, '--browser'], AWAY);
  await login.says('/device\n');
  await terminal.server.stop();
  const db = openBeside(terminal.data);
  db.run('update device_logins set expiresAt = begunAt');
  db.close();
  await terminal.serve({}, new URL(terminal.url).port);
  const { code, stderr } = await login.ended;
  expect([code, isKept(terminal)]).toEqual([4, false]);
  expect(stderr).toContain('The login was not approved in time. Start again');
});

/** A machine with a screen, and what its browser does. */
function withScreen({ home }: Terminal, script: string) {
  const path = join(home, 'programs');
  mkdirSync(path);
  writeFileSync(join(path, 'xdg-open'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return { ...AWAY, DISPLAY: ':0', PATH: `${path}:${process.env.PATH}` };
}

const onLinux = process.platform === 'linux' ? test : test.skip;
onLinux('opens the page without the code on Linux with a display', async () => {
  await using terminal = await setUp();
  const env = withScreen(terminal, `echo "opened $1" >> "${terminal.home}/opened"`);
  const login = terminal.start(['login', terminal.url, '--browser'], env);
  await login.says('/device\n');
  await terminal.decide('approve', login.said());
  expect((await login.ended).code).toBe(0);
  const opened = await Bun.file(join(terminal.home, 'opened')).text();
  expect(opened).toBe(`opened ${terminal.url}/device\n`);
});

const unopened = [
  ['is not there', { DISPLAY: ':0', PATH: '/nowhere' }],
  ['fails', { DISPLAY: ':0' }],
] as const;
test.concurrent.each(unopened)('logs in even if the browser %s', async (how, env) => {
  await using terminal = await setUp();
  const screenless = how === 'fails' ? withScreen(terminal, 'exit 3') : {};
  const login = terminal.start(['login', terminal.url, '--browser'], {
    ...AWAY,
    ...screenless,
    ...env,
  });
  await login.says('/device\n');
  await terminal.decide('approve', login.said());
  const { code, stderr } = await login.ended;
  expect([code, stderr]).toEqual([0, expect.stringContaining('Logged in to')]);
});
