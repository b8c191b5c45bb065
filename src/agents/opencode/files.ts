/** OpenCode is connected by a plugin. */
import { join } from 'node:path';
import type { ClientFiles, Connecting, Surroundings } from '../file.ts';
import plugin from './plugin.js' with { type: 'text' };

export const opencode: ClientFiles = {
  files: (connecting, around) => [
    { path: join(folderOf(around), 'plugins', 'inbox.js'), text: pluginOf(connecting) },
  ],
  marks: () => [],
  isRule: (rule) => rule.trim() !== '',
  rules: ['git push *', 'npm publish *', 'terraform apply *', 'rm -rf *'],
  obstacles: () => [],
  next: [
    'Start OpenCode again: it reads its plugins when it starts.',
    '`opencode run` rejects by itself what it would have to ask. Nobody is asked.',
  ],
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
