/** Every setting once: flag, then environment, then the data directory's config.json, then default. */
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';

export class ConfigError extends Error {}

type Environment = Record<string, string | undefined>;
export type Flags = Partial<Record<'data' | SettingName, string | undefined>>;
export type SettingName = keyof typeof settings;
export type Config = { data: string } & {
  [Name in SettingName]: z.infer<(typeof settings)[Name]['schema']>;
};

const Url = z.url({ protocol: /^https?$/, error: 'an http or https URL' });
const List = z.string().transform((text) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean),
);
const Origins = List.pipe(z.array(Url.transform((url) => new URL(url).origin)));
const Networks = z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])).min(1);
const unitMs: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds: `5s`, `500ms`, `2h`, or a bare number of seconds. */
const Duration = z
  .string()
  .transform((text) => {
    const [, amount, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|[smhd])?$/.exec(text) ?? [];
    return Number(amount) * (unitMs[unit] ?? Number.NaN);
  })
  .pipe(z.number('a duration such as 5s, 30m or 2h'));

/** Bytes: a number, or one with a unit such as `500MB` (a thousand at a time) or `2GiB` (1024). */
const Size = z.union([z.number(), z.string().transform(toBytes)]).pipe(
  z
    .number('expected bytes, or a form such as 100MiB')
    .int()
    .min(1)
    .max(2 ** 50),
);

function toBytes(text: string): number {
  const [, digits, letter = '', i] =
    /^\s*(\d+(?:\.\d+)?)\s*(?:([kmgt])(i)?)?b?\s*$/i.exec(text) ?? [];
  const power = ['', 'k', 'm', 'g', 't'].indexOf(letter.toLowerCase());
  return Math.round(Number(digits) * (i ? 1024 : 1000) ** power);
}

/** A limit, or none. */
const orOff = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([z.literal('off').transform(() => null), schema]);
const Most = orOff(z.coerce.number().int().min(1));
const MostBytes = orOff(Size);

const Optional = z.string().min(1).nullable();

/** The name in config.json; `INBOX_` and the name in upper case is the environment variable's. */
export const settings = {
  host: { schema: z.string().min(1), fallback: '127.0.0.1', about: 'the address to listen on' },
  port: {
    schema: z.coerce.number().int().min(0).max(65_535),
    fallback: 4600,
    about: 'the port to listen on; 0 takes a free one',
  },
  publicUrl: { schema: Url.nullable(), fallback: null, about: 'the URL that people open' },
  rateLimit: {
    schema: z.union([z.coerce.number().positive(), z.literal('off')]),
    fallback: 100,
    about: 'requests a second for one credential, in bursts of five times as many, or off',
  },
  corsOrigins: {
    schema: Origins,
    fallback: '',
    about: 'origins, with commas, whose pages may call with a key or a token',
  },
  maxFileSize: {
    schema: Size.nullable(),
    fallback: null,
    about: 'the largest file, 100 MiB unless set: bytes, or with a unit such as 500MB or 2GiB',
  },
  maxPendingPerKey: {
    schema: Most,
    fallback: 10_000,
    about: 'pending reviews of one key, at most, or off',
  },
  maxPendingPerChannel: {
    schema: Most,
    fallback: 10_000,
    about: 'pending reviews of one channel, at most, or off',
  },
  maxPendingBytesPerKey: {
    schema: MostBytes,
    fallback: '64MiB',
    about: 'bytes of the pending payloads of one key, at most, or off',
  },
  maxChannelsPerKey: {
    schema: Most,
    fallback: 100,
    about: 'channels made by one key, at most, or off',
  },
  maxChannelFiles: {
    schema: MostBytes,
    fallback: 'off',
    about: 'bytes of the files of one channel, at most, or off',
  },
  metrics: {
    schema: z.union([z.literal('off').transform((): string[] => []), List.pipe(Networks)]),
    fallback: 'off',
    about: 'addresses and CIDRs, with commas, that may read /metrics, or off',
  },
  log: {
    schema: z.enum(['json', 'pretty']).nullable(),
    fallback: null,
    about: 'the form of log lines: json, or pretty, the default on a terminal',
  },
  webhookAllow: {
    schema: List,
    fallback: '',
    about: 'hosts and CIDRs, with commas, that webhooks may reach though they are not public',
  },
  webhookRetries: {
    schema: z.union([z.literal('off').transform((): number[] => []), List.pipe(z.array(Duration))]),
    fallback: '5s,30s,5m,30m,2h,12h',
    about: 'the waits before the attempts at a failed webhook, such as 5s,30m,2h, or off',
  },
  webhookTimeout: {
    schema: Duration.pipe(z.number().min(1).max(600_000, 'at most 10m')),
    fallback: '10s',
    about: 'how long one attempt at a webhook may take in all',
  },
  retention: {
    schema: Duration.pipe(z.number().min(3_600_000, 'at least 1h')).nullable(),
    fallback: null,
    about: 'how long messages are kept after their last change, such as 180d; for ever unless set',
  },
  auditKeep: {
    schema: Duration.pipe(z.number().min(3_600_000, 'at least 1h')).nullable(),
    fallback: null,
    about: 'how long the audit log is kept, such as 365d; for ever unless set',
  },
  localAnswers: {
    schema: z.enum(['on', 'off']),
    fallback: 'on',
    about: 'off: nobody answers without a login; `inbox local-answers on` lifts it, not this',
  },
  url: { schema: Url.nullable(), fallback: null, about: 'commands talk to the server there' },
  apiKey: { schema: Optional, fallback: null, about: 'the API key with which commands ask' },
  token: { schema: Optional, fallback: null, about: 'the hu_ token with which commands decide' },
} as const;

/** Reads all settings. A value that does not fit throws a ConfigError naming where it stands. */
export function loadConfig(flags: Flags = {}, env: Environment = process.env): Config {
  const read = readSettings(flags, env).map(({ name, value }) => [name, value]);
  return Object.fromEntries(read) as Config;
}

export type ReadSetting = { name: 'data' | SettingName; value: unknown; source: string };

/** Every setting with its value and where that stands. */
export function readSettings(flags: Flags = {}, env: Environment = process.env): ReadSetting[] {
  const data = dataDirectory(flags.data, env);
  const file = configFile(data.value);
  const read = Object.keys(settings).map((key) => {
    const name = key as SettingName;
    const { value, source } = lookUp(name, flags, env, file);
    const parsed = settings[name].schema.safeParse(value);
    if (parsed.success) return { name, value: parsed.data, source };
    const reason = parsed.error.issues[0]?.message;
    throw new ConfigError(`${source} does not fit: ${settings[name].about} (${reason})`);
  });
  return [{ name: 'data', ...data }, ...read];
}

/** The settings that nobody may read over a shoulder. */
export const secretSettings: readonly string[] = ['apiKey', 'token'] satisfies SettingName[];

/** What decides how the server behaves, without secrets. */
export const serverSettings = (config: Config): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(config).filter(([name]) => !['data', 'url', ...secretSettings].includes(name)),
  );
/** The command line with which a person reads long texts. */
export const pagerCommand = (env: Environment = process.env): string => env.PAGER || 'less';

/** The command line with which a person edits texts. */
export const editorCommand = (env: Environment = process.env): string =>
  env.VISUAL || env.EDITOR || 'vi';

/** The command that opens a page for whoever sits at this machine; null where nobody sees a screen. */
export function displayOpener(env: Environment = process.env): string[] | null {
  if (process.platform === 'linux') {
    return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : null;
  }
  if (env.SSH_CONNECTION) return null;
  if (process.platform === 'darwin') return ['open'];
  return process.platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler'] : null;
}

/** Where a person's profiles are kept. */
export const configDirectory = (env: Environment = process.env): string =>
  join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'inbox');

type Means = Partial<Record<'data' | 'url' | 'profile', string | undefined>>;

/** Which inbox flags and environment name; null for what they leave open. */
export function meantInbox({ data, url, profile }: Means, env: Environment = process.env) {
  return {
    url: url ?? (env.INBOX_URL || null),
    profile: profile ?? (env.INBOX_PROFILE || null),
    data: data ?? (env.INBOX_DATA || null),
    hasKey: Boolean(env.INBOX_API_KEY || env.INBOX_API_KEY_FILE),
  };
}

/** The environment over a profile: what is set stays. */
export function environmentOver(
  { url, token }: { url: string; token: string },
  env: Environment = process.env,
): Environment {
  const isSet = (name: string) => Boolean(env[name] || env[`${name}_FILE`]);
  return {
    ...env,
    ...(isSet('INBOX_URL') ? {} : { INBOX_URL: url }),
    ...(isSet('INBOX_TOKEN') ? {} : { INBOX_TOKEN: token }),
  };
}

export const variableOf = (name: string) =>
  `INBOX_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

const flagOf = (name: string) =>
  `--${variableOf(name).slice(6).toLowerCase().replaceAll('_', '-')}`;

function lookUp(name: SettingName, flags: Flags, env: Environment, file: FileValues) {
  const variable = variableOf(name);
  const secretFile = env[`${variable}_FILE`];
  const flag = flags[name];
  if (flag !== undefined) return { value: flag, source: flagOf(name) };
  if (env[variable]) return { value: env[variable], source: variable };
  if (secretFile) return { value: readSecret(secretFile, variable), source: `${variable}_FILE` };
  if (file.values[name] !== undefined) {
    return { value: file.values[name], source: `"${name}" in ${file.path}` };
  }
  return { value: settings[name].fallback, source: 'the default' };
}

function dataDirectory(flag: string | undefined, env: Environment) {
  const system = env.STATE_DIRECTORY?.split(':')[0];
  if (flag) return { value: resolve(flag), source: '--data' };
  if (env.INBOX_DATA) return { value: resolve(env.INBOX_DATA), source: 'INBOX_DATA' };
  if (system) return { value: resolve(system), source: 'STATE_DIRECTORY' };
  const home = env.XDG_DATA_HOME || join(homedir(), '.local', 'share');
  const value = process.getuid?.() === 0 ? '/var/lib/inbox' : join(home, 'inbox');
  return { value, source: 'the default' };
}

/** Where systemd looks for the units of this user. */
export const userUnitDirectory = (env: Environment = process.env): string =>
  join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'systemd', 'user');

type FileValues = { path: string; values: Record<string, unknown> };

function configFile(data: string): FileValues {
  const path = join(data, 'config.json');
  if (!existsSync(path)) return { path, values: {} };
  try {
    return {
      path,
      values: z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(path, 'utf8'))),
    };
  } catch (error) {
    throw new ConfigError(`${path} is not a JSON object: ${(error as Error).message}`);
  }
}

function readSecret(path: string, variable: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new ConfigError(`${variable}_FILE cannot be read: ${(error as Error).message}`);
  }
}
