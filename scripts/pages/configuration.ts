// Writes docs/configuration.md from the settings: `bun run pages`.
import { variableOf } from '../../src/core/about/schema.ts';
import { settings } from '../../src/settings.ts';
import { waySettings } from '../../src/ways/ways.ts';
import { loadedProgram, named } from './commands.ts';
import { tableOf } from './table.ts';

type Name = keyof typeof settings;
/** `more` is text that the setting's sentence has no room for. */
type Written = { unit?: string; example: string; more?: string };

/** Every setting has an example, and every example is valid. The ways to notify people bring their own. */
export const written: Record<Name, Written> = {
  host: {
    example: '0.0.0.0',
    more: 'To accept connections from other machines, listen on a non-loopback address, behind a [proxy](proxies.md) with https.',
  },
  port: { example: '8080' },
  publicUrl: {
    example: 'https://inbox.example.com',
    more: 'It can have a path, such as `https://example.com/inbox`. Links that commands print use it. With an https URL, cookies are `Secure` and changes from other origins are refused.',
  },
  trustedProxies: {
    example: '127.0.0.1,10.0.0.0/8',
    more: 'See [Behind a reverse proxy](proxies.md).',
  },
  rateLimit: {
    example: '50',
    more: '`off` also removes the limits on guessing passwords and codes.',
  },
  corsOrigins: { example: 'https://app.example.com' },
  maxFileSize: { example: '2GiB' },
  maxPendingPerKey: { example: '500' },
  maxPendingPerChannel: { example: '500' },
  maxPendingBytesPerKey: { example: '128MiB' },
  maxChannelsPerKey: {
    example: '10',
    more: 'Removed channels do not count.',
  },
  maxChannelFiles: { example: '10GiB' },
  metrics: {
    example: '127.0.0.1',
    more: 'All other callers get a 404. See [Operations](operations.md#metrics).',
  },
  log: { example: 'json' },
  webhookAllow: { example: 'nas.lan,10.1.0.0/16' },
  webhookRetries: { example: '5s,1m,1h' },
  webhookTimeout: { example: '20s' },
  ...waySettings,
  retention: {
    example: '180d',
    more: 'Pending questions and drafts are never deleted.',
  },
  eventsKeep: {
    example: '7d',
    more: 'A client that was offline for longer has to read the messages again.',
  },
  auditKeep: {
    example: '365d',
    more: 'The rest of the log can still be verified after older entries are removed.',
  },
  backupAt: { example: '03:30' },
  backupKeep: { example: '14d,8w' },
  backupDir: {
    example: '/mnt/backup/inbox',
    more: 'The directory must exist. See [Scheduled backups](operations.md#scheduled-backups).',
  },
  secretsKeyFile: {
    example: '/run/secrets/inbox-key',
    more: 'Keeps the key off the volume with the database, for containers: 32 random bytes, such as from `openssl rand 32`. A missing file is created if its folder is writable.',
  },
  localAnswers: {
    example: 'off',
    more: 'See [An agent under your own account](agents-under-your-account.md).',
  },
  url: { example: 'https://inbox.example.com' },
  apiKey: { example: 'hp_…' },
  token: { example: 'hu_…' },
  undoSeconds: { unit: 'seconds', example: '10' },
  hookWait: { example: '8h' },
  completionTimeout: { example: '250ms' },
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
  const sections = Object.entries(groups).map(([group, names]) => section(group, names, flags));
  const guide = await Bun.file(`${import.meta.dir}/configuration-guide.md`).text();
  return guide
    .replace('SAMPLE', () => JSON.stringify(sample, null, 2))
    .replace('<!-- settings -->\n', () => sections.join('\n'));
}

/** One table; below it what has no room there. */
function section(group: string, names: Name[], flags: Map<string, string>): string {
  const notes = names.flatMap((name) => {
    const { more } = written[name];
    return more ? [`- \`${variableOf(name)}\`: ${more}\n`] : [];
  });
  const table = tableOf(
    ['setting', '`config.json`, flag', 'takes', 'for example', 'default', 'sets'],
    names.map((name) => rowOf(name, flags.get(name))),
  );
  return `## ${group}\n\n${table}${notes.length > 0 ? `\n${notes.join('')}` : ''}`;
}

function rowOf(name: Name, flag: string | undefined): string[] {
  const { unit, example } = written[name];
  const { about, takes } = settings[name];
  const variable = variableOf(name);
  return [
    `<a id="${variable.toLowerCase()}"></a>\`${variable}\``,
    [`\`${name}\``, ...(flag ? [`\`${flag}\``] : [])].join(', '),
    `${withoutExample(takes.replace(/ \(units: .*?\)/, ''))}${unit ? `, in ${unit}` : ''}`,
    `\`${example}\``,
    defaultOf(name),
    withoutExample(about),
  ];
}

/** The table has a column of examples. */
const withoutExample = (text: string) => text.replace(/,? such as .*?(?=, or off$|$)/, '');

const defaultOf = (name: Name) => {
  const { fallback } = settings[name];
  return fallback === null || fallback === '' ? 'none' : `\`${fallback}\``;
};

/** The flags of the program and of `inbox serve`, by the setting that they set. */
async function flagsOf(): Promise<Map<string, string>> {
  const program = await loadedProgram();
  const options = [...program.options, ...named(program, 'serve').options];
  return new Map(options.map((option) => [option.attributeName(), `${option.long}`]));
}
