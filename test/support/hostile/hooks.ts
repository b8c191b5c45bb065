/** Bodies of the hooks of clients: whole, changed at any place, large, deep and broken. */
import { type ClientName, clientNames } from '../../../src/agents/clients.ts';
import { isJsonObject, type JsonObject } from '../../../src/core/json.ts';

export type Body = {
  client: string;
  /** The session of its question, if it asks one. */
  session: string;
  /** The client's User-Agent. */
  agent: string;
  text: string;
  /** A later body by which the client no longer asks. */
  ending: JsonObject;
  /** Reads the client's answer. */
  isAllowed: (answer: JsonObject) => boolean | undefined;
};

export type Random = () => number;

type Hostile = Pick<Body, 'isAllowed'> & {
  body: (random: Random, session: string) => JsonObject;
  ending: (session: string) => JsonObject;
};

const clients: Record<ClientName, Hostile> = {
  claude: {
    body: claudeBody,
    ending: (session) => ({ hook_event_name: 'SessionEnd', session_id: session }),
    isAllowed: isAllowedByOutput,
  },
  codex: {
    body: (random, session) => requestOf(random, session, 'PermissionRequest'),
    ending: (session) => ({ hook_event_name: 'SessionEnd', session_id: session }),
    isAllowed: isAllowedByOutput,
  },
  copilot: {
    body(random, session) {
      const { session_id, hook_event_name, tool_name, tool_input, cwd } = requestOf(
        random,
        session,
        'permissionRequest',
      );
      return {
        hookName: hook_event_name,
        sessionId: session_id,
        toolName: tool_name,
        toolInput: tool_input,
        cwd,
      };
    },
    ending: (session) => ({ hookName: 'sessionEnd', sessionId: session }),
    isAllowed: ({ behavior }) => decisions[`${behavior}`],
  },
  gemini: {
    body: (random, session) => requestOf(random, session, 'BeforeTool'),
    ending: (session) => ({ hook_event_name: 'SessionEnd', session_id: session }),
    isAllowed: ({ decision }) => decisions[`${decision}`],
  },
  opencode: {
    body: openCodeBody,
    ending: (session) => ({
      event: { type: 'session.deleted', properties: { sessionID: session } },
    }),
    isAllowed: isAllowedByOpenCode,
  },
};

export function hookBody(random: Random, session: string): Body {
  const client = random() < 0.4 ? 'claude' : pick(random, clientNames);
  const { body, ending, isAllowed } = clients[client];
  const whole = body(random, session);
  return {
    client,
    session,
    agent: pick(random, [`${client}/2.1.332`, 'axios/1.13.2', '', 'odd/1.\u00e9']),
    text: asText(random, random() < 0.5 ? whole : changed(random, whole)),
    ending: ending(session),
    isAllowed,
  };
}

const decisions: Record<string, boolean> = { allow: true, deny: false };

function isAllowedByOutput({ hookSpecificOutput: output }: JsonObject) {
  const decision = isJsonObject(output) ? output.decision : undefined;
  return isJsonObject(decision) ? decisions[`${decision.behavior}`] : undefined;
}

function isAllowedByOpenCode({ reply, answers }: JsonObject) {
  return answers !== undefined ? true : { once: true, always: true, reject: false }[`${reply}`];
}

/** The body of a client that knows a yes and a no. */
const requestOf = (random: Random, session: string, event: string): JsonObject => ({
  session_id: session,
  cwd: words(random).slice(0, 200),
  hook_event_name: random() < 0.8 ? event : pick(random, EVENTS),
  tool_name: pick(random, ['Bash', 'apply_patch', 'run_shell_command', 'mcp__x__y']),
  tool_input: { command: words(random), description: words(random) },
});

const EVENTS = [
  'PostToolUse',
  'PostToolUseFailure',
  'PermissionDenied',
  'Stop',
  'SubagentStop',
  'SessionStart',
];

function claudeBody(random: Random, session: string): JsonObject {
  const [tool, input] = pick(random, [
    ['Bash', { command: words(random), description: words(random) }],
    ['Write', { file_path: '/a.txt', content: words(random) }],
    ['Edit', { file_path: '/a.txt', old_string: words(random), new_string: words(random) }],
    [
      'mcp__x__y',
      { deep: { list: [1, words(random), null] }, big: 12345678901234567890n.toString() },
    ],
    ['ExitPlanMode', { plan: words(random) }],
    ['AskUserQuestion', { questions: questions(random) }],
  ]);
  return {
    session_id: session,
    cwd: words(random).slice(0, 200),
    permission_mode: 'default',
    ...(random() < 0.2 ? { agent_id: 'a1' } : {}),
    hook_event_name: random() < 0.7 ? 'PermissionRequest' : pick(random, EVENTS),
    tool_name: tool,
    tool_input: input,
    permission_suggestions: Array.from({ length: Math.floor(random() * 40) }, () => ({
      type: pick(random, ['addRules', 'setMode', 'addDirectories', 'odd']),
      behavior: 'allow',
      mode: 'acceptEdits',
      directories: [words(random)],
      rules: [{ toolName: 'Bash', ruleContent: words(random) }],
      destination: pick(random, ['session', 'localSettings', 'userSettings']),
    })),
  };
}

function openCodeBody(random: Random, session: string): JsonObject {
  const properties = pick(random, [
    {
      permission: 'bash',
      patterns: [words(random)],
      metadata: { command: words(random) },
      always: ['git *'],
    },
    { questions: questions(random) },
  ]);
  const type =
    'questions' in properties
      ? pick(random, ['question.asked', 'question.asked', 'question.replied'])
      : pick(random, ['permission.asked', 'permission.asked', 'permission.replied', 'odd.event']);
  return {
    directory: '/home/ann',
    event: {
      type,
      properties: {
        id: `id ${session}`,
        requestID: `id ${session}`,
        sessionID: session,
        ...properties,
      },
    },
  };
}

const questions = (random: Random) =>
  Array.from({ length: 1 + Math.floor(random() * 4) }, (_, index) => ({
    question: `${index} ${words(random)}`,
    header: 'Header',
    multiSelect: random() < 0.3,
    options: Array.from({ length: 2 + Math.floor(random() * 3) }, (_, at) => ({
      label: `${at} ${words(random)}`.slice(0, 300),
      description: words(random),
    })),
  }));

const ODD = [
  '',
  '\u0000',
  '\ud800',
  '\u202e',
  '`'.repeat(500),
  '<b>',
  '__proto__',
  '日本語',
  '\r\n',
];

export function words(random: Random): string {
  const size = random();
  if (size < 0.01) return pick(random, ['x', '\n', '日', '\\', '`']).repeat(300_000);
  if (size < 0.05) return pick(random, ['y', ' ', 'é']).repeat(9000);
  return `${pick(random, ODD)}${Math.floor(random() * 1e6)} npm test${pick(random, ODD)}`;
}

const VALUES: unknown[] = [
  null,
  true,
  0,
  -1e308,
  '',
  'x',
  [],
  {},
  [[]],
  { toString: 1, constructor: 'x', hasOwnProperty: null },
  'PermissionRequest',
  'x'.repeat(600),
  Array.from({ length: 5000 }, (_, at) => ({ at })),
];

/** With another value at one place, or none, but in the same session. */
export function changed(random: Random, whole: JsonObject): JsonObject {
  const copy = structuredClone(whole);
  let at: unknown = copy;
  for (;;) {
    if (typeof at !== 'object' || at === null) return copy;
    const names = Object.keys(at).filter((name) => !/^session/.test(name));
    const name = names[Math.floor(random() * names.length)];
    if (name === undefined) return copy;
    const holder = at as JsonObject;
    if (random() < 0.5 && typeof holder[name] === 'object') {
      at = holder[name];
      continue;
    }
    if (random() < 0.3) delete holder[name];
    else holder[name] = structuredClone(pick(random, VALUES));
    return copy;
  }
}

export function asText(random: Random, body: JsonObject): string {
  const text = JSON.stringify(body);
  const how = random();
  if (how < 0.02) return text.slice(0, Math.floor(random() * text.length));
  if (how < 0.03) return `[${text}]`;
  if (how < 0.04) return `${'['.repeat(100)}${text}${']'.repeat(100)}`;
  if (how < 0.05) return text.replace('{', `{"a":"${'z'.repeat(1_100_000)}",`);
  if (how < 0.06) return text.replace('{', `{"many":[${'"",'.repeat(45_000)}1],`);
  if (how < 0.08) return text.replace('{', '{"n":12345678901234567890.5e1,"n":1,');
  return text;
}

export function pick<T>(random: Random, all: readonly T[]): T {
  return all[Math.floor(random() * all.length)] as T;
}
