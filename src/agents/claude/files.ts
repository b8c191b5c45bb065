/** Claude Code is connected by hooks and rules in its settings. */
import { dirname, join, relative } from 'node:path';
import { isJsonObject } from '../../core/json.ts';
import { type ClientFiles, type Connecting, quoted, type Surroundings } from '../file.ts';

/** The client waits for a day, after which the question expires. */
const ASK_SECONDS = 86_400;
/** Claude Code waits for these before it goes on. */
const NOTE_SECONDS = 2;
const COMMAND_SECONDS = 10;

export const claude: ClientFiles = {
  files: (connecting, around) => [
    {
      path: join(
        around.variable('CLAUDE_CONFIG_DIR') ?? join(around.home, '.claude'),
        'settings.json',
      ),
      additions: [
        ...hooksFor(connecting).map(([event, hook]) => ({
          path: ['hooks', event],
          element: { hooks: [hook] },
        })),
        ...toolsFor(connecting).map((element) => ({ path: ['permissions', 'allow'], element })),
        ...connecting.ask.map((element) => ({ path: ['permissions', 'ask'], element })),
        ...denied(connecting, around).map((element) => ({
          path: ['permissions', 'deny'],
          element,
        })),
      ],
    },
  ],
  server: {
    file: ({ home, variable }) => join(variable('CLAUDE_CONFIG_DIR') ?? home, '.claude.json'),
    path: ['mcpServers', 'inbox'],
    // Its command prints the header: the key is in no argument and not in this file.
    entry: ({ url, executable }) => ({
      type: 'http',
      url: `${url}/mcp`,
      headersHelper: `${quoted(executable)} hook --header claude`,
    }),
    commands: {
      add: (entry) => ['mcp', 'add-json', '--scope', 'user', 'inbox', JSON.stringify(entry)],
      remove: ['mcp', 'remove', '--scope', 'user', 'inbox'],
      variables(file, { home }): Record<string, string> {
        return dirname(file) === home ? {} : { CLAUDE_CONFIG_DIR: dirname(file) };
      },
    },
  },
  marks: ({ key, executable }) => [key, commandOf(executable)],
  isRule: (rule) => /^\w+(\(.+\))?$/s.test(rule),
  rules: ['Bash(git push *)', 'Bash(npm publish *)', 'Bash(terraform apply *)', 'Bash(rm -rf *)'],
  obstacles,
  next: [
    'Start Claude Code again: sessions that are open read their hooks when they began.',
    'The desktop apps and some editors do not call hooks: there Claude Code asks on its own screen alone.',
  ],
  gate: null,
  probe: { hook_event_name: 'SessionEnd', session_id: 'inbox connect' },
};

const hooksFor = (connecting: Connecting) =>
  connecting.parts.includes('hooks') ? Object.entries(hooksOf(connecting)) : [];

/** To ask a person whether a person may be asked would be one question too many. */
const toolsFor = ({ parts }: Connecting) => (parts.includes('mcp') ? ['mcp__inbox'] : []);

function hooksOf({ url, key, executable }: Connecting) {
  const http = (timeout: number) => ({
    type: 'http',
    url: `${url}/api/v1/hooks/claude`,
    timeout,
    headers: { Authorization: `Bearer ${key}` },
  });
  // Nothing waits for it, however slow the server is.
  const command = {
    type: 'command',
    command: commandOf(executable),
    async: true,
    timeout: COMMAND_SECONDS,
  };
  return {
    PermissionRequest: { ...http(ASK_SECONDS), statusMessage: 'Also waiting in the inbox' },
    PermissionDenied: http(NOTE_SECONDS),
    PostToolUse: command,
    PostToolUseFailure: command,
    Stop: http(NOTE_SECONDS),
    SubagentStop: http(NOTE_SECONDS),
    SessionEnd: http(NOTE_SECONDS),
  };
}

/** A shell runs it. */
const commandOf = (executable: string) => `${quoted(executable)} hook claude`;

/** By the name and by the path, with and without options before the command. */
function denied(
  { executable, deniedCommands, deniedDirectories }: Connecting,
  around: Surroundings,
) {
  const commands = ['inbox', executable].flatMap((program) => [
    `Bash(${program})`,
    `Bash(${program} -*)`,
    ...deniedCommands.map((command) => `Bash(${program} ${command} *)`),
  ]);
  return [...commands, ...deniedDirectories.map((directory) => readOf(directory, around))];
}

/** Its patterns are those of gitignore; two slashes begin an absolute path. */
function readOf(directory: string, { home }: Surroundings): string {
  const below = relative(home, directory);
  const isInHome = below !== '' && !below.startsWith('..');
  const path = isInHome ? `~/${below}` : `/${directory}`;
  return `Read(${path.replaceAll(/[\\*?[\]]/g, '\\$&')}/**)`;
}

function obstacles(settings: unknown, { url }: Pick<Connecting, 'url'>): string[] {
  if (!isJsonObject(settings)) return [];
  const { disableAllHooks, allowedHttpHookUrls: allowed } = settings;
  const hook = `${url}/api/v1/hooks/claude`;
  const isAllowed = !Array.isArray(allowed) || allowed.some((pattern) => fits(`${pattern}`, hook));
  return [
    ...(disableAllHooks === true ? ['“disableAllHooks” is true: set it to false.'] : []),
    ...(isAllowed ? [] : [`“allowedHttpHookUrls” does not allow ${hook}: add it.`]),
  ];
}

const fits = (pattern: string, url: string) =>
  new RegExp(`^${pattern.split('*').map(RegExp.escape).join('.*')}$`, 's').test(url);
