import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { loadConfig, readSettings } from '../../config.ts';
import { isCached, lastingCommand } from '../../own-command.ts';
import { replaceFile } from '../../replace-file.ts';
import { exit, UsageError } from '../errors.ts';
import { countFrom } from '../options.ts';
import { note, print, printJson } from '../output.ts';
import type {
  InstallOptions,
  LogOptions,
  Server,
  ServiceOptions,
} from '../supervisors/supervisor.ts';
import { supervisorHere } from '../supervisors/supervisors.ts';

export function defineService(command: Command): void {
  const sub = (usage: string, about: string) =>
    command.command(usage).description(about).option('--user', 'for this user, without root');
  const unitDir = ['--unit-dir <directory>', 'directory for unit files'] as const;
  sub('install', 'install the service, start it, and enable it at boot, or on macOS at each login')
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
  const supervisor = supervisorHere();
  const server = serverFrom(options, supervisor.isOwn(options));
  const { text, faults: others } = supervisor.write(server, options);
  const faults = [...server.command.filter(isCached).map(cached), ...others];
  if (options.print) return void process.stdout.write(commented(faults) + text);
  if (faults.length > 0) throw new UsageError(faults.join(' '));
  await supervisor.mustRun(options);
  const unit = supervisor.file(options);
  mkdirSync(dirname(unit), { recursive: true });
  replaceFile(unit, text, supervisor.mode);
  const also = await supervisor.start(unit, options);
  if (options.json) printJson({ unit, installed: true });
  else print(unit);
  note(`Service started. Details: \`inbox service status${options.user ? ' --user' : ''}\`.`);
  if (also !== null) note(also);
}

const cached = (file: string) =>
  `${file} is in the cache of a package runner, which is cleaned: install the inbox first, or name an executable that stays with --exec.`;

const commented = (faults: string[]) =>
  faults.length > 0 ? `${faults.map((one) => `# ${one}\n`).join('')}\n` : '';

/** @param isOwn whether it has no directory but this user's */
function serverFrom(options: InstallOptions, isOwn: boolean): Server {
  const { exec, host, port, publicUrl } = options;
  const chosen = readSettings({ data: options.data }).find(({ name }) => name === 'data');
  const isChosen = isOwn || chosen?.source !== 'the default';
  const data = isChosen ? `${chosen?.value}` : null;
  // The service will not see this environment.
  const config = loadConfig({ data: `${chosen?.value}`, host, port, publicUrl }, {});
  const flag = (name: string, value?: string) => (value === undefined ? [] : [name, value]);
  return {
    command: exec ? [resolve(exec)] : lastingCommand(),
    flags: [
      ...flag('--data', data ?? undefined),
      ...flag('--host', host),
      ...flag('--port', port),
      ...flag('--public-url', publicUrl),
    ],
    data,
    backups: config.backupDir,
    port: config.port,
  };
}

async function uninstall(options: ServiceOptions): Promise<void> {
  const supervisor = supervisorHere();
  const unit = supervisor.file(options);
  await supervisor.mustRun(options);
  const installed = existsSync(unit);
  if (installed) await supervisor.stop(() => rmSync(unit), options);
  if (options.json) printJson({ unit, installed: false });
  note(installed ? 'Service removed. The data was kept.' : `No service in ${unit}.`);
}

async function status(options: ServiceOptions): Promise<void> {
  const supervisor = supervisorHere();
  await supervisor.mustRun(options);
  const { words, ...state } = await supervisor.state(options);
  if (options.json) printJson(state);
  else if (state.installed) print(words);
  else note('The service is not installed. Install it with `inbox service install`.');
  if (!state.active) process.exitCode = exit.error;
}

async function logs(options: LogOptions): Promise<void> {
  const command = await supervisorHere().logs(options);
  const child = Bun.spawn(command, { stdio: ['ignore', 'inherit', 'inherit'] });
  if ((await child.exited) !== 0) process.exitCode = exit.error;
}
