// Writes docs/configuration.md from the settings: `bun run pages`.
import { variableOf } from '../../src/config.ts';
import { settings } from '../../src/settings.ts';
import { loadedProgram, named } from './commands.ts';
import { tableOf } from './table.ts';

type Name = keyof typeof settings;
/** `more` is what the sentence of the setting has no room for. */
type Written = { unit?: string; example: string; more?: string };

const SIZE = { unit: 'bytes, or `kB` to `TiB`' };
const DURATION = { unit: 'seconds, or `ms` to `d`' };

/** Every setting has an example, and every example is valid. */
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
    more: 'The directory must exist, so that a disk that is not mounted is noticed. A systemd service also needs `ReadWritePaths=` for it.',
  },
  localAnswers: {
    example: 'off',
    more: 'See [An agent under your own account](agents-under-your-account.md).',
  },
  url: { example: 'https://inbox.example.com' },
  apiKey: { example: 'hp_…' },
  token: { example: 'hu_…' },
  undoSeconds: { unit: 'seconds', example: '10' },
  completionTimeout: { ...DURATION, example: '250ms' },
};

/** Which settings belong together. */
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
  'Retention and backups': [
    'retention',
    'eventsKeep',
    'auditKeep',
    'backupAt',
    'backupKeep',
    'backupDir',
  ],
  'Answers and logs': ['localAnswers', 'log'],
  Commands: ['url', 'apiKey', 'token', 'undoSeconds', 'completionTimeout'],
};

const HEAD = `# Configuration

Every setting of the server and of the command line: what it does, where to set it and what it takes.
You need none of them to start.

To see which values are in force and where each comes from, run \`inbox config\`.

## Precedence

A setting is read from the first of these that has it:

1. the flag, for example \`--port 8080\`
2. the environment variable, for example \`INBOX_PORT=8080\`
3. the file named by that variable with \`_FILE\` appended, for example \`INBOX_TOKEN_FILE=/run/secrets/token\`
4. \`config.json\` in the data directory
5. the default

An empty variable counts as not set. For commands, a [saved login](cli.md#logging-in-to-another-machine) comes after the
environment and before the inbox on this machine.

An invalid value stops the program and names the setting, the value and what is valid. \`inbox serve\` warns about
unknown names in \`config.json\`; \`inbox config\` and \`inbox doctor\` also report unknown \`INBOX_\` variables.

**The server and your shell read their settings separately.** A variable in the systemd unit applies to the server, not to
the commands you type. Put settings of the server into \`config.json\`, where both find them.

## Secrets from files

Append \`_FILE\` to a variable's name to read the value from a file. Line breaks at its end are ignored. Secret
stores of systemd, Docker and Kubernetes work this way:

\`\`\`sh
umask 077
echo hu_example > token
INBOX_TOKEN_FILE=token inbox config | grep INBOX_TOKEN
\`\`\`

## config.json

\`config.json\` is a JSON object in the data directory. Names are those in the column *config.json* below. Restart the
server after a change. A sample:

\`\`\`json
SAMPLE
\`\`\`

## Sizes, durations and lists

| type | write | not |
|---|---|---|
| size | \`100MiB\`, \`2GB\`, or a number of bytes. \`kB\`, \`MB\`, \`GB\`, \`TB\` count in thousands; \`KiB\`, \`MiB\`, \`GiB\`, \`TiB\` in 1024s | \`100 megabytes\` |
| duration | \`500ms\`, \`30s\`, \`10m\`, \`1h30m\`, \`1.5h\`, \`90d\`, or a number of seconds | \`1 week\` |
| list | values with commas between: \`127.0.0.1,10.0.0.0/8\` | a JSON array |

`;

const DATA = `## Data directory

### \`INBOX_DATA\`

The data directory. It contains the database, files, plugins, backups and \`config.json\`, so it cannot be set in
\`config.json\`. Without the setting it is the first of these:

1. \`$STATE_DIRECTORY\`, which systemd sets for a service
2. \`/var/lib/inbox\`, for root
3. \`$XDG_DATA_HOME/inbox\`
4. \`~/.local/share/inbox\`

Only its owner can read it, whatever the umask. One process at a time has it open: while a server runs, commands go through
the server. \`init\`, \`serve\` and commands that create a channel, a key, a token or a user set up an inbox in an empty
directory; all other commands create nothing.

| config.json | flag | takes | default | example |
|---|---|---|---|---|
| | \`--data\` | path | \`~/.local/share/inbox\` | \`INBOX_DATA=/srv/inbox\` |

### \`INBOX_PROFILE\`

The saved login that commands use, by its name. See [Logging in to another machine](cli.md#logging-in-to-another-machine).

| config.json | flag | takes | default | example |
|---|---|---|---|---|
| | \`--profile\` | name | the login chosen last | \`INBOX_PROFILE=work\` |

`;

const NEXT = `## Next

- [Operations](operations.md): health, metrics, logs and backups.
- [Behind a reverse proxy](proxies.md): the settings for https.
- [Command line](cli.md): every command.

<!-- Written by \`bun run pages\` from src/settings.ts. Edit scripts/pages/configuration.ts. -->
`;

/** What a config.json may look like; a test reads it as the server does. */
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

/** The page, the same for the same settings. */
export async function configurationPage(): Promise<string> {
  const flags = await flagsOf();
  const sections = Object.entries(groups).map(
    ([group, names]) => `## ${group}\n\n${names.map((name) => section(name, flags)).join('\n')}\n`,
  );
  const head = HEAD.replace('SAMPLE', JSON.stringify(sample, null, 2));
  return `${head}${overview()}${DATA}${sections.join('')}${NEXT}`;
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
