import { expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { unitText } from '../../src/cli/supervisors/unit.ts';
import { fakeSystemd } from '../support/machine/systemd.ts';
import { needs } from '../support/machine/tools.ts';
import { testTerminal } from '../support/terminal/terminal.ts';

function onSystemd(answers = {}) {
  const terminal = testTerminal();
  const systemd = fakeSystemd(terminal.home, answers);
  const inbox = (args: string[], env: Record<string, string> = {}) =>
    terminal.run(['service', ...args], { env: { PATH: systemd.path, ...env } });
  return Object.assign(terminal, { systemd, inbox });
}

/** As on a machine where nothing is set: the service has a directory of systemd's making. */
const plain = { INBOX_DATA: '' };
const exec = ['--exec', '/usr/local/bin/inbox'];

test('installs a user unit, enables it and starts it', async () => {
  await using terminal = onSystemd();
  const { code, stdout } = await terminal.inbox(['install', '--user', '--port', '4711']);
  const folder = join(terminal.home, '.config/systemd/user');
  expect([code, stdout]).toEqual([0, `${join(folder, 'inbox.service')}\n`]);
  expect(readdirSync(folder)).toEqual(['inbox.service']);
  const unit = readFileSync(join(folder, 'inbox.service'), 'utf8');
  expect(unit).toMatch(
    new RegExp(`^ExecStart=/.* serve --data ${terminal.data} --port 4711$`, 'm'),
  );
  expect(unit).toContain('WantedBy=default.target');
  expect(terminal.systemd.calls()).toEqual([
    'systemctl --user daemon-reload',
    'systemctl --user enable inbox.service',
    'systemctl --user restart inbox.service',
  ]);
});

test('refuses an executable in the cache of npx', async () => {
  await using terminal = onSystemd();
  const own = join(terminal.home, '.npm/_npx/1/inbox');
  const { code, stderr } = await terminal.inbox(['install', '--user', '--exec', own]);
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining(`${own} is in the cache of a package`),
  ]);
  expect(terminal.systemd.calls()).toEqual([]);
});

test('installs a system unit that can reach only its own directory', async () => {
  await using terminal = onSystemd();
  const folder = join(terminal.home, 'units');
  const args = ['install', ...exec, '--unit-dir', folder, '--json'];
  const { code, stdout } = await terminal.inbox(args, plain);
  const unit = join(folder, 'inbox.service');
  expect([code, JSON.parse(stdout)]).toEqual([0, { unit, installed: true }]);
  expect(statSync(unit).mode & 0o777).toBe(0o644);
  const lines = readFileSync(unit, 'utf8').split('\n');
  for (const line of [
    'ExecStart=/usr/local/bin/inbox serve',
    'DynamicUser=yes',
    'StateDirectory=inbox',
    'NoNewPrivileges=yes',
    'ProtectSystem=strict',
    'ProtectHome=yes',
    'UMask=0077',
    'CapabilityBoundingSet=',
    'WantedBy=multi-user.target',
  ]) {
    expect(lines).toContain(line);
  }
  expect(terminal.systemd.calls()).toContain('systemctl daemon-reload');
});

test('grants only CAP_NET_BIND_SERVICE for a low port', async () => {
  await using terminal = onSystemd();
  const { stdout } = await terminal.inbox(['install', '--print', ...exec, '--port', '80'], plain);
  expect(stdout).toContain('AmbientCapabilities=CAP_NET_BIND_SERVICE\n');
  expect(terminal.systemd.calls()).toEqual([]);
});

test('uninstalls the service, and succeeds when there is none', async () => {
  await using terminal = onSystemd();
  await terminal.inbox(['install', '--user']);
  const before = terminal.systemd.calls().length;
  expect((await terminal.inbox(['uninstall', '--user'])).code).toBe(0);
  expect(terminal.systemd.calls().slice(before)).toEqual([
    'systemctl --user disable --now inbox.service',
    'systemctl --user daemon-reload',
  ]);
  const unit = join(terminal.home, '.config/systemd/user/inbox.service');
  expect(existsSync(unit)).toBe(false);
  const again = await terminal.inbox(['uninstall', '--user', '--json']);
  expect([again.code, JSON.parse(again.stdout)]).toEqual([0, { unit, installed: false }]);
});

test('prints the status and exits accordingly', async () => {
  await using running = onSystemd();
  const up = await running.inbox(['status']);
  expect(up).toEqual({ code: 0, stdout: 'active (running), process 4711\n', stderr: '' });
  const { stdout } = await running.inbox(['status', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ installed: true, enabled: true, pid: 4711 });
  const show = 'LoadState=loaded\nActiveState=failed\nSubState=failed\nResult=exit-code\nMainPID=0';
  await using failed = onSystemd({ show });
  const down = await failed.inbox(['status']);
  expect(down).toEqual({ code: 1, stdout: 'failed (failed): exit-code\n', stderr: '' });
  await using none = onSystemd({ show: 'LoadState=not-found\nActiveState=inactive' });
  const absent = await none.inbox(['status']);
  expect([absent.code, absent.stdout]).toEqual([1, '']);
  expect(absent.stderr).toContain('inbox service install');
});

test("prints the service's journal", async () => {
  await using terminal = onSystemd();
  const { stdout } = await terminal.inbox(['logs', '--user', '--lines', '20']);
  expect(stdout).toBe('a line\n');
  const [call] = terminal.systemd.calls();
  expect(call).toStartWith('journalctl --user --user-unit inbox.service --no-pager');
  expect(call).toEndWith('--lines 20');
});

test('fails without a running systemd and writes nothing', async () => {
  await using terminal = onSystemd({ state: 'offline' });
  const empty = join(terminal.home, 'empty');
  mkdirSync(empty);
  for (const env of [{}, { PATH: empty }]) {
    for (const command of ['install', 'uninstall', 'status', 'logs']) {
      const { code, stdout, stderr } = await terminal.inbox([command, '--user'], env);
      expect([command, code, stdout]).toEqual([command, 1, '']);
      expect(stderr).toContain('systemd is not running here');
    }
  }
  expect(existsSync(join(terminal.home, '.config'))).toBe(false);
});

test("reports a systemd error in systemd's words", async () => {
  await using terminal = onSystemd({ failsOn: 'enable' });
  const { code, stdout, stderr } = await terminal.inbox(['install', '--user']);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toBe('error: systemctl enable inbox.service failed: Access denied\n');
});

test('exits 2 for a unit that could not work', async () => {
  await using terminal = onSystemd();
  const usage: [args: string[], says: string][] = [
    [
      ['--exec', '/home/me/inbox'],
      '`sudo install /home/me/inbox /usr/local/bin/inbox && sudo /usr/local/bin/inbox service install`',
    ],
    [['--exec', '/home/a b/inbox'], "`sudo install '/home/a b/inbox' /usr/local/bin/inbox && "],
    [[...exec, '--data', '/home/me/data'], 'cannot access /home/me/data: systemd hides /home'],
    [[...exec, '--data', '/srv/inbox'], '--run-as is required'],
    [[...exec, '--user', '--run-as', 'me'], 'cannot be used together'],
    [[...exec, '--run-as', 'me\nExecStart=/x'], 'Invalid user name'],
    [[...exec, '--port', '99999'], '--port must be an integer from 0 to 65535 (got “99999”)'],
  ];
  for (const [args, says] of usage) {
    const ran = await terminal.inbox(['install', ...args], plain);
    expect([args, ran.code, ran.stdout]).toEqual([args, 2, '']);
    expect(ran.stderr).toContain(says);
  }
});

test('suggests a copy command with all the given flags', async () => {
  await using terminal = onSystemd();
  const flags = ['--port', '80', '--public-url', 'https://inbox.example', '--run-as', 'me'];
  const args = ['install', '--exec', '/root/inbox', '--data', '/srv/in box', ...flags];
  const { stderr } = await terminal.inbox(args, plain);
  expect(stderr).toContain(
    "sudo /usr/local/bin/inbox service install --data '/srv/in box' --run-as me --port 80 --public-url https://inbox.example`",
  );
});

test('prints the unit with --print, and its problems as comments', async () => {
  await using terminal = onSystemd({ state: 'offline' });
  const print = ['install', '--print'];
  const fine = await terminal.inbox([...print, ...exec], plain);
  for (const [args, says] of [
    [
      ['--exec', '/home/me/inbox'],
      '# A system service cannot access /home/me/inbox: systemd hides /home, /root and /tmp from it.\n# Copy the executable and install that: `sudo',
    ],
    [
      [...exec, '--data', '/srv/inbox'],
      '# With --data, --run-as is required: the user that owns the directory.\n',
    ],
  ] as const) {
    const { code, stdout, stderr } = await terminal.inbox([...print, ...args], plain);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toStartWith(says);
    expect(stdout).toContain('\n[Unit]\n');
  }
  expect(fine).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\[Unit\]\n/) });
});

test('quotes special characters in the unit for systemd', () => {
  const options = { command: ['/opt/a b/inbox'], flags: ['--data', '/srv/50%$HOME"\\'] };
  const rest = { user: true, runAs: null, data: null, backups: null, needsLowPort: false };
  const [line] = unitText({ ...options, ...rest }).match(/^ExecStart=.*$/m) ?? [];
  expect(line).toBe('ExecStart="/opt/a b/inbox" serve --data "/srv/50%%$$HOME\\"\\\\"');
});

test('lets a system service write to the directory of scheduled backups', async () => {
  await using terminal = onSystemd();
  const data = join(terminal.home, 'data');
  await Bun.write(join(data, 'config.json'), '{ "backupAt": "03:30", "backupDir": "/mnt/a b" }');
  const install = ['install', '--print', ...exec, '--data', data, '--run-as', 'root'];
  const { stdout } = await terminal.inbox(install, plain);
  expect(stdout).toContain('\nReadWritePaths=-"/mnt/a b"\n');
});

needs('systemd-analyze')('writes units that systemd-analyze accepts', async () => {
  await using terminal = onSystemd();
  const file = join(terminal.home, 'inbox.service');
  const odd = ['--run-as', 'root', '--data', '/srv/a b', '--port', '80'];
  for (const args of [['--user'], [], odd]) {
    const install = ['install', '--print', '--exec', '/bin/sh', ...args];
    await Bun.write(file, (await terminal.inbox(install, plain)).stdout);
    const child = Bun.spawn(['systemd-analyze', 'verify', file], { stderr: 'pipe' });
    expect(await new Response(child.stderr).text()).toBe('');
    expect(await child.exited).toBe(0);
  }
});
