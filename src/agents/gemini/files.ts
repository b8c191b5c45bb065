/** Gemini CLI is connected by an entry among its MCP servers and, as a gate, by hooks. */
import { join } from 'node:path';
import { isJsonObject } from '../../core/json.ts';
import {
  type ClientFiles,
  type ClientServer,
  type Connecting,
  quoted,
  type Surroundings,
} from '../file.ts';

/** Gemini waits for a day. Then it runs the tool, so its question has expired a minute before. */
const ASK_MS = 86_460_000;

const settingsOf = ({ home }: Surroundings) => join(home, '.gemini/settings.json');

const server: ClientServer = {
  file: settingsOf,
  path: ['mcpServers', 'inbox'],
  entry: ({ url, key }) => ({
    httpUrl: `${url}/mcp`,
    headers: { Authorization: `Bearer ${key}` },
    trust: true,
  }),
  commands: null,
};

/** The tools that change something. */
const GATED = ['run_shell_command', 'write_file', 'replace'];

const commandOf = (executable: string) => `${quoted(executable)} hook gemini --fail closed`;

const gates = ({ executable, ask }: Connecting) => ({
  path: ['hooks', 'BeforeTool'],
  element: {
    matcher: `^(${[...GATED, ...ask].join('|')})$`,
    hooks: [{ name: 'inbox', type: 'command', command: commandOf(executable), timeout: ASK_MS }],
  },
});

export const gemini: ClientFiles = {
  files: (connecting, around) => [
    {
      path: settingsOf(around),
      additions: [
        ...(connecting.parts.includes('hooks') ? [gates(connecting)] : []),
        ...(connecting.parts.includes('mcp')
          ? [{ path: server.path, value: server.entry(connecting) }]
          : []),
      ],
    },
  ],
  server,
  marks: ({ key, executable }) => [key, commandOf(executable)],
  // The name of a tool, as in its /tools.
  isRule: (rule) => /^\w+$/.test(rule),
  rules: ['web_fetch'],
  obstacles(settings) {
    if (!isJsonObject(settings)) return [];
    const { hooksConfig } = settings;
    const isOff = isJsonObject(hooksConfig) && hooksConfig.enabled === false;
    return isOff ? ['“hooksConfig.enabled” is false: set it to true.'] : [];
  },
  next: ['Start Gemini again: it reads its settings when it starts.'],
  gate: 'Gemini has no hook that asks when Gemini would ask. With --gate the inbox is asked before each command and each change of a file, and Gemini must be started so that it does not ask as well (--approval-mode yolo). If Gemini or the hook is killed while a question is held, Gemini runs the tool.',
  probe: { hook_event_name: 'SessionEnd', session_id: 'inbox connect' },
};
