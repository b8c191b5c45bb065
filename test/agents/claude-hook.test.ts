/** The hooks of Claude Code 2.1.332: bodies as it sends them, and the answers that it takes. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { claude } from '../../src/agents/claude/hook.ts';
import type { AskedBefore, HookQuestion } from '../../src/agents/hook.ts';
import { isJsonObject, type JsonObject } from '../../src/core/json.ts';
import { checkAnswer } from '../../src/core/reviews/answers.ts';
import { parsePayload } from '../../src/core/reviews/kinds.ts';

const common = {
  session_id: '4f1c',
  transcript_path: '/home/ann/.claude/projects/shop/4f1c.jsonl',
  cwd: '/home/ann/shop',
  prompt_id: 'p1',
  permission_mode: 'default',
  effort: { level: 'high' },
};

const request = (tool: string, input: unknown, more: object = {}): JsonObject => ({
  ...common,
  hook_event_name: 'PermissionRequest',
  tool_name: tool,
  tool_input: input,
  ...more,
});

function asked(body: JsonObject): HookQuestion {
  const call = claude(body);
  if (call.does !== 'ask') throw new Error(JSON.stringify(call));
  return call.question;
}

/** The payload as the inbox stores it. */
function stored({ type, payload }: HookQuestion): JsonObject {
  const parsed = parsePayload(type, payload);
  if (!parsed.success) throw parsed.error;
  return parsed.data;
}

/** The decision that Claude Code gets for an answer of Ann's. */
function decision(body: JsonObject, response: JsonObject): unknown {
  const question = asked(body);
  const payload = stored(question);
  const checked = checkAnswer({ type: question.type, payload }, response);
  if (!('answer' in checked)) throw new Error(JSON.stringify(checked.issues));
  const respondedBy = { id: 'u1', name: 'Ann', via: 'dashboard', credential: null } as const;
  const answer = question.answer({ payload, response: checked.answer, respondedBy });
  const output = answer.hookSpecificOutput;
  if (!isJsonObject(output)) throw new Error('no output');
  expect(Object.keys(answer)).toEqual(['hookSpecificOutput']);
  expect(output.hookEventName).toBe('PermissionRequest');
  return output.decision;
}

const npm = { type: 'addRules', behavior: 'allow', destination: 'localSettings' };
const bash = request(
  'Bash',
  { command: 'npm test', description: 'Run the tests' },
  {
    permission_suggestions: [
      { ...npm, rules: [{ toolName: 'Bash', ruleContent: 'npm test:*' }] },
      { type: 'setMode', mode: 'acceptEdits', destination: 'session' },
      { type: 'addDirectories', directories: ['/srv'], destination: 'userSettings' },
    ],
  },
);
const plan = request('ExitPlanMode', { plan: '# Plan\n1. Test', planFilePath: '/p.md' });
const colours = {
  question: 'Which colour?',
  header: 'Colour',
  multiSelect: false,
  options: [
    { label: 'Red', description: 'As the logo', preview: '<b>red</b>' },
    { label: 'Blue', description: 'As the sea' },
  ],
};
const sizes = { ...colours, question: 'Which sizes?', multiSelect: true };
const ask = (...questions: object[]) => request('AskUserQuestion', { questions });

test.each<[what: string, body: JsonObject, response: JsonObject, decided: object]>([
  ['allows', bash, { decision: 'allow' }, { behavior: 'allow' }],
  ['denies by name', bash, { decision: 'deny' }, { behavior: 'deny', message: 'Denied by Ann.' }],
  [
    'denies with a message',
    bash,
    { decision: 'deny', message: 'Not today' },
    { behavior: 'deny', message: 'Not today' },
  ],
  [
    'denies and stops',
    bash,
    { choice: 'deny-and-stop' },
    { behavior: 'deny', message: 'Denied by Ann.', interrupt: true },
  ],
  [
    'allows another input',
    bash,
    { decision: 'allow', input: { command: 'npm t' } },
    { behavior: 'allow', updatedInput: { command: 'npm t' } },
  ],
  [
    'allows the same input',
    bash,
    { decision: 'allow', input: bash.tool_input },
    { behavior: 'allow' },
  ],
  [
    'always allows',
    bash,
    { choice: 'suggestion-1' },
    {
      behavior: 'allow',
      updatedPermissions: [{ ...npm, rules: [{ toolName: 'Bash', ruleContent: 'npm test:*' }] }],
    },
  ],
  [
    'approves a plan, which an allow alone does not',
    plan,
    { decision: 'allow' },
    { behavior: 'allow', updatedInput: { plan: '# Plan\n1. Test', planFilePath: '/p.md' } },
  ],
  [
    'changes a plan',
    plan,
    { decision: 'allow', input: { plan: '2. Ship', planFilePath: '/p.md' } },
    { behavior: 'allow', updatedInput: { plan: '2. Ship', planFilePath: '/p.md' } },
  ],
  [
    'gives feedback on a plan',
    plan,
    { decision: 'deny', message: 'Use a branch' },
    { behavior: 'deny', message: 'Use a branch' },
  ],
  [
    'answers questions by their words',
    ask(colours, sizes),
    { answers: { q1: { selected: ['2'] }, q2: { selected: ['1', '2'], other: 'Green' } } },
    {
      behavior: 'allow',
      updatedInput: {
        questions: [colours, sizes],
        answers: { 'Which colour?': 'Blue', 'Which sizes?': 'Red, Blue, Green' },
      },
    },
  ],
  [
    'answers a question without options by a text',
    ask({ question: 'Which branch?', kind: 'text' }),
    { answers: { q1: { other: 'main' } } },
    {
      behavior: 'allow',
      updatedInput: {
        questions: [{ question: 'Which branch?', kind: 'text' }],
        answers: { 'Which branch?': 'main' },
      },
    },
  ],
])('%s', (_, body, response, decided) => {
  expect(decision(body, response)).toEqual(decided);
});

test('asks for a tool with its whole input, and says what each choice does and where it is kept', () => {
  const { payload, source } = asked(bash);
  expect(payload).toMatchObject({ tool: 'Bash', input: bash.tool_input, editable: true });
  expect(source).toEqual({
    session: '4f1c',
    cwd: '/home/ann/shop',
    tool: 'Bash',
    agentId: undefined,
  });
  const { choices } = stored(asked(bash));
  expect(choices).toEqual([
    {
      id: 'suggestion-1',
      label:
        'Allow, and always allow Bash(npm test:*): permanently, in .claude/settings.local.json of this project',
      decision: 'allow',
    },
    {
      id: 'suggestion-2',
      label: 'Allow, and accept every edit of a file: until this session ends',
      decision: 'allow',
    },
    {
      id: 'suggestion-3',
      label:
        'Allow, and let it work in /srv: permanently and in every project, in ~/.claude/settings.json',
      decision: 'allow',
    },
    {
      id: 'deny-and-stop',
      label: 'Deny, and stop: its turn ends, and it does not read your message',
      decision: 'deny',
    },
  ]);
});

test('shows the preview of an option', () => {
  const [{ options }] = stored(asked(ask(colours))).questions as [{ options: unknown }];
  expect(options).toEqual([
    { id: '1', label: 'Red', description: 'As the logo\n\n<b>red</b>' },
    { id: '2', label: 'Blue', description: 'As the sea' },
  ]);
});

const rules = (...contents: string[]) =>
  contents.map((ruleContent) => ({ toolName: 'Bash', ruleContent }));

test.each<[what: string, suggestions: unknown, offered: number]>([
  ['none', undefined, 0],
  ['no list', 'always', 0],
  ['no objects', [null, 1, 'x', []], 0],
  ['a rule that refuses', [{ ...npm, behavior: 'deny', rules: rules('ls') }], 0],
  ['an unknown place', [{ ...npm, destination: 'toString', rules: rules('ls') }], 0],
  ['an unknown mode', [{ type: 'setMode', mode: 'constructor', destination: 'session' }], 0],
  ['a rule without a tool', [{ ...npm, rules: [{ ruleContent: 'ls' }] }], 0],
  ['a label that would be cut', [{ ...npm, rules: rules('x'.repeat(600)) }], 0],
  [
    'the same twice',
    [
      { ...npm, rules: rules('ls') },
      { ...npm, rules: rules('ls') },
    ],
    1,
  ],
  [
    'more than there is room for',
    rules(...'abcdefghijklmnopqrstuvwxyz').map((rule) => ({ ...npm, rules: [rule] })),
    10,
  ],
])('asks all the same with suggestions of %s', (_, suggestions, offered) => {
  const { choices } = stored(asked({ ...bash, permission_suggestions: suggestions }));
  expect((choices as unknown[]).length).toBe(offered + 1);
});

test.each<[body: JsonObject, reason: string]>([
  [{}, 'hook_event_name is missing'],
  [{ hook_event_name: 7 }, 'hook_event_name is missing'],
  [{ hook_event_name: 'Stop' }, 'Stop without a session_id'],
  [{ ...bash, hook_event_name: 'Surprise' }, 'event Surprise'],
  [{ ...bash, tool_name: '' }, 'PermissionRequest without a tool_name'],
  [{ ...bash, tool_input: 'ls' }, 'PermissionRequest of Bash without a tool_input'],
  [
    { ...bash, hook_event_name: 'PostToolUse', tool_input: [] },
    'PostToolUse of Bash without a tool_input',
  ],
  [{ ...common, hook_event_name: 'SubagentStop' }, 'SubagentStop without an agent_id'],
  [ask(), 'AskUserQuestion with another input'],
  [ask(colours, colours), 'AskUserQuestion with another input'],
  [ask({ ...colours, kind: 'number' }), 'AskUserQuestion with another input'],
  [ask({ ...colours, options: [{ label: 5 }] }), 'AskUserQuestion with another input'],
])('does not understand %j', (body, reason) => {
  expect(claude(body)).toEqual({ does: 'not understood', reason });
});

/** Questions that were asked before, by their bodies, and which of them a call withdraws. */
function matched(call: JsonObject, ...bodies: JsonObject[]): boolean[] {
  const withdrawal = claude(call);
  if (withdrawal.does !== 'withdraw') throw new Error(JSON.stringify(withdrawal));
  return bodies.map((body) => {
    const question = asked(body);
    const metadata = { source: { client: 'Claude Code', ...question.source } };
    const review = { type: question.type, payload: stored(question) };
    return withdrawal.matches({ metadata, review } as unknown as AskedBefore);
  });
}

const ran = (tool: string, input: unknown, more: object = {}) =>
  request(tool, input, { hook_event_name: 'PostToolUse', tool_use_id: 't1', ...more });

test('finds the question of a tool that has run by its input, whatever the order of its fields', () => {
  const input = { command: 'npm test', description: 'Run the tests' };
  const again = { description: 'Run the tests', command: 'npm test' };
  const failed = { hook_event_name: 'PostToolUseFailure', error: 'exit 1' };
  const bodies = [
    request('Bash', input),
    request('Bash', { command: 'npm test' }),
    request('Other', input),
    request('Bash', input, { agent_id: 'a1' }),
  ];
  for (const more of [{}, failed]) {
    expect(matched(ran('Bash', again, more), ...bodies)).toEqual([true, false, false, false]);
    const bySubAgent = ran('Bash', again, { ...more, agent_id: 'a1' });
    expect(matched(bySubAgent, ...bodies)).toEqual([false, false, false, true]);
  }
});

test('finds a plan although its input is empty after it ran, and questions by their words', () => {
  expect(matched(ran('ExitPlanMode', {}), plan, bash)).toEqual([true, false]);
  const answers = { 'Which colour?': 'Blue' };
  const answered = ran('AskUserQuestion', { questions: [colours], answers });
  expect(matched(answered, ask(colours), ask(sizes), ask(colours, sizes))).toEqual([
    true,
    false,
    false,
  ]);
  expect(claude(answered)).toMatchObject({ why: 'answered in the terminal: Blue', hasRun: true });
});

test('ends what a session, its own turn or a sub-agent still asks', () => {
  const bodies = [bash, { ...bash, agent_id: 'a1' }, { ...bash, agent_id: 'a2' }];
  const matchedAt = (hook_event_name: string, more: object = {}) =>
    matched({ ...common, hook_event_name, ...more }, ...bodies);
  expect(matchedAt('SessionEnd', { reason: 'other' })).toEqual([true, true, true]);
  expect(matchedAt('Stop')).toEqual([true, false, false]);
  expect(matchedAt('SubagentStop', { agent_id: 'a1' })).toEqual([false, true, false]);
});

test('says what auto mode has refused, however long it is', () => {
  const refused = (tool_input: object) =>
    claude({
      ...common,
      hook_event_name: 'PermissionDenied',
      tool_name: 'Bash',
      tool_input,
      reason: 'It deletes',
    });
  expect(refused({ command: 'rm -rf ~ ```' })).toMatchObject({
    does: 'send',
    text: 'Auto mode refused Bash: It deletes\n\n````\nrm -rf ~ ```\n````',
  });
  const { text } = refused({ file: 'x'.repeat(1_000_000) }) as { text: string };
  expect(text.length).toBeLessThan(11_000);
});

const words = fc.string({ minLength: 1, maxLength: 20, unit: 'binary' });
const question = fc.record(
  {
    question: words.filter((text) => /[a-z]/i.test(text)),
    header: words,
    multiSelect: fc.boolean(),
    options: fc.array(
      fc.record({ label: words, description: words, preview: words }, { requiredKeys: ['label'] }),
      {
        maxLength: 4,
      },
    ),
  },
  { requiredKeys: ['question', 'options'] },
);
const questions = fc.uniqueArray(question, {
  minLength: 1,
  maxLength: 4,
  selector: ({ question }) => question,
});

test('gives back every question with its answer, and finds it when it has run', () => {
  fc.assert(
    fc.property(questions, fc.nat(), (asking, pick) => {
      const body = ask(...asking);
      const chosen = asking.map(({ options }) => options[pick % Math.max(1, options.length)]);
      const answers = chosen.map((option, index) => [
        `q${index + 1}`,
        option
          ? { selected: [`${(pick % (asking[index]?.options.length ?? 1)) + 1}`] }
          : { other: 'x' },
      ]);
      const { updatedInput } = decision(body, { answers: Object.fromEntries(answers) }) as {
        updatedInput: { questions: unknown; answers: object };
      };
      expect(updatedInput.questions).toEqual(asking);
      expect(Object.entries(updatedInput.answers).sort()).toEqual(
        asking
          .map(({ question }, index) => [question, chosen[index]?.label ?? 'x'])
          .sort() as never,
      );
      expect(matched(ran('AskUserQuestion', updatedInput), body)).toEqual([true]);
    }),
  );
});

test('takes any JSON without an error', () => {
  const events = [
    'PermissionRequest',
    'PostToolUse',
    'PostToolUseFailure',
    'PermissionDenied',
    'SessionEnd',
    'Stop',
    'SubagentStop',
  ];
  const body = fc.record(
    {
      hook_event_name: fc.constantFrom(...events),
      session_id: words,
      agent_id: fc.oneof(words, fc.jsonValue()),
      tool_name: fc.oneof(
        fc.constantFrom('Bash', 'AskUserQuestion', 'ExitPlanMode'),
        fc.jsonValue(),
      ),
      tool_input: fc.oneof(
        fc.dictionary(words, fc.jsonValue()),
        fc.record({ questions: fc.jsonValue() }),
        fc.jsonValue(),
      ),
      permission_suggestions: fc.jsonValue(),
      reason: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(body, (given) => {
      claude(given as JsonObject);
    }),
    { numRuns: 1000 },
  );
});
