import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { loadConfig, readSettings, userUnitDirectory } from '../../config.ts';
import { ownCommand } from '../../own-command.ts';
import { replaceFile } from '../../replace-file.ts';
import { exit, UsageError } from '../errors.ts';
import { countFrom, type GlobalOptions } from '../options.ts';
import { note, print, printJson } from '../output.ts';
import { mustRunSystemd, systemctl, UNIT, unitState } from '../systemd/systemctl.ts';
import { isHidden, unitText } from '../systemd/unit.ts';

type Options = GlobalOptions & { user?: boolean; unitDir?: string };
type InstallOptions = Options & {
  print?: boolean;
  runAs?: string;
  exec?: string;
  host?: string;
  port?: string;
  publicUrl?: string;
};
type LogOptions = Options & { follow?: boolean; lines: number };

export function defineService(command: Command): void {
  const sub = (usage: string, about: string) =>
    command.command(usage).description(about).option('--user', 'for this user, without root');
  const unitDir = ['--unit-dir <directory>', 'directory for unit files'] as const;
  sub('install', 'install the service, start it, and enable it at boot')
    .option('--print', 'print the unit without installing it')
    .option('--run-as <user>', 'user to run as (default: a user created for the service)')
    .option('--exec <file>', 'executable to run (default: this one)')
    .option('--host <address>', 'address to listen on')
    .option('--port <port>', 'port to listen on')
    .option('--public-url <url>', 'URL at which people open the inbox')
    .option(...unitDir)
    .addHelpText('after', '\nExample:\n  $ inbox service install --user --print')
    .action((_: unknown, self: Command) => install(self.optsWithGlobals()));
  sub('uninstall', 'stop and remove the service; the data is kept')
    .option(...unitDir)
    .addHelpText('after', '\nExample:\n  $ inbox service uninstall --user')
    .action((_: unknown, self: Command) => uninstall(self.optsWithGlobals()));
  sub('status', 'show whether the service is running; exits 1 if not')
    .addHelpText('after', '\nExample:\n  $ inbox service status --user')
    .action((_: unknown, self: Command) => status(self.optsWithGlobals()));
  sub('logs', 'show the logs of the service')
    .option('--follow', 'follow new lines')
    .option('--lines <count>', 'number of recent lines to show', countFrom(1, 1_000_000), 100)
    .addHelpText('after', '\nExample:\n  $ inbox service logs --user --lines 20')
    .action((_: unknown, self: Command) => logs(self.optsWithGlobals()));
}

async function install(options: InstallOptions): Promise<void> {
  const { user = false } = options;
  const { text, faults } = unitFor(options);
  if (options.print) return void process.stdout.write(commented(faults) + text);
  if (faults.length > 0) throw new UsageError(faults.join(' '));
  await mustRunSystemd(user);
  const unit = unitFile(options);
  mkdirSync(dirname(unit), { recursive: true });
  replaceFile(unit, text, 0o644);
  await systemctl(user, 'daemon-reload');
  await systemctl(user, 'enable', UNIT);
  // Also restarts one that is running with an older unit or executable.
  await systemctl(user, 'restart', UNIT);
  if (options.json) printJson({ unit, installed: true });
  else print(unit);
  note(`Service started. Details: \`inbox service status${user ? ' --user' : ''}\`.`);
  if (user) note('To keep it running while you are logged out: `loginctl enable-linger`.');
}

const commented = (faults: string[]) =>
  faults.length > 0 ? `${faults.map((one) => `# ${one}\n`).join('')}\n` : '';

function unitFor(options: InstallOptions) {
  const { user = false, runAs, exec, host, port, publicUrl } = options;
  const chosen = readSettings({ data: options.data }).find(({ name }) => name === 'data');
  const isChosen = user || chosen?.source !== 'the default';
  const data = isChosen ? `${chosen?.value}` : null;
  // The service will not see this environment.
  const config = loadConfig({ data: `${chosen?.value}`, host, port, publicUrl }, {});
  const command = exec ? [resolve(exec)] : ownCommand();
  if (runAs && !/^[\w.-]+$/.test(runAs)) throw new UsageError(`Invalid user name “${runAs}”`);
  if (user && runAs) throw new UsageError('--user and --run-as cannot be used together');
  const flag = (name: string, value?: string) => (value === undefined ? [] : [name, value]);
  const flags = [
    ...flag('--data', data ?? undefined),
    ...flag('--host', host),
    ...flag('--port', port),
    ...flag('--public-url', publicUrl),
  ];
  const needsLowPort = config.port > 0 && config.port < 1024;
  return {
    text: unitText({
      command,
      flags,
      user,
      runAs: runAs ?? null,
      data,
      needsLowPort,
      backups: config.backupDir,
    }),
    faults: user ? [] : faultsOf(command, data, options),
  };
}

/**
 * Returns what would keep the unit from working: a system service cannot see home directories, and
 * its own user owns no directory of another user.
 */
function faultsOf(command: string[], data: string | null, options: InstallOptions): string[] {
  const hides = 'systemd hides /home, /root and /tmp from it.';
  const hidden = command.find(isHidden);
  if (hidden) {
    return [
      `A system service cannot access ${hidden}: ${hides}`,
      `Copy the executable and install that: \`${copying(command)} && ${installing(options)}\`.`,
      'Or install a service for this user only, with --user.',
    ];
  }
  if (data && isHidden(data)) {
    const mend = 'Choose another directory with --data, or install it with --user.';
    return [`A system service cannot access ${data}: ${hides}`, mend];
  }
  if (!data || options.runAs) return [];
  return ['With --data, --run-as is required: the user that owns the directory.'];
}

const SHARED = '/usr/local/bin/inbox';

/**
 * Returns the command that copies the executable to where every service can see it; a checkout
 * builds it first.
 */
function copying([file = '', ...script]: string[]): string {
  const built = script.length > 0 ? 'npm run build && ' : '';
  return `${built}sudo install ${word(built ? 'dist/inbox' : file)} ${SHARED}`;
}

/** Returns the same command, run by the copy. */
function installing({ data, runAs, host, port, publicUrl, unitDir }: InstallOptions): string {
  const flags = Object.entries({
    '--data': data,
    '--run-as': runAs,
    '--host': host,
    '--port': port,
    '--public-url': publicUrl,
    '--unit-dir': unitDir,
  });
  const given = flags.flatMap(([flag, value]) => (value === undefined ? [] : [flag, word(value)]));
  return ['sudo', SHARED, 'service install', ...given].join(' ');
}

/** Quotes one word for a shell. */
const word = (text: string) =>
  /^[\w/.@%+=:,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

function unitFile({ user, unitDir }: Options): string {
  if (unitDir) return join(resolve(unitDir), UNIT);
  if (user) return join(userUnitDirectory(), UNIT);
  if (process.getuid?.() === 0) return join('/etc/systemd/system', UNIT);
  throw new UsageError(
    'A system service requires root. Use sudo, or --user for a service of your own',
  );
}

async function uninstall(options: Options): Promise<void> {
  const { user = false } = options;
  const unit = unitFile(options);
  await mustRunSystemd(user);
  const installed = existsSync(unit);
  if (installed) {
    await systemctl(user, 'disable', '--now', UNIT);
    rmSync(unit);
    await systemctl(user, 'daemon-reload');
  }
  if (options.json) printJson({ unit, installed: false });
  note(installed ? 'Service removed. The data was kept.' : `No service in ${unit}.`);
}

async function status({ user = false, json }: Options): Promise<void> {
  await mustRunSystemd(user);
  const state = await unitState(user);
  const { LoadState, ActiveState, SubState, Result, MainPID, UnitFileState } = state;
  const active = ActiveState === 'active';
  if (json) {
    const since = state.ActiveEnterTimestamp || null;
    const pid = Number(MainPID) || null;
    const enabled = UnitFileState === 'enabled';
    const installed = LoadState === 'loaded';
    printJson({
      installed,
      enabled,
      active,
      state: SubState ?? null,
      result: Result ?? null,
      pid,
      since,
    });
  } else if (LoadState !== 'loaded') {
    note('The service is not installed. Install it with `inbox service install`.');
  } else {
    print(`${ActiveState} (${SubState})${active ? `, process ${MainPID}` : `: ${Result}`}`);
  }
  if (!active) process.exitCode = exit.error;
}

async function logs({ user = false, follow, lines, json }: LogOptions): Promise<void> {
  await mustRunSystemd(user);
  const unit = user ? ['--user', '--user-unit', UNIT] : ['--unit', UNIT];
  const form = ['--no-pager', '--output', json ? 'json' : 'cat', '--lines', `${lines}`];
  const command = ['journalctl', ...unit, ...form, ...(follow ? ['--follow'] : [])];
  const child = Bun.spawn(command, { stdio: ['ignore', 'inherit', 'inherit'] });
  if ((await child.exited) !== 0) process.exitCode = exit.error;
}
