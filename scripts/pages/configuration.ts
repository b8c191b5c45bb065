// Writes docs/configuration.md from the settings: `bun run pages`.
import { variableOf } from '../../src/config.ts';
import { settings } from '../../src/settings.ts';
import { loadedProgram, named } from './commands.ts';
import { tableOf } from './table.ts';

type Name = keyof typeof settings;
type Written = { type: string; unit?: string; example: string };

const list = (of: string) => `list of ${of}, with commas`;
const SIZE: Omit<Written, 'example'> = { type: 'size', unit: 'bytes, or `kB` to `TiB`' };
const DURATION: Omit<Written, 'example'> = { type: 'duration', unit: 'seconds, or `ms` to `d`' };

/** How a value is written; every setting has an example, and every example is valid. */
export const written: Record<Name, Written> = {
  host: { type: 'address', example: '0.0.0.0' },
  port: { type: 'number', example: '8080' },
  publicUrl: { type: 'URL', example: 'https://inbox.example.com' },
  trustedProxies: { type: list('addresses and CIDRs'), example: '127.0.0.1,10.0.0.0/8' },
  rateLimit: { type: 'number or `off`', unit: 'requests per second', example: '50' },
  corsOrigins: { type: list('origins'), example: 'https://app.example.com' },
  maxFileSize: { ...SIZE, example: '2GiB' },
  maxPendingPerKey: { type: 'number or `off`', unit: 'questions', example: '500' },
  maxPendingPerChannel: { type: 'number or `off`', unit: 'questions', example: '500' },
  maxPendingBytesPerKey: { ...SIZE, type: 'size or `off`', example: '128MiB' },
  maxChannelsPerKey: { type: 'number or `off`', unit: 'channels', example: '10' },
  maxChannelFiles: { ...SIZE, type: 'size or `off`', example: '10GiB' },
  metrics: { type: `${list('addresses and CIDRs')}, or \`off\``, example: '127.0.0.1' },
  log: { type: '`json` or `pretty`', example: 'json' },
  webhookAllow: { type: list('hosts and CIDRs'), example: 'nas.lan,10.1.0.0/16' },
  webhookRetries: { ...DURATION, type: `${list('durations')}, or \`off\``, example: '5s,1m,1h' },
  webhookTimeout: { ...DURATION, example: '20s' },
  retention: { ...DURATION, example: '180d' },
  auditKeep: { ...DURATION, example: '365d' },
  backupAt: { type: 'local time or `off`', unit: 'hours and minutes', example: '03:30' },
  backupKeep: { type: 'list of counts, with commas', unit: '`d`, `w`, `m`', example: '14d,8w' },
  backupDir: { type: 'absolute path', example: '/mnt/backup/inbox' },
  localAnswers: { type: '`on` or `off`', example: 'off' },
  url: { type: 'URL', example: 'https://inbox.example.com' },
  apiKey: { type: 'API key', example: 'hp_…' },
  token: { type: 'token', example: 'hu_…' },
  undoSeconds: { type: '`0`, `3`, `5` or `10`', unit: 'seconds', example: '10' },
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
  'Retention and backups': ['retention', 'auditKeep', 'backupAt', 'backupKeep', 'backupDir'],
  'Answers and logs': ['localAnswers', 'log'],
  Commands: ['url', 'apiKey', 'token', 'undoSeconds', 'completionTimeout'],
};

const HEAD = `<!-- Written by \`bun run pages\` from src/settings.ts. Edit scripts/pages/configuration.ts. -->

# Configuration

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

Only its owner can read it. One process at a time has it open: while a server runs, commands go through the server.

| config.json | flag | type | default | example |
|---|---|---|---|---|
| | \`--data\` | path | \`~/.local/share/inbox\` | \`INBOX_DATA=/srv/inbox\` |

### \`INBOX_PROFILE\`

The saved login that commands use, by its name. See [Logging in to another machine](cli.md#logging-in-to-another-machine).

| config.json | flag | type | default | example |
|---|---|---|---|---|
| | \`--profile\` | name | the login chosen last | \`INBOX_PROFILE=work\` |

`;

const NEXT = `## Next

- [Operations](operations.md): health, metrics, logs and backups.
- [Behind a reverse proxy](proxies.md): the settings for https.
- [Command line](cli.md): every command.
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
  const { type, unit = '', example } = written[name];
  const { about, takes } = settings[name];
  const flag = flags.get(name);
  const row = [
    `\`${name}\``,
    flag ? `\`${flag}\`` : '',
    type,
    unit,
    defaultOf(name),
    `\`${variableOf(name)}=${example}\``,
  ];
  const columns = ['config.json', 'flag', 'type', 'unit', 'default', 'example'];
  return `### \`${variableOf(name)}\`

${sentence(about)} Takes ${takes}.

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
