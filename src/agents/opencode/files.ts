/** OpenCode is connected by a plugin. */
import { dirname, join } from 'node:path';
import type { ClientFiles, ClientServer, Connecting, Surroundings } from '../file.ts';
import plugin from './plugin.js' with { type: 'text' };

const server: ClientServer = {
  file: (around) => join(folderOf(around), 'opencode.json'),
  path: ['mcp', 'inbox'],
  entry: (connecting) => ({
    type: 'remote',
    url: `${connecting.url}/mcp`,
    headers: { Authorization: `Bearer {file:${keyFile(connecting)}}` },
    oauth: false,
  }),
  commands: null,
};

/** OpenCode reads it into the header, so that its settings are without the key. */
const keyFile = ({ record }: Connecting) => join(dirname(record), 'opencode.key');

export const opencode: ClientFiles = {
  files: (connecting, around) => [
    ...(connecting.parts.includes('hooks')
      ? [{ path: join(folderOf(around), 'plugins', 'inbox.js'), text: pluginOf(connecting) }]
      : []),
    ...(connecting.parts.includes('mcp')
      ? [
          { path: keyFile(connecting), text: connecting.key },
          {
            path: server.file(around),
            additions: [{ path: server.path, value: server.entry(connecting) }],
          },
        ]
      : []),
  ],
  server,
  marks: () => [],
  isRule: (rule) => rule.trim() !== '',
  rules: ['git push *', 'npm publish *', 'terraform apply *', 'rm -rf *'],
  obstacles: () => [],
  next: [
    'Start OpenCode again: it reads its plugins when it starts.',
    '`opencode run` rejects by itself what it would have to ask. Nobody is asked.',
  ],
  gate: null,
  probe: { event: { type: 'session.deleted', properties: { sessionID: 'inbox connect' } } },
};

function folderOf({ home, variable }: Surroundings): string {
  return (
    variable('OPENCODE_CONFIG_DIR') ??
    join(variable('XDG_CONFIG_HOME') ?? join(home, '.config'), 'opencode')
  );
}

/** The record alone has URL and key: the plugin reads them from there. */
function pluginOf(connecting: Connecting): string {
  const { record, executable, ask, deniedCommands, deniedDirectories } = connecting;
  const commands = ['inbox', executable].flatMap((program) => [
    program,
    `${program} -*`,
    ...deniedCommands.flatMap((command) => [`${program} ${command}`, `${program} ${command} *`]),
  ]);
  const rules = {
    bash: { ...all(ask, 'ask'), ...all(commands, 'deny') },
    external_directory: all(
      deniedDirectories.map((directory) => join(directory, '*')),
      'deny',
    ),
  };
  return plugin
    .replace("const RECORD = '';", () => `const RECORD = ${JSON.stringify(record)};`)
    .replace(/^const RULES = .*;$/m, () => `const RULES = ${JSON.stringify(rules, null, 2)};`);
}

const all = (patterns: string[], action: 'ask' | 'deny'): Record<string, string> =>
  Object.fromEntries(patterns.map((pattern) => [pattern, action]));
