// Writes docs/configuration.md from the settings: `bun run pages`.
import { variableOf } from '../../src/core/about/schema.ts';
import { settings } from '../../src/settings.ts';
import { waySettings } from '../../src/ways/ways.ts';
import { loadedProgram, named } from './commands.ts';
import { tableOf } from './table.ts';

type Name = keyof typeof settings;
/** `more` is text that the setting's sentence has no room for. */
type Written = { unit?: string; example: string; more?: string };

const SIZE = { unit: 'bytes, or `kB` to `TiB`' };
const DURATION = { unit: 'seconds, or `ms` to `d`' };

/** Every setting has an example, and every example is valid. The ways to notify people bring their own. */
export const written: Record<Name, Written> = {
  host: {
    example: '0.0.0.0',
    more: 'Other machines reach the inbox only on another address than loopback. Put a [proxy](proxies.md) with https in front of it.',
  },
  port: { example: '8080' },
  publicUrl: {
    example: 'https://inbox.example.com',
    more: 'It can have a path, such as `https://example.com/inbox`. Links that commands print use it. If it is https, cookies are sent over https alone, and changes from other origins are refused.',
  },
  trustedProxies: {
    example: '127.0.0.1,10.0.0.0/8',
    more: 'Only these proxies are believed when they name the sender, scheme and host of a request (`X-Forwarded-For`, `-Proto`, `-Host`, `Forwarded`). See [Behind a reverse proxy](proxies.md).',
  },
  rateLimit: {
    unit: 'requests per second',
    example: '50',
    more: '`off` also removes the limits on guessing passwords and codes.',
  },
  corsOrigins: { example: 'https://app.example.com' },
  maxFileSize: { ...SIZE, example: '2GiB' },
  maxPendingPerKey: { unit: 'questions', example: '500' },
  maxPendingPerChannel: { unit: 'questions', example: '500' },
  maxPendingBytesPerKey: { ...SIZE, example: '128MiB' },
  maxChannelsPerKey: {
    unit: 'channels',
    example: '10',
    more: 'Removed channels do not count.',
  },
  maxChannelFiles: { ...SIZE, example: '10GiB' },
  metrics: {
    example: '127.0.0.1',
    more: 'For all other callers the path does not exist. See [Operations](operations.md).',
  },
  log: { example: 'json' },
  webhookAllow: { example: 'nas.lan,10.1.0.0/16' },
  webhookRetries: { ...DURATION, example: '5s,1m,1h' },
  webhookTimeout: { ...DURATION, example: '20s' },
  ...waySettings,
  retention: {
    ...DURATION,
    example: '180d',
    more: 'Pending questions and drafts are always kept.',
  },
  eventsKeep: {
    ...DURATION,
    example: '7d',
    more: 'A client that was away for longer reads the messages again. The newest event is always kept.',
  },
  auditKeep: {
    ...DURATION,
    example: '365d',
    more: 'The rest of the log can still be verified after older entries are removed.',
  },
  backupAt: { unit: 'hours and minutes', example: '03:30' },
  backupKeep: { unit: '`d`, `w`, `m`', example: '14d,8w' },
  backupDir: {
    example: '/mnt/backup/inbox',
    more: 'The directory must exist, so that a disk that is not mounted is noticed. `inbox service install` lets the service write to it; see [Operations](operations.md#scheduled-backups) for other units.',
  },
  secretsKeyFile: {
    example: '/run/secrets/inbox-key',
    more: 'For containers, so that the key is not on the volume with the database: 32 random bytes, such as from `openssl rand 32`. A missing file is created if its folder can be written to.',
  },
  localAnswers: {
    example: 'off',
    more: 'See [An agent under your own account](agents-under-your-account.md).',
  },
  url: { example: 'https://inbox.example.com' },
  apiKey: { example: 'hp_…' },
  token: { example: 'hu_…' },
  undoSeconds: { unit: 'seconds', example: '10' },
  hookWait: { ...DURATION, example: '8h' },
  completionTimeout: { ...DURATION, example: '250ms' },
};

/** The groups of settings. */
const groups: Record<string, Name[]> = {
  Network: ['host', 'port', 'publicUrl', 'trustedProxies', 'corsOrigins', 'metrics'],
  Limits: [
    'rateLimit',
    'maxFileSize',
    'maxPendingPerKey',
    'maxPendingPerChannel',
    'maxPendingBytesPerKey',
    'maxChannelsPerKey',
    'maxChannelFiles',
  ],
  Webhooks: ['webhookAllow', 'webhookRetries', 'webhookTimeout'],
  Notifications: Object.keys(waySettings) as Name[],
  'Retention and backups': [
    'retention',
    'eventsKeep',
    'auditKeep',
    'backupAt',
    'backupKeep',
    'backupDir',
  ],
  'Answers and logs': ['localAnswers', 'secretsKeyFile', 'log'],
  Commands: ['url', 'apiKey', 'token', 'undoSeconds', 'hookWait', 'completionTimeout'],
};

/** An example of a config.json; a test reads it like the server. */
export const sample = {
  publicUrl: 'https://inbox.example.com',
  trustedProxies: '127.0.0.1',
  maxFileSize: '500MB',
  retention: '180d',
  backupAt: '03:30',
  backupDir: '/mnt/backup/inbox',
  webhookAllow: 'nas.lan',
  log: 'json',
};

/** Returns the page, the same for the same settings. */
export async function configurationPage(): Promise<string> {
  const flags = await flagsOf();
  const sections = Object.entries(groups).map(
    ([group, names]) => `## ${group}\n\n${names.map((name) => section(name, flags)).join('\n')}\n`,
  );
  const guide = await Bun.file(`${import.meta.dir}/configuration-guide.md`).text();
  return guide
    .replace('SAMPLE', () => JSON.stringify(sample, null, 2))
    .replace('<!-- overview -->\n', overview)
    .replace('<!-- settings -->\n', () => sections.join(''));
}

const overview = () => `## All settings

${tableOf(
  ['variable', 'default', 'sets'],
  (Object.keys(settings) as Name[]).map((name) => [
    `[\`${variableOf(name)}\`](#${variableOf(name).toLowerCase()})`,
    defaultOf(name),
    settings[name].about,
  ]),
)}
`;

function section(name: Name, flags: Map<string, string>): string {
  const { unit = '', example, more } = written[name];
  const { about, takes } = settings[name];
  const flag = flags.get(name);
  const row = [
    `\`${name}\``,
    flag ? `\`${flag}\`` : '',
    takes.replace(/ \(units: .*?\)/, ''),
    unit,
    defaultOf(name),
    `\`${variableOf(name)}=${example}\``,
  ];
  const columns = ['config.json', 'flag', 'takes', 'unit', 'default', 'example'];
  return `### \`${variableOf(name)}\`

${sentence(about)}${more ? ` ${more}` : ''}

${tableOf(columns, [row])}`;
}

const defaultOf = (name: Name) => {
  const { fallback } = settings[name];
  return fallback === null || fallback === '' ? 'none' : `\`${fallback}\``;
};

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** The flags of the program and of `inbox serve`, by the setting that they set. */
async function flagsOf(): Promise<Map<string, string>> {
  const program = await loadedProgram();
  const options = [...program.options, ...named(program, 'serve').options];
  return new Map(options.map((option) => [option.attributeName(), `${option.long}`]));
}
