/** OpenCode is connected by a plugin. */
import { join } from 'node:path';
import type { ClientFiles, Connecting, Surroundings } from '../file.ts';
import plugin from './plugin.js' with { type: 'text' };

export const opencode: ClientFiles = {
  files: (connecting, around) => [
    { path: join(folderOf(around), 'plugins', 'inbox.js'), text: pluginOf(connecting) },
  ],
  marks: () => [],
  isRule: () => false,
  rules: [],
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
function pluginOf({ record, executable, deniedCommands, deniedDirectories }: Connecting): string {
  const denied = {
    bash: ['inbox', executable].flatMap((program) => [
      program,
      `${program} -*`,
      ...deniedCommands.map((command) => `${program} ${command}*`),
    ]),
    external_directory: deniedDirectories.map((directory) => join(directory, '*')),
  };
  return plugin
    .replace("const RECORD = '';", () => `const RECORD = ${JSON.stringify(record)};`)
    .replace(/^const DENIED = .*;$/m, () => `const DENIED = ${JSON.stringify(denied, null, 2)};`);
}
