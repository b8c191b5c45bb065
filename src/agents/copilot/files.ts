/** Copilot CLI is connected by a file of hooks of our own, and by an entry among its MCP servers. */
import { join } from 'node:path';
import type { ClientFiles, ClientServer, Connecting, Surroundings } from '../file.ts';

/** Copilot waits for a day, after which the question expires. */
const ASK_SECONDS = 86_400;

const folderOf = ({ home, variable }: Surroundings) =>
  variable('COPILOT_HOME') ?? join(home, '.copilot');

const server: ClientServer = {
  file: (around) => join(folderOf(around), 'mcp-config.json'),
  path: ['mcpServers', 'inbox'],
  entry: ({ url, key }) => ({
    type: 'http',
    url: `${url}/mcp`,
    headers: { Authorization: `Bearer ${key}` },
    tools: ['*'],
  }),
  commands: null,
};

const hooksOf = ({ executable }: Connecting) => ({
  version: 1,
  hooks: {
    // In the form that begins with a capital letter it would follow the names of other programs.
    permissionRequest: [
      {
        type: 'command',
        exec: executable,
        args: ['hook', 'copilot'],
        timeoutSec: ASK_SECONDS,
      },
    ],
  },
});

export const copilot: ClientFiles = {
  files: (connecting, around) => [
    ...(connecting.parts.includes('hooks')
      ? [
          {
            path: join(folderOf(around), 'hooks/inbox.json'),
            text: `${JSON.stringify(hooksOf(connecting), null, 2)}\n`,
          },
        ]
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
  marks: ({ key }) => [key],
  isRule: () => false,
  rules: [],
  obstacles: () => [],
  next: [
    'Start Copilot again: it reads its hooks and servers when it starts.',
    'Its hook comes before its own rules: the inbox asks about everything but reading, even what --allow-tool allows, and a yes overrides --deny-tool.',
    'While the inbox asks, Copilot shows no prompt. Esc, pressed twice, ends the turn.',
  ],
  gate: null,
  probe: { hookName: 'sessionEnd', sessionId: 'inbox connect' },
};
