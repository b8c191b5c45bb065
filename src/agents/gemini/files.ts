/** Gemini CLI is connected by an entry among its MCP servers, by rules and, as a gate, by a hook. */
import { join } from 'node:path';
import { isJsonObject } from '../../core/json.ts';
import {
  type ClientFiles,
  type ClientServer,
  type Connecting,
  quoted,
  type Surroundings,
} from '../file.ts';

/** Gemini waits for a day and a minute. Then it runs the tool, so its question has expired before. */
const ASK_MS = 86_460_000;

const folderOf = ({ home, variable }: Surroundings) =>
  join(variable('GEMINI_CLI_HOME') ?? home, '.gemini');

const settingsOf = (around: Surroundings) => join(folderOf(around), 'settings.json');

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

/**
 * The tools that Gemini 0.61.0 uses without a question (`policies/read-only.toml`), or asks about itself even in its mode
 * `yolo`. Any other is gated: those of MCP servers, and what a later version has.
 */
const UNGATED = [
  'glob',
  'grep_search',
  'search_file_content',
  'list_directory',
  'read_file',
  'read_many_files',
  'read_mcp_resource',
  'list_mcp_resources',
  'google_web_search',
  'codebase_investigator',
  'cli_help',
  'get_internal_docs',
  'tracker_create_task',
  'tracker_update_task',
  'tracker_get_task',
  'tracker_list_tasks',
  'tracker_add_dependency',
  'tracker_visualize',
  'write_todos',
  'update_topic',
  'list_background_processes',
  'read_background_output',
  // An agent that it starts uses tools, too, which are gated one by one.
  'invoke_agent',
  'complete_task',
  'ask_user',
  'enter_plan_mode',
  'exit_plan_mode',
];

const hookOf = (executable: string) => `${quoted(executable)} hook gemini --fail closed`;

/**
 * Gemini refuses a tool for an exit code over 1 with words beside it, and runs it for any other end of its hook. The shell
 * outlives a hook that is killed, and a terminal that closes.
 */
const commandOf = (executable: string) =>
  `trap '' HUP INT; ${hookOf(executable)} --while $PPID || { echo 'The inbox has not allowed it.' >&2; exit ${REFUSED}; }`;

const REFUSED = 2;

const gates = ({ executable, ask }: Connecting) => ({
  path: ['hooks', 'BeforeTool'],
  element: {
    matcher: `^(?!(${UNGATED.filter((tool) => !ask.includes(tool)).join('|')})$)`,
    hooks: [{ name: HOOK, type: 'command', command: commandOf(executable), timeout: ASK_MS }],
  },
});

/** Gemini can turn a hook off by its name. */
const HOOK = 'inbox';

export const gemini: ClientFiles = {
  files: (connecting, around) => [
    { path: join(folderOf(around), 'policies', 'inbox.toml'), text: rulesOf(connecting) },
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
  marks: ({ key, executable }) => [key, hookOf(executable)],
  // The name of a tool, as in its /tools.
  isRule: (rule) => /^\w+$/.test(rule),
  rules: ['read_file', 'google_web_search'],
  obstacles(settings) {
    if (!isJsonObject(settings) || !isJsonObject(settings.hooksConfig)) return [];
    const { enabled, disabled } = settings.hooksConfig;
    const isOff = Array.isArray(disabled) && disabled.includes(HOOK);
    return [
      ...(enabled === false ? ['“hooksConfig.enabled” is false: set it to true.'] : []),
      ...(isOff ? [`“hooksConfig.disabled” has “${HOOK}”: remove that.`] : []),
    ];
  },
  next: ['Start Gemini again: it reads its settings when it starts.'],
  gate: {
    closed:
      'The inbox is asked before each use of a tool that does more than read. Start Gemini so that it does not ask as well: gemini --approval-mode yolo. Gemini would run a tool whose hook it gives up, after a day and a minute: the hook refuses the tool a minute before.',
    open: 'Gemini asks in its own terminal alone: it has no hook for that. With `inbox connect gemini --gate` the inbox is asked before each use of a tool that does more than read.',
  },
  probe: { hook_event_name: 'SessionEnd', session_id: 'inbox connect' },
};

/** Gemini reads every file in that folder. These rules come before its mode `yolo`, and before any of the person's. */
function rulesOf({ executable, deniedCommands, deniedDirectories }: Connecting): string {
  const programs = ['inbox', executable];
  const end = { decision: 'deny', priority: 999 };
  const rules = [
    {
      toolName: 'run_shell_command',
      commandPrefix: programs.flatMap((program) =>
        deniedCommands.map((command) => `${quoted(program)} ${command}`),
      ),
      ...end,
      denyMessage: 'Only people may do that. Ask them with the tool `ask` of the inbox.',
    },
    {
      toolName: 'run_shell_command',
      // Alone it is for people, and before an option its command is not known.
      commandRegex: `(${programs.map((program) => inArguments(quoted(program))).join('|')})(\\s+-|\\s*")`,
      ...end,
      denyMessage: 'Name the command of the inbox before its options.',
    },
    {
      toolName: ['read_file', 'read_many_files', 'list_directory', 'glob', 'grep_search'],
      argsPattern: `"(${deniedDirectories.map(inArguments).join('|')})[/"]`,
      ...end,
      denyMessage: 'Only people may read that.',
    },
  ];
  return `# Written by \`inbox connect gemini\`.\n${rules.map(ruleInToml).join('')}`;
}

/** A text as a pattern for the JSON of a tool's input. */
const inArguments = (text: string) => RegExp.escape(JSON.stringify(text).slice(1, -1));

/** TOML has texts, numbers and lists as JSON has them. */
const ruleInToml = (rule: object) => {
  const lines = Object.entries(rule).map(([name, one]) => `${name} = ${JSON.stringify(one)}\n`);
  return `\n[[rule]]\n${lines.join('')}`;
};
