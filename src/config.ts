/** Reads the settings: flag, then environment, then the data directory's config.json, then default. */
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { type Setting, type SettingFrom, variableOf } from './core/about/schema.ts';
import {
  type Effective,
  effectiveSettings,
  type Kept,
  type Outside,
  settingsOf,
} from './core/settings/effective.ts';
import type { Secrets } from './core/settings/secrets.ts';
import { decodeText } from './core/text.ts';
import { withMaskedLogin } from './core/urls.ts';
import { settings } from './settings.ts';
import type { WaySetting } from './ways/way.ts';
import { contactKinds, noWays, waySettings } from './ways/ways.ts';

export class ConfigError extends Error {}

type Environment = Record<string, string | undefined>;
export type Flags = Partial<Record<'data' | SettingName, string | undefined>>;
export type SettingName = keyof typeof settings;
export type Config = { data: string } & {
  [Name in SettingName]: z.infer<(typeof settings)[Name]['schema']>;
};

/** Reads all settings. Throws a ConfigError that names the source of an invalid value. */
export const loadConfig = (flags: Flags = {}, env: Environment = process.env): Config =>
  configOf(readSettings(flags, env));

export const configOf = (read: ReadSetting[]): Config =>
  Object.fromEntries(read.map(({ name, value }) => [name, value])) as Config;

/** `given` is the source's text, `value` the parsed value. */
export type ReadSetting = { name: 'data' | SettingName; value: unknown } & Found;
type Found = { given: unknown; from: SettingFrom; source: string };

/** Returns every setting with its value and source. */
export function readSettings(flags: Flags = {}, env: Environment = process.env): ReadSetting[] {
  const data = dataDirectory(flags.data, env);
  const file = configFile(data.given);
  const read = Object.keys(settings).map((key) => {
    const name = key as SettingName;
    const found = lookUp(name, flags, env, file);
    return { name, value: mustBeValid(name, found.given, found.source), ...found };
  });
  return [{ name: 'data', value: data.given, ...data }, ...read];
}

/** Returns the parsed value; throws a ConfigError that names the source of an invalid one. */
export function mustBeValid(name: SettingName, given: unknown, source: string): unknown {
  const parsed = settings[name].schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const got = secretSettings.includes(name) ? '' : ` (got “${withMaskedLogin(textOf(given))}”)`;
  const [issue] = parsed.error.issues;
  const must = issue?.code === 'custom' ? issue.message : `must be ${settings[name].takes}`;
  const hint = SERVICE_LINK.test(textOf(given)) ? `. ${FROM_KUBERNETES}` : '';
  throw new ConfigError(`${source} ${must}${got}${hint}`);
}

/** A Service named `inbox` puts its address into the environment of every pod of its namespace. */
const SERVICE_LINK = /^tcp:\/\//;
const FROM_KUBERNETES =
  'Kubernetes sets this for a Service named inbox: set INBOX_PORT in the pod, or enableServiceLinks: false';

/**
 * Returns the settings as shown to people: effective values in the form they are written, without
 * secrets.
 * @param kept what the database records about local answers, which overrides the setting
 */
export const shownSettings = (read: ReadSetting[], kept: unknown): Setting[] =>
  read.map(({ name, given, value, from, source }) => ({
    name,
    variable: variableOf(name),
    from,
    source,
    value: secretSettings.includes(name) ? masked(given) : written(textFor(name, value)),
    about: name === 'data' ? 'data directory' : settings[name].about,
    ...(name === 'localAnswers' && kept === 'off' && value === 'on' ? keptOff : {}),
  }));

/** Returns the form of log lines, which depends on the terminal by default. */
export const logForm = (log: Config['log']) => log ?? (process.stderr.isTTY ? 'pretty' : 'json');

/** Formats a value in the form its setting accepts. */
function textFor(name: ReadSetting['name'], value: unknown): string | null {
  if (name === 'data') return `${value}`;
  return settings[name].write((name === 'log' ? (value ?? logForm(null)) : value) as never);
}

const keptOff = { value: 'off', from: 'database', source: 'the database' } as const;

/** The settings that must not be displayed. */
const secretSettings: readonly string[] = [
  'apiKey',
  'token',
  ...Object.entries<WaySetting>(waySettings).flatMap(([name, { isSecret }]) =>
    isSecret ? [name] : [],
  ),
];

/** Returns the text of a directory's config.json without its secret settings, and their names. */
export function withoutSecrets(data: string): { text: string; leftOut: string[] } {
  const entries = Object.entries(configFile(data).values);
  const leftOut = entries.map(([name]) => name).filter((name) => secretSettings.includes(name));
  const others = Object.fromEntries(entries.filter(([name]) => !leftOut.includes(name)));
  return { text: textOfFile(others), leftOut };
}

/**
 * Returns the text of a restored config.json with the secret settings of the one here that it left out, and the names
 * of the rest. A secret stays away from another server than the one that it is for here.
 */
export function withSecretsOf(
  data: string,
  restored: string,
  leftOut: readonly string[],
): { text: string; missing: string[] } {
  const [here, there] = [data, restored].map((directory) => configFile(directory).values);
  const isHere = (name: string) =>
    secretSettings.includes(name) &&
    here?.[name] !== undefined &&
    companionsOf(name).every((one) => JSON.stringify(here[one]) === JSON.stringify(there?.[one]));
  const found = Object.fromEntries(leftOut.filter(isHere).map((name) => [name, here?.[name]]));
  return {
    text: textOfFile({ ...there, ...found }),
    missing: leftOut.filter((name) => !(name in found)),
  };
}

/** The settings that say where a secret one is sent. */
function companionsOf(secret: string): string[] {
  const kind = contactKinds.find((one) => settingsOf(one).some(([name]) => name === secret));
  if (!kind) return ['url'];
  return settingsOf(kind).flatMap(([name, { isSecret }]) => (isSecret ? [] : [name]));
}

const textOfFile = (values: object) => `${JSON.stringify(values, null, 2)}\n`;

/**
 * Adds what owners have entered in the dashboard, where nothing else sets it.
 * @param kept the rows of the database
 */
export function withKept(
  read: ReadSetting[],
  kept: readonly Kept[],
  unseal: Secrets['unseal'],
): { read: ReadSetting[]; unreadable: Effective['unreadable'] } {
  const { ways, unreadable } = effectiveSettings(outsideOf(read), kept, unseal);
  const value = (name: string) => (ways as Record<string, unknown>)[name];
  const joined = read.map((one): ReadSetting => {
    const isHere = one.from === 'default' && Object.hasOwn(ways, one.name);
    if (!isHere || value(one.name) === one.value) return one;
    const given = value(one.name);
    return { ...one, given, value: given, from: 'database', source: 'the dashboard' };
  });
  return { read: joined, unreadable };
}

/** The settings of ways that were read, and where each is set that is not at its default. */
export function outsideOf(read: ReadSetting[]): Outside {
  const ofWays = read.filter(({ name }) => Object.hasOwn(noWays, name));
  const set = read.filter(({ from }) => from !== 'default');
  return {
    ways: { ...noWays, ...Object.fromEntries(ofWays.map(({ name, value }) => [name, value])) },
    sources: Object.fromEntries(set.map(({ name, from, source }) => [name, { from, source }])),
  };
}

/** The file of the key that seals secrets. */
export const secretsKeyFile = ({ data, secretsKeyFile: file }: Config): string =>
  file ?? join(data, 'secrets.key');

const masked = (given: unknown) => (given === null ? null : '***');

const textOf = (given: unknown) => (typeof given === 'string' ? given : JSON.stringify(given));

const written = (text: string | null): string | null =>
  text === null || text === '' ? null : withMaskedLogin(text);

/** Returns the settings that affect the server, without secrets. */
export const serverSettings = (config: Config): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(config).filter(
      ([name]) =>
        ![
          'data',
          'url',
          'undoSeconds',
          'hookWait',
          'completionTimeout',
          ...secretSettings,
        ].includes(name),
    ),
  );

/** Returns how a server that listens there is reached from this machine. */
export const urlAt = (host: string, port: number) => `http://${reachable(host)}:${port}`;

/** Returns the command line of the person's pager. */
export const pagerCommand = (env: Environment = process.env): string => env.PAGER || 'less';

/** Returns the command line of the person's editor. */
export const editorCommand = (env: Environment = process.env): string =>
  env.VISUAL || env.EDITOR || 'vi';

/** Returns whether the terminal can only print: it has no cursor that moves. */
export const isDumb = (env: Environment = process.env): boolean => env.TERM === 'dumb';

/** Returns the command that opens a page on this machine; null without a display. */
export function displayOpener(env: Environment = process.env): string[] | null {
  if (process.platform === 'linux') {
    return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : null;
  }
  if (env.SSH_CONNECTION) return null;
  if (process.platform === 'darwin') return ['open'];
  return process.platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler'] : null;
}

/** Returns the directory of a person's profiles. */
export const configDirectory = (env: Environment = process.env): string =>
  join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'inbox');

/** Returns where the programs of this person keep their settings. */
export const surroundings = (env: Environment = process.env) => ({
  home: homedir(),
  variable: (name: string) => env[name] || undefined,
});

/** The environment of another program, with more variables. */
export const environmentWith = (more: Record<string, string>, env: Environment = process.env) => ({
  ...env,
  ...more,
});

/** Which inbox the environment names; null for what it leaves open. */
export const namedInEnvironment = (env: Environment = process.env) => ({
  url:
    env.INBOX_URL ||
    (env.INBOX_URL_FILE ? readSecret(env.INBOX_URL_FILE, 'INBOX_URL') : null) ||
    null,
  profile: env.INBOX_PROFILE || null,
  data: env.INBOX_DATA || null,
  hasKey: isSet(env, 'INBOX_API_KEY'),
  hasToken: isSet(env, 'INBOX_TOKEN'),
});

/** Where releases are and whose signature counts, if not what this version knows. */
export const releaseInEnvironment = (env: Environment = process.env) => {
  const { INBOX_RELEASE_URL: url, INBOX_RELEASE_SIGNERS: file } = env;
  return {
    ...(url && { url }),
    ...(file && { signers: decodeText(readBytes(file, 'INBOX_RELEASE_SIGNERS')) }),
  };
};

/** The environment, with a login's URL and token where it sets none. */
export const withLoginDefaults = (
  { url, token }: { url: string; token: string },
  env: Environment = process.env,
): Environment => ({
  ...env,
  ...(isSet(env, 'INBOX_URL') ? {} : { INBOX_URL: url }),
  ...(isSet(env, 'INBOX_TOKEN') ? {} : { INBOX_TOKEN: token }),
});

const isSet = (env: Environment, name: string) => Boolean(env[name] || env[`${name}_FILE`]);

export const settingNames = Object.keys(settings) as SettingName[];

/** Every variable that is read, including those with `_FILE`. */
export const knownVariables: string[] = [
  'INBOX_DATA',
  'INBOX_PROFILE',
  'INBOX_RELEASE_URL',
  'INBOX_RELEASE_SIGNERS',
  ...settingNames.flatMap((name) => [variableOf(name), `${variableOf(name)}_FILE`]),
];

/** Returns the variables that are set and begin with INBOX_, known or not. */
export const inboxVariables = (env: Environment = process.env): string[] =>
  Object.keys(env).filter(
    (name) => name.startsWith('INBOX_') && env[name] && !OF_A_SERVICE.test(name),
  );

/** Besides INBOX_PORT, Kubernetes sets these for a Service named `inbox`; none is a setting. */
const OF_A_SERVICE = /^INBOX_(SERVICE_(HOST|PORT)|PORT_\d+_(TCP|UDP|SCTP))(_|$)/;

/** True by default; a flag turns it off. */
const flagOf = (name: string) =>
  `--${name === 'localAnswers' ? 'no-' : ''}${variableOf(name).slice(6).toLowerCase().replaceAll('_', '-')}`;

function lookUp(name: SettingName, flags: Flags, env: Environment, file: FileValues): Found {
  const variable = variableOf(name);
  const secretFile = env[`${variable}_FILE`];
  const flag = flags[name];
  if (flag !== undefined) return { given: flag, from: 'flag', source: flagOf(name) };
  if (env[variable]) return { given: env[variable], from: 'environment', source: variable };
  if (secretFile) {
    const given = readSecret(secretFile, variable);
    return { given, from: 'environment', source: `${variable}_FILE` };
  }
  if (file.values[name] !== undefined) {
    return { given: file.values[name], from: 'file', source: `"${name}" in ${file.path}` };
  }
  return { given: settings[name].fallback, from: 'default', source: 'the default' };
}

/** Returns the data directory, which no file names. */
export const dataDirectoryOf = ({ data }: Flags = {}, env: Environment = process.env): string =>
  dataDirectory(data, env).given;

function dataDirectory(flag: string | undefined, env: Environment): Found & { given: string } {
  const system = env.STATE_DIRECTORY?.split(':')[0];
  const from = 'environment';
  if (flag) return { given: resolve(flag), from: 'flag', source: '--data' };
  if (env.INBOX_DATA) return { given: resolve(env.INBOX_DATA), from, source: 'INBOX_DATA' };
  if (system) return { given: resolve(system), from, source: 'STATE_DIRECTORY' };
  const home = env.XDG_DATA_HOME || join(homedir(), '.local', 'share');
  const given = process.getuid?.() === 0 ? '/var/lib/inbox' : join(home, 'inbox');
  return { given, from: 'default', source: 'the default' };
}

/** Returns where systemd looks for this user's units. */
export const userUnitDirectory = (env: Environment = process.env): string =>
  join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'systemd', 'user');

/** Returns whether a user runs this as root by sudo. */
export const isBySudo = (env: Environment = process.env): boolean => Boolean(env.SUDO_UID);

/** Returns the names in the data directory's config.json, known or not. */
export function fileSettings(data: string): { path: string; names: string[] } {
  const { path, values } = configFile(data);
  return { path, names: Object.keys(values) };
}

/** Returns config.json as it is with one setting changed, or without it. */
export function changedFile(data: string, name: SettingName, value: string | undefined) {
  const { path, values } = configFile(data);
  const { [name]: _, ...others } = values;
  const changed = value === undefined ? others : { ...values, [name]: value };
  return { path, text: textOfFile(changed) };
}

type FileValues = { path: string; values: Record<string, unknown> };

function configFile(data: string): FileValues {
  const path = join(data, 'config.json');
  if (!existsSync(path)) return { path, values: {} };
  const bytes = readBytes(path, path);
  try {
    return { path, values: z.record(z.string(), z.unknown()).parse(JSON.parse(decodeText(bytes))) };
  } catch (error) {
    throw new ConfigError(`${path} is not a JSON object: ${(error as Error).message}`);
  }
}

function readSecret(path: string, variable: string): string {
  return decodeText(readBytes(path, `${variable}_FILE`)).trim();
}

function readBytes(path: string, source: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new ConfigError(`${source} cannot be read: ${(error as Error).message}`);
  }
}

/** A wildcard address is reached through its own loopback. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
