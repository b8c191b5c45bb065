/** `inbox service` on macOS, with a launchctl that only writes down how it was called. */
import { expect, test } from 'bun:test';
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { agentText } from '../../src/cli/supervisors/launchd.ts';
import { lastingPath } from '../../src/own-command.ts';
import { fakeLaunchd, service } from '../support/machine/launchd.ts';
import { needs } from '../support/machine/tools.ts';
import { testTerminal } from '../support/terminal/terminal.ts';

function onMac(answers = {}) {
  const terminal = testTerminal();
  const launchd = fakeLaunchd(terminal.home, answers);
  const inbox = (args: string[], env: Record<string, string> = {}) =>
    terminal.run(['service', ...args], { env: { PATH: launchd.path, SUDO_UID: '', ...env } });
  const file = join(terminal.home, 'Library/LaunchAgents/local.agent-inbox.plist');
  return Object.assign(terminal, { launchd, inbox, file });
}

const [domain] = service.split('/local');

/** The words of a command in a property list, and its other entries, as Python reads them. */
async function read(text: string): Promise<Record<string, unknown>> {
  const program =
    'import json, plistlib, sys; print(json.dumps(plistlib.loads(sys.stdin.buffer.read())))';
  const child = Bun.spawn(['python3', '-c', program], { stdin: new Blob([text]), stdout: 'pipe' });
  return JSON.parse(await new Response(child.stdout).text());
}

needs('python3')('installs a LaunchAgent that only its user can read, and starts it', async () => {
  await using terminal = onMac();
  const { code, stdout, stderr } = await terminal.inbox(['install', '--port', '4711']);
  expect([code, stdout]).toEqual([0, `${terminal.file}\n`]);
  expect(stderr).toContain('nobody is notified until then');
  expect(statSync(terminal.file).mode & 0o777).toBe(0o600);
  const log = join(terminal.home, 'Library/Logs/agent-inbox.log');
  expect(statSync(log).mode & 0o777).toBe(0o600);
  const { ProgramArguments, ...others } = await read(readFileSync(terminal.file, 'utf8'));
  expect(others).toEqual({
    Label: 'local.agent-inbox',
    RunAtLoad: true,
    KeepAlive: { SuccessfulExit: false },
    ProcessType: 'Interactive',
    Umask: 0o077,
    StandardOutPath: log,
    StandardErrorPath: log,
  });
  const words = ProgramArguments as string[];
  expect(words[0]).toStartWith('/');
  expect(words.slice(-5)).toEqual(['serve', '--data', terminal.data, '--port', '4711']);
  expect(terminal.launchd.calls()).toEqual([
    `launchctl enable ${service}`,
    `launchctl bootstrap ${domain} ${terminal.file}`,
  ]);
});

test('loads the file again only once the running service has ended', async () => {
  await using terminal = onMac();
  await terminal.inbox(['install']);
  const before = terminal.launchd.calls().length;
  expect((await terminal.inbox(['install', '--user', '--json'])).code).toBe(0);
  expect(terminal.launchd.calls().slice(before)).toEqual([
    `launchctl bootout ${service}`,
    `launchctl enable ${service}`,
    `launchctl bootstrap ${domain} ${terminal.file}`,
  ]);
});

test('uninstalls the LaunchAgent, and succeeds when there is none', async () => {
  await using terminal = onMac();
  await terminal.inbox(['install']);
  const before = terminal.launchd.calls().length;
  expect((await terminal.inbox(['uninstall'])).code).toBe(0);
  expect(terminal.launchd.calls().slice(before)).toEqual([`launchctl bootout ${service}`]);
  expect(existsSync(terminal.file)).toBe(false);
  const again = await terminal.inbox(['uninstall', '--json']);
  const unit = terminal.file;
  expect([again.code, JSON.parse(again.stdout)]).toEqual([0, { unit, installed: false }]);
});

test('prints the status of the LaunchAgent and exits accordingly', async () => {
  await using terminal = onMac();
  const none = await terminal.inbox(['status']);
  expect([none.code, none.stdout]).toEqual([1, '']);
  await terminal.inbox(['install']);
  const up = await terminal.inbox(['status']);
  expect(up).toEqual({ code: 0, stdout: 'running, process 4711\n', stderr: '' });
  const { stdout } = await terminal.inbox(['status', '--json']);
  expect(JSON.parse(stdout)).toEqual({
    installed: true,
    enabled: true,
    active: true,
    state: 'running',
    result: '2',
    pid: 4711,
    since: null,
  });
  await using failed = onMac({ state: 'not running', disabled: true });
  await failed.inbox(['install']);
  const down = await failed.inbox(['status']);
  expect(down).toEqual({ code: 1, stdout: 'not running: last exit code 2\n', stderr: '' });
  const state = await failed.inbox(['status', '--json']);
  expect(JSON.parse(state.stdout)).toMatchObject({ installed: true, enabled: false });
});

test('prints the last lines of the log', async () => {
  await using terminal = onMac();
  expect((await terminal.inbox(['logs'])).stderr).toContain('No logs yet in');
  await terminal.inbox(['install']);
  await Bun.write(join(terminal.home, 'Library/Logs/agent-inbox.log'), 'one\ntwo\nthree\n');
  expect((await terminal.inbox(['logs', '--lines', '2'])).stdout).toBe('two\nthree\n');
});

test('writes nothing for a user who is not logged in, with sudo, or with --run-as', async () => {
  await using away = onMac({ loggedIn: false });
  const refused = await away.inbox(['install']);
  expect([refused.code, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toContain('not logged in at the screen of this Mac');
  const root = await away.inbox(['install'], { SUDO_UID: '501' });
  expect([root.code, root.stderr]).toEqual([2, expect.stringContaining('without sudo')]);
  const other = await away.inbox(['install', '--run-as', 'me']);
  expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('--run-as')]);
  expect(existsSync(away.file)).toBe(false);
  expect((await away.inbox(['install', '--print'])).stdout).toStartWith('<?xml');
});

test("reports an error of launchd in launchd's words", async () => {
  await using terminal = onMac({ failsOn: 'bootstrap' });
  const { code, stderr } = await terminal.inbox(['install']);
  expect(code).toBe(1);
  expect(stderr).toBe(
    `error: launchctl bootstrap ${domain} ${terminal.file} failed: Not privileged\n`,
  );
});

needs('python3')('writes every word of a command as it is', async () => {
  const odd = [
    '/Users/Zoë & Söhne/in "box"\'s',
    '--data',
    '/a <b>/]]>&amp;$HOME\\ %',
    '日本 🦀',
    ' ',
  ];
  const { ProgramArguments } = await read(agentText({ command: odd, log: '/l' }));
  expect(ProgramArguments).toEqual(odd);
  // Several in one list: each reading starts a program.
  const words = fc.sample(fc.string({ unit: 'binary', maxLength: 20 }), 3000);
  const printable = words.filter((one) => !/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/u.test(one));
  const { ProgramArguments: all } = await read(agentText({ command: printable, log: '/l' }));
  expect(all).toEqual(printable);
  expect(printable.length).toBeGreaterThan(500);
  for (const impossible of ['a\nb', 'a\u0000b', '\u001B[0m', '\uD800', '\uFFFF']) {
    expect(() => agentText({ command: [impossible], log: '/l' })).toThrow('control characters');
  }
});

test('writes the name in PATH that leads to the executable, which outlives an upgrade', async () => {
  await using terminal = onMac();
  const [cellar, bin] = [join(terminal.home, 'Cellar/1.2.3'), join(terminal.home, 'bin')];
  for (const folder of [cellar, bin]) mkdirSync(folder, { recursive: true });
  const file = join(cellar, 'inbox');
  writeFileSync(file, '#!/bin/sh\n', { mode: 0o755 });
  expect(lastingPath(file, null)).toBe(file);
  const named = () => Bun.which('inbox', { PATH: bin });
  symlinkSync(file, join(bin, 'inbox'));
  expect(lastingPath(file, named())).toBe(join(bin, 'inbox'));
  expect(lastingPath('/bin/sh', named())).toBe('/bin/sh');
});
