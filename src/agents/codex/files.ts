/** Codex is connected by a hook, by a table in its configuration, and by rules. */
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
    { path: join(folderOf(around), 'rules', 'inbox.rules'), text: rulesOf(connecting) },
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
  // The words with which a command begins.
  isRule: (rule) => /^[\w./:=@%+,-]+( [\w./:=@%+,-]+)*$/.test(rule),
  rules: ['git push', 'npm publish', 'terraform apply', 'rm -rf'],
  obstacles,
  next: [
    'A session of Codex that is open has read its hooks already: begin a new one.',
    'While you sit at this machine, Codex asks you itself. `inbox codex away` sends every question to the inbox, and `inbox codex auto` undoes that.',
    '`codex exec` never asks, so nobody is asked.',
  ],
  gate: null,
  probe: { hook_event_name: 'SessionEnd', session_id: 'inbox connect' },
};

/** Codex reads every file in that folder; where several rules fit a command, the strictest decides. */
function rulesOf({ executable, ask, deniedCommands }: Connecting): string {
  const rules = [
    {
      pattern: [['inbox', executable], deniedCommands],
      decision: 'forbidden',
      justification: 'Only people may do that. Ask them with the tool `ask` of the inbox.',
    },
    ...ask.map((rule) => ({ pattern: rule.split(' '), decision: 'prompt' })),
  ];
  return `# Written by \`inbox connect codex\`.\n${rules.map(prefixRule).join('')}`;
}

/** Starlark has texts and lists as JSON has them. */
const prefixRule = (rule: object) => {
  const lines = Object.entries(rule).map(
    ([name, one]) => `    ${name} = ${JSON.stringify(one)},\n`,
  );
  return `\nprefix_rule(\n${lines.join('')})\n`;
};

function obstacles(settings: unknown, { path }: { path: string }): string[] {
  if (!path.endsWith('config.toml') || !isJsonObject(settings)) return [];
  const { features, approval_policy: policy, hooks } = settings;
  const off = ['hooks', 'codex_hooks'].find(
    (name) => isJsonObject(features) && features[name] === false,
  );
  return [
    ...(off ? [`“features.${off}” is false: set it to true.`] : []),
    ...(policy === 'never' ? ['“approval_policy” is “never”: Codex asks nobody.'] : []),
    ...(isTrusted(hooks)
      ? []
      : ['you have not trusted it yet: begin a new session, and choose “Trust all and continue”.']),
  ];
}

/** Codex keeps the hash of each hook that its person trusts, by the file and the place in it. */
const isTrusted = (hooks: unknown) =>
  isJsonObject(hooks) &&
  isJsonObject(hooks.state) &&
  Object.keys(hooks.state).some((name) => /hooks\.json:permission_request:\d+:\d+$/.test(name));
