/** Codex is connected by a hook, and by a table in its configuration. */
import { join } from 'node:path';
import { isJsonObject } from '../../core/json.ts';
import {
  type ClientFiles,
  type ClientServer,
  type Connecting,
  quoted,
  type Surroundings,
} from '../file.ts';

/** Codex waits for a day, after which the question expires. */
const ASK_SECONDS = 86_400;

const folderOf = ({ home, variable }: Surroundings) =>
  variable('CODEX_HOME') ?? join(home, '.codex');

const server: ClientServer = {
  file: (around) => join(folderOf(around), 'config.toml'),
  path: ['mcp_servers', 'inbox'],
  // Codex reads no variable of its person's: its daemon has an environment of its own.
  entry: ({ url, key }) => ({
    url: `${url}/mcp`,
    http_headers: { Authorization: `Bearer ${key}` },
    tool_timeout_sec: 300,
  }),
  commands: null,
};

const commandOf = (executable: string) => `${quoted(executable)} hook codex`;

const hook = ({ executable }: Connecting) => ({
  path: ['hooks', 'PermissionRequest'],
  element: {
    matcher: '.*',
    hooks: [
      {
        type: 'command',
        command: commandOf(executable),
        timeout: ASK_SECONDS,
        statusMessage: 'Waiting for an answer in the inbox (Esc stops)',
      },
    ],
  },
});

export const codex: ClientFiles = {
  files: (connecting, around) => [
    ...(connecting.parts.includes('hooks')
      ? [{ path: join(folderOf(around), 'hooks.json'), additions: [hook(connecting)] }]
      : []),
    ...(connecting.parts.includes('mcp')
      ? [
          {
            path: server.file(around),
            additions: [{ path: server.path, value: server.entry(connecting) }],
          },
        ]
      : []),
  ],
  server,
  marks: ({ key, executable }) => [key, commandOf(executable)],
  // Codex has no rules of tools that a person can be asked about.
  isRule: () => false,
  rules: [],
  obstacles: (settings) =>
    isJsonObject(settings) && settings.disableAllHooks === true
      ? ['“disableAllHooks” is true: set it to false.']
      : [],
  next: [
    'Start Codex again and choose “Trust all and continue” where it says that hooks need review: it calls no other. Where its daemon runs, type /daemon in it to restart that, too.',
    'While you sit at this machine, Codex asks you itself. `inbox codex away` sends every question to the inbox, and `inbox codex auto` undoes that.',
    '`codex exec` never asks, so nobody is asked.',
  ],
  gate: null,
  probe: { hook_event_name: 'SessionEnd', session_id: 'inbox connect' },
};
