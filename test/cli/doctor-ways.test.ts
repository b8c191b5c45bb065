import { expect, test } from 'bun:test';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../../src/cli/doctor/finding.ts';
import { testReceiver } from '../support/delivery/http-receiver.ts';
import { enterWay } from '../support/inbox/entered.ts';
import { testMailServer } from '../support/reach/mail-server.ts';
import { testNtfy } from '../support/reach/ntfy.ts';
import { APP_TOKEN, BOT_TOKEN as SLACK_TOKEN, testSlack } from '../support/reach/slack.ts';
import { BOT_TOKEN, testTelegram } from '../support/reach/telegram.ts';
import { testTerminal } from '../support/terminal/terminal.ts';

async function checksOf(env: Record<string, string>) {
  await using terminal = testTerminal();
  await terminal.channel();
  const run = await terminal.run(['doctor', '--json'], { env: { INBOX_PORT: '0', ...env } });
  const { checks } = JSON.parse(run.stdout) as { checks: Finding[] };
  const found = checks.filter(({ check }) =>
    ['ntfy', 'Apprise', 'mail', 'Telegram', 'Slack'].includes(check),
  );
  return { code: run.code, found: found.map(({ result, says }) => `${result}: ${says}`) };
}

test('doctor checks each server that notifies people, and none that is not set', async () => {
  await using open = testNtfy();
  await using closed = testNtfy({ token: 'tk_right' });
  await using apprise = testReceiver(({ path }) => (path === '/status' ? 200 : 404));
  await using older = testReceiver(({ path }) => (path === '/' ? 200 : 404));
  const ntfyAt = async (url: string, token = '') =>
    checksOf({ INBOX_NTFY_URL: url, ...(token ? { INBOX_NTFY_TOKEN: token } : {}) });
  expect(await checksOf({})).toEqual({ code: 0, found: [] });
  expect(await ntfyAt(open.url)).toEqual({ code: 0, found: [`ok: ${open.url} answers`] });
  expect(await ntfyAt(closed.url, 'tk_right')).toEqual({
    code: 0,
    found: [`ok: ${closed.url} answers and accepts the token`],
  });
  expect(await ntfyAt(closed.url, 'tk_wrong')).toEqual({
    code: 1,
    found: [`fail: ${closed.url} refuses the token`],
  });
  expect(await ntfyAt(closed.url)).toEqual({
    code: 1,
    found: [`fail: ${closed.url} requires a token`],
  });
  expect(await ntfyAt(older.url)).toEqual({
    code: 1,
    found: [`fail: ${older.url} answers 404, but not as ntfy does`],
  });
  expect(await ntfyAt('http://127.0.0.1:1')).toEqual({
    code: 1,
    found: ['fail: http://127.0.0.1:1 cannot be reached (connection refused)'],
  });
  for (const { url } of [apprise, older]) {
    expect(await checksOf({ INBOX_APPRISE_URL: url })).toEqual({
      code: 0,
      found: [`ok: ${url} answers`],
    });
  }
});

test('doctor checks a way that was set in the dashboard, and names the page', async () => {
  await using ntfy = testNtfy({ token: 'tk_right' });
  await using terminal = testTerminal();
  await enterWay(terminal.data, 'ntfy', { ntfyUrl: ntfy.url, ntfyToken: 'tk_wrong' });
  const found = async () => {
    const run = await terminal.run(['doctor', '--json'], { env: { INBOX_PORT: '0' } });
    expect(run.stdout).not.toContain('tk_');
    const { checks } = JSON.parse(run.stdout) as { checks: Finding[] };
    return checks.filter(({ check }) => check === 'ntfy');
  };
  expect(await found()).toEqual([
    {
      check: 'ntfy',
      result: 'fail',
      says: `${ntfy.url} refuses the token`,
      next: 'Create an access token there, and set “Access token” to it, in Settings › Notifications.',
    },
  ]);
  const key = join(terminal.data, 'secrets.key');
  rmSync(key);
  expect(await found()).toEqual([
    {
      check: 'ntfy',
      result: 'fail',
      says: 'The key of its secrets is missing',
      next: `Put the key back at ${key}, or enter them again in Settings › Notifications.`,
    },
  ]);
  writeFileSync(key, 'short');
  expect((await found()).map(({ next }) => next)).toEqual([
    `Put the right file at ${key}, or remove it and enter them again in Settings › Notifications.`,
  ]);
});

test('doctor reports whether push can be turned on, and what is missing', async () => {
  await using terminal = testTerminal();
  await terminal.channel();
  const pushWith = async (env: Record<string, string> = {}) => {
    const run = await terminal.run(['doctor', '--json'], { env: { INBOX_PORT: '0', ...env } });
    const { checks } = JSON.parse(run.stdout) as { checks: Finding[] };
    const { result, says, next } = checks.find(({ check }) => check === 'push') ?? {};
    return [result, says, next];
  };
  const mailOf = (email: string) =>
    terminal.ok('user', 'add', email, '--role', 'owner', '--no-password');
  const missing = expect.stringMatching(/^Push is off: .*INBOX_PUSH_SUBJECT, or an owner with/);
  expect(await pushWith()).toEqual(['ok', missing, null]);
  await mailOf('ann@inbox.local');
  expect(await pushWith({ INBOX_PUBLIC_URL: 'https://inbox.lan' })).toEqual([
    'warn',
    missing,
    'Set “Contact address” to your e-mail address, in Settings › Notifications.',
  ]);
  const here = 'Can be turned on, but only in browsers on this machine';
  const subject = { INBOX_PUSH_SUBJECT: 'ops@example.com' };
  expect(await pushWith(subject)).toEqual(['ok', expect.stringContaining(here), null]);
  const on = (address: string) => ['ok', `Can be turned on; contact address: ${address}`, null];
  const url = 'https://inbox.example.com';
  expect(await pushWith({ INBOX_PUBLIC_URL: url })).toEqual(on(url));
  await mailOf('bob@example.com');
  expect(await pushWith()).toEqual(['ok', expect.stringContaining(here), null]);
  expect(await pushWith({ INBOX_PUBLIC_URL: 'https://inbox.lan' })).toEqual(
    on('mailto:bob@example.com'),
  );
});

test('doctor logs in to the mail server, and shows no password', async () => {
  await using server = await testMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ password }, _, callback) =>
      password === 'right'
        ? callback(null, { user: 'ann' })
        : callback(Object.assign(new Error('No'), { responseCode: 535 })),
  });
  const at = `127.0.0.1:${server.port}`;
  const checked = (password: string, from = 'inbox@example.com') =>
    checksOf({
      INBOX_SMTP_URL: `smtp://ann:${password}@${at}?ignoreTLS=true`,
      ...(from ? { INBOX_SMTP_FROM: from } : {}),
    });
  expect(await checked('right')).toEqual({
    code: 0,
    found: [`ok: ${at} answers and accepts the login`],
  });
  expect(await checked('wrong')).toEqual({
    code: 1,
    found: [`fail: ${at}: The mail server refused the login (535)`],
  });
  expect((await checked('right', '')).found).toEqual(['fail: No sender address is set']);
});

test('doctor checks the Telegram bot, and shows no token', async () => {
  await using telegram = testTelegram();
  const checked = (token: string, url = telegram.url) =>
    checksOf({ INBOX_TELEGRAM_TOKEN: token, INBOX_TELEGRAM_URL: url });
  expect(await checked(BOT_TOKEN)).toEqual({ code: 0, found: ['ok: @agent_inbox_bot answers'] });
  expect(await checked('1:wrong')).toEqual({
    code: 1,
    found: ['fail: Telegram refuses the token'],
  });
  expect(await checked('1:wrong', 'http://127.0.0.1:1')).toEqual({
    code: 1,
    found: ['fail: Telegram cannot be reached'],
  });
});

test('doctor checks both tokens of the Slack app, and shows none', async () => {
  await using slack = testSlack();
  const checked = async (app: string, bot: string, url = slack.url) => {
    const tokens = { INBOX_SLACK_APP_TOKEN: app, INBOX_SLACK_BOT_TOKEN: bot };
    const { found } = await checksOf({ ...tokens, INBOX_SLACK_URL: url });
    return found;
  };
  expect(await checked(APP_TOKEN, SLACK_TOKEN)).toEqual(['ok: @agent_inbox answers']);
  expect(await checked('xapp-wrong', SLACK_TOKEN)).toEqual([
    'fail: Slack refuses the app-level token',
  ]);
  expect(await checked(APP_TOKEN, 'xoxb-wrong')).toEqual(['fail: Slack refuses the bot token']);
  expect(await checked(APP_TOKEN, '')).toEqual(['fail: INBOX_SLACK_BOT_TOKEN is not set']);
  expect(await checked(APP_TOKEN, SLACK_TOKEN, 'http://127.0.0.1:1')).toEqual([
    'fail: Slack cannot be reached',
  ]);
});
