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
  const unitDir = ['--unit-dir <directory>', 'where unit files stand'] as const;
  sub('install', 'let systemd run the server, now and after each start of the machine')
    .option('--print', 'print the unit and do nothing')
    .option('--run-as <user>', 'the user to run as (default: one made for the service)')
    .option('--exec <file>', 'the executable (default: this one)')
    .option('--host <address>', 'the address to listen on')
    .option('--port <port>', 'the port to listen on')
    .option('--public-url <url>', 'the URL that people open')
    .option(...unitDir)
    .addHelpText('after', '\nExample:\n  $ inbox service install --user --print')
    .action((_: unknown, self: Command) => install(self.optsWithGlobals()));
  sub('uninstall', 'stop the service and take it out; the data stays')
    .option(...unitDir)
    .addHelpText('after', '\nExample:\n  $ inbox service uninstall --user')
    .action((_: unknown, self: Command) => uninstall(self.optsWithGlobals()));
  sub('status', 'whether the service runs; exits 1 where it does not')
    .addHelpText('after', '\nExample:\n  $ inbox service status --user')
    .action((_: unknown, self: Command) => status(self.optsWithGlobals()));
  sub('logs', 'what the service has logged')
    .option('--follow', 'go on with what comes')
    .option('--lines <count>', 'the latest so many', countFrom(1, 1_000_000), 100)
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
  // Also for one that runs already, by an older unit or executable.
  await systemctl(user, 'restart', UNIT);
  if (options.json) printJson({ unit, installed: true });
  else print(unit);
  note(`The inbox runs: \`inbox service status${user ? ' --user' : ''}\` tells more.`);
  if (user) note('`loginctl enable-linger` keeps it running while you are logged out.');
}

const commented = (faults: string[]) =>
  faults.length > 0 ? `${faults.map((one) => `# ${one}\n`).join('')}\n` : '';

function unitFor({ user = false, runAs, exec, ...options }: InstallOptions) {
  const { host, port, publicUrl } = options;
  const chosen = readSettings({ data: options.data }).find(({ name }) => name === 'data');
  const isChosen = user || chosen?.source !== 'the default';
  const data = isChosen ? `${chosen?.value}` : null;
  // Of the environment the service will see nothing.
  const config = loadConfig({ data: `${chosen?.value}`, host, port, publicUrl }, {});
  const command = exec ? [resolve(exec)] : ownCommand();
  if (runAs && !/^[\w.-]+$/.test(runAs)) throw new UsageError(`"${runAs}" is no user's name`);
  if (user && runAs) throw new UsageError('Give --user or --run-as, not both');
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
      ...{ command, flags, user, runAs: runAs ?? null, data, needsLowPort },
      backups: config.backupDir,
    }),
    faults: user ? [] : faultsOf(command, data, runAs),
  };
}

/**
 * What would keep the unit from working, in sentences: a system service sees no homes, and its own
 * user owns no directory of anybody else's.
 */
function faultsOf(command: string[], data: string | null, runAs: string | undefined): string[] {
  const hidden = command.find(isHidden);
  if (hidden) {
    return [
      `A system service cannot see ${hidden}.`,
      `Copy it: \`${copying(command)}\`.`,
      `Then give --exec ${SHARED}, or install it with --user.`,
    ];
  }
  if (data && isHidden(data)) {
    const mend = 'Give a --data outside of homes, or install it with --user.';
    return [`A system service cannot see ${data}.`, mend];
  }
  return data && !runAs ? ['With --data, give --run-as USER, who owns it.'] : [];
}

const SHARED = '/usr/local/bin/inbox';

/** The command that puts the executable where every service can see it; a checkout builds it first. */
function copying([file = '', ...script]: string[]): string {
  const built = script.length > 0 ? 'npm run build && ' : '';
  return `${built}sudo install ${word(built ? 'dist/inbox' : file)} ${SHARED}`;
}

/** One word of a shell's command line. */
const word = (text: string) =>
  /^[\w/.@%+=:,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

function unitFile({ user, unitDir }: Options): string {
  if (unitDir) return join(resolve(unitDir), UNIT);
  if (user) return join(userUnitDirectory(), UNIT);
  if (process.getuid?.() === 0) return join('/etc/systemd/system', UNIT);
  throw new UsageError('A service of the system takes root: use sudo, or --user for your own');
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
  note(installed ? 'The service is gone; the data stays.' : `There is no service in ${unit}.`);
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
    note('The service is not installed: `inbox service install` does that.');
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
