import { mkdirSync } from 'node:fs';
import type { Command } from 'commander';
import { ok } from '../../client/client.ts';
import {
  changedFile,
  configOf,
  mustBeValid,
  type SettingName,
  settingNames,
  shownSettings,
} from '../../config.ts';
import { type Setting, variableOf } from '../../core/about/schema.ts';
import { changeableOf } from '../../core/settings/effective.ts';
import { replaceFile } from '../../replace-file.ts';
import { contactKinds } from '../../ways/ways.ts';
import { closest } from '../closest.ts';
import { connectionToData } from '../connection.ts';
import { keptLocalAnswers } from '../doctor/here.ts';
import { UsageError } from '../errors.ts';
import { type GlobalOptions, readInput } from '../options.ts';
import { note, print, printJson } from '../output.ts';
import { settingsIn } from '../settings-here.ts';
import type { Column } from '../table/layout.ts';
import { printList } from '../table/print.ts';
import { resolveTarget } from '../target.ts';
import { unknownInFile, unknownVariables } from '../unknown-settings.ts';

export function defineConfig(command: Command): void {
  command
    .command('show', { isDefault: true })
    .description('show every setting, its value and its source; secrets are masked')
    .addHelpText('after', '\nExample:\n  $ inbox config show')
    .action((_: unknown, self: Command) => show(self.optsWithGlobals()));
  command
    .command('get <setting>')
    .description('print the value of a setting, by its name or variable; a secret is masked')
    .addHelpText('after', '\nExample:\n  $ inbox config get publicUrl')
    .action((setting: string, _: unknown, self: Command) => get(setting, self.optsWithGlobals()));
  command
    .command('set <setting> <value>')
    .description('write a setting to config.json of the data directory; - reads standard input')
    .addHelpText('after', '\nExample:\n  $ inbox config set backupAt 03:30')
    .action((setting: string, value: string, _: unknown, self: Command) =>
      set(setting, value, self.optsWithGlobals()),
    );
  command
    .command('rm <setting>')
    .description('remove a setting from config.json, or the public URL that an owner has set')
    .addHelpText('after', '\nExample:\n  $ inbox config rm backupAt')
    .action((setting: string, _: unknown, self: Command) =>
      remove(setting, self.optsWithGlobals()),
    );
}

async function show({ json, ...flags }: GlobalOptions): Promise<void> {
  const { data, shown } = shownHere(flags);
  const unknown = [...unknownInFile(data), ...unknownVariables()];
  for (const sentence of unknown) note(`warning: ${sentence}`);
  if (json) printJson(shown);
  else await printList(shown, columns);
}

function get(typed: string, { json, ...flags }: GlobalOptions): void {
  const wanted = typed === 'data' || typed === 'INBOX_DATA' ? 'data' : settingNamed(typed);
  const setting = shownHere(flags).shown.find(({ name }) => name === wanted);
  if (json) printJson(setting);
  else print(setting?.value ?? '');
}

function shownHere({ data: directory, url }: GlobalOptions) {
  const { read } = settingsIn(directory, url);
  const { data } = configOf(read);
  return { data, shown: shownSettings(read, keptLocalAnswers(data)) };
}

async function set(typed: string, value: string, options: GlobalOptions): Promise<void> {
  const name = settingNamed(typed);
  const text = value === '-' ? (await readInput('-')).trim() : value;
  mustBeValid(name, text, name);
  writeSetting(name, text, options, 'set in');
}

async function remove(typed: string, options: GlobalOptions): Promise<void> {
  const name = settingNamed(typed);
  const { data, shown } = shownHere(options);
  const isOwners = shown.some((one) => one.name === name && one.from === 'database');
  if (name === 'publicUrl' && isOwners) await removePublicUrl(data, options);
  else writeSetting(name, undefined, options, 'removed from');
}

/** Nobody can log in at a public URL that does not lead here: this is the way back. */
async function removePublicUrl(data: string, { json }: GlobalOptions): Promise<void> {
  const { person, close } = await connectionToData(data, 'inbox config');
  try {
    const state = await ok(person['public-url'].put({ publicUrl: null }));
    if (json) printJson(state);
    note('publicUrl removed, which an owner had set in Settings › Notifications.');
  } finally {
    await close();
  }
}

/** A server reads its settings only when it starts. */
function writeSetting(
  name: SettingName,
  value: string | undefined,
  options: GlobalOptions,
  done: 'set in' | 'removed from',
): void {
  const { data } = resolveTarget(options).settings;
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const { path, text } = changedFile(data, name, value);
  replaceFile(path, text, 0o600);
  const { shown } = shownHere(options);
  const setting = shown.find((one) => one.name === name);
  if (options.json) printJson(setting);
  note(`${name} ${done} ${path}; restart to apply.`);
  if (isSetInPage(name)) {
    note(
      'Owners set it in Settings › Notifications without a restart; config.json overrides what they set there.',
    );
  }
  if (setting?.from === 'flag' || setting?.from === 'environment') {
    note(`warning: ${setting.source} is set, and overrides it`);
  }
}

const isSetInPage = (name: SettingName) =>
  name === 'publicUrl' ||
  contactKinds.some((kind) => changeableOf(kind).some(([one]) => one === name));

function settingNamed(typed: string): SettingName {
  const found = settingNames.find((name) => name === typed || variableOf(name) === typed);
  if (found) return found;
  if (typed === 'data' || typed === 'INBOX_DATA') {
    throw new UsageError('The data directory holds this file: set it with --data or INBOX_DATA');
  }
  const meant = closest(typed, [...settingNames, ...settingNames.map(variableOf)]);
  const guess = meant === undefined ? '' : ` Did you mean “${meant}”?`;
  throw new UsageError(`Unknown setting “${typed}”.${guess} \`inbox config show\` lists all.`);
}

const columns: Column<Setting>[] = [
  { whole: ({ name }) => name },
  { whole: ({ value }) => value ?? '-', least: 12 },
  { whole: ({ source }) => source, least: 11, rank: 1 },
];
