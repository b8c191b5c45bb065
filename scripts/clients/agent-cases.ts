/** The cases: what happens to a client, and how its questions must then have ended. */
import type { ClientName } from '../../src/agents/clients.ts';
import type { Machine } from '../../src/core/enrolments/schema.ts';
import type { TestInbox } from './inbox.ts';
import { PLAN_FILE, type Step, SUB_AGENT } from './model.ts';
import { blackHole, failing, nginx, refused, type Server, slow } from './servers.ts';
import {
  atMachine,
  codexDaemon,
  type How,
  type Session,
  startSession,
  type Wanted,
} from './session.ts';

export type AgentCase = {
  name: string;
  client: ClientName;
  how: How;
  more?: Partial<Wanted>;
  /** A server in front of the inbox, or instead of it. */
  server?: (inbox: TestInbox) => Promise<Server>;
  act: (session: Session, inbox: TestInbox) => Promise<void>;
  /** Whether the command ran. */
  ran: boolean;
  /** A part of what reached the model. */
  model?: RegExp;
  /** How each question ended, oldest first. */
  record: RegExp[];
};

/** The prompt of each client in its own terminal. */
const prompt: Record<ClientName, RegExp> = {
  claude: /Do you want to proceed|Would you like to proceed/,
  codex: /Would you like to run the following command/,
  copilot: /Do you want to/,
  gemini: /Allow execution|Apply this change/,
  opencode: /Permission required/i,
};
const GONE = /^withdrawn: its agent has gone$/;

const shell: Record<ClientName, (command: string) => Step> = {
  claude: (command) => ({ tool: 'Bash', input: { command, description: 'Make a file' } }),
  codex: (cmd) => ({
    tool: 'exec_command',
    input: { cmd, sandbox_permissions: 'require_escalated', justification: 'Make a file' },
  }),
  copilot: (command) => ({ tool: 'bash', input: { command, description: 'Make a file' } }),
  gemini: (command) => ({
    tool: 'run_shell_command',
    input: { command, description: 'Make a file' },
  }),
  opencode: (command) => ({ tool: 'bash', input: { command, description: 'Make a file' } }),
};

export const touch = (client: ClientName, file = 'ran'): Step => shell[client](`touch ${file}`);

const question = {
  question: 'Which colour?',
  header: 'Colour',
  options: [
    { label: 'Red', description: 'as a rose' },
    { label: 'Blue', description: 'as the sky' },
  ],
};
const byTool = { question: 'Deploy?', wait_seconds: 40 };
const askByTool: Record<ClientName, Step> = {
  claude: { tool: 'mcp__inbox__ask', input: byTool },
  codex: { tool: 'ask', namespace: 'mcp__inbox', input: byTool },
  copilot: { tool: 'inbox-ask', input: byTool },
  gemini: { tool: 'mcp_inbox_ask', input: byTool },
  opencode: { tool: 'inbox_ask', input: byTool },
};

/** Clients that show their own prompt as well, while the inbox asks. */
type Beside = 'claude' | 'opencode';
/** Clients that wait for the inbox, and only then go on. */
type Waiting = Exclude<ClientName, Beside>;

const ask: Record<Beside, Step> = {
  claude: { tool: 'AskUserQuestion', input: { questions: [{ ...question, multiSelect: false }] } },
  opencode: { tool: 'question', input: { questions: [question] } },
};

/** Answers the oldest question, and waits until the agent has gone on. */
const answered = (response: object) => async (session: Session) => {
  const [oldest] = await session.asked();
  await session.answer(oldest, response);
  await session.settled();
};

/** Waits for both: the prompt in the terminal, and the question in the inbox. */
async function bothAsk(session: Session, client: ClientName): Promise<void> {
  await session.asked();
  await session.sees(prompt[client]);
}

const ALLOW = { decision: 'allow' };
const DENY = { decision: 'deny', message: 'Use a branch' };

function ofEach(client: ClientName): AgentCase[] {
  const how = 'interactive';
  return [
    { name: 'allow', client, how, act: answered(ALLOW), ran: true, record: [/"allow"/] },
    {
      name: 'deny with a message',
      client,
      how,
      act: answered(DENY),
      ran: false,
      model: /Use a branch/,
      record: [/Use a branch/],
    },
    {
      name: 'deny without a word',
      client,
      how,
      act: answered({ decision: 'deny' }),
      ran: false,
      model: /Denied by/,
      record: [/"deny"/],
    },
    {
      name: 'close the agent',
      client,
      how,
      async act(session) {
        await session.asked();
        await session.kill();
        await session.ended();
      },
      ran: false,
      record: [GONE],
    },
    {
      name: 'asks a person by MCP',
      client,
      how,
      more: { script: [askByTool[client]] },
      act: answered({ selectedOption: 'approve' }),
      ran: false,
      model: /"?approved"?: ?true/,
      record: [/"approve"/],
    },
  ];
}

function ofBeside(client: Beside): AgentCase[] {
  const how = 'interactive';
  const terminal = (
    name: string,
    keys: string[],
    ends: Pick<AgentCase, 'ran' | 'record'>,
  ): AgentCase => ({
    name,
    client,
    how,
    async act(session) {
      await bothAsk(session, client);
      session.press(...keys);
      await session.ended();
    },
    ...ends,
  });
  return [
    ...ofEach(client),
    terminal('yes at the terminal', ['Enter'], { ran: true, record: [/allowed/] }),
    terminal('no at the terminal', client === 'claude' ? ['Escape'] : ['Right', 'Right', 'Enter'], {
      ran: false,
      record: [client === 'claude' ? GONE : /rejected/],
    }),
    {
      name: 'a question',
      client,
      how,
      more: { script: [ask[client]] },
      act: answered({ answers: { q1: { selected: ['2'] } } }),
      ran: false,
      model: /Blue/,
      record: [/"2"/],
    },
    {
      name: 'a question, answered by a text',
      client,
      how,
      more: { script: [ask[client]] },
      act: answered({ answers: { q1: { other: 'Green' } } }),
      ran: false,
      model: /Green/,
      record: [/Green/],
    },
    {
      name: 'a question, answered at the terminal',
      client,
      how,
      more: { script: [ask[client]] },
      async act(session) {
        await session.asked();
        await session.sees(/Which colour/);
        session.press('Enter');
        await session.settled();
        await session.ended();
      },
      ran: false,
      model: /Red/,
      record: [/answered in the terminal: Red/],
    },
    {
      name: 'a sub-agent',
      client,
      how,
      more: {
        script: [
          {
            tool: client === 'claude' ? 'Agent' : 'task',
            input: {
              description: 'Make a file',
              prompt: SUB_AGENT,
              subagent_type: client === 'claude' ? 'general-purpose' : 'general',
            },
          },
        ],
        subAgent: [touch(client)],
      },
      // Claude Code goes on while its sub-agent works.
      async act(session) {
        await answered(ALLOW)(session);
        await session.hasRun();
      },
      ran: true,
      record: [/"allow"/],
    },
    {
      name: 'two sessions at once',
      client,
      how,
      async act(session, inbox) {
        await session.asked();
        const script = [touch(client, 'ran-2')];
        const other = await startSession(inbox, { client, how, script, beside: session });
        try {
          const asked = await session.asked(2);
          for (const one of asked) {
            const isOther = JSON.stringify(one.review?.payload).includes('ran-2');
            await session.answer(one, isOther ? DENY : ALLOW);
          }
          await Promise.all([session.settled(), other.settled()]);
          if (other.ran('ran-2')) throw new Error('the other session ran its command');
        } finally {
          await other.stop();
        }
      },
      ran: true,
      record: [/./, /./],
    },
    {
      name: 'the server refused',
      client,
      how,
      server: refused,
      async act(session) {
        await session.sees(prompt[client]);
        session.press('Enter');
        await session.settled();
      },
      ran: true,
      record: [],
    },
    {
      name: 'the server unreachable',
      client,
      how,
      server: blackHole,
      async act(session) {
        await session.sees(prompt[client]);
        session.press('Enter');
        await session.settled();
      },
      ran: true,
      record: [],
    },
    {
      name: 'the server answers 500',
      client,
      how,
      server: failing,
      async act(session) {
        await session.sees(prompt[client]);
        session.press('Enter');
        await session.settled();
      },
      ran: true,
      record: [],
    },
    {
      name: 'the server slow by 5 s',
      client,
      how,
      server: slow,
      act: answered(ALLOW),
      ran: true,
      record: [/"allow"/],
    },
    {
      name: 'held for 70 s behind nginx',
      client,
      how,
      server: nginx,
      async act(session) {
        const [oldest] = await session.asked();
        await Bun.sleep(70_000);
        await session.answer(oldest, ALLOW);
        await session.settled();
      },
      ran: true,
      record: [/"allow"/],
    },
  ];
}

/** The client goes on by itself once its hook has no answer: with its own prompt, or by refusing. */
const withoutAnswer: Record<Waiting, Pick<AgentCase, 'ran'> & { keys: string[] | null }> = {
  codex: { ran: true, keys: ['y'] },
  copilot: { ran: true, keys: ['Enter'] },
  // As a gate, its hook refuses where nobody decides.
  gemini: { ran: false, keys: null },
};

/** Gemini does not end its hook then. */
const escaped = (client: Waiting): AgentCase => ({
  name: 'Esc at the terminal',
  client,
  how: 'interactive',
  async act(session) {
    await session.asked();
    session.press('Escape');
    await Bun.sleep(300);
    // Copilot wants it twice.
    if (client === 'copilot') session.press('Escape');
    await session.ended();
  },
  ran: false,
  record: [GONE],
});

function ofWaiting(client: Waiting): AgentCase[] {
  const how = 'interactive';
  const { ran, keys } = withoutAnswer[client];
  async function goesOn(session: Session): Promise<void> {
    if (keys) {
      await session.passes(prompt[client], keys);
    }
    await session.settled();
  }
  return [
    ...ofEach(client),
    ...(client === 'gemini' ? [] : [escaped(client)]),
    {
      name: 'nobody answers',
      client,
      how,
      async act(session, inbox) {
        const [oldest] = await session.asked();
        await inbox.owner().delete(`/messages/${oldest?.id}`);
        await goesOn(session);
      },
      ran,
      record: [],
    },
    {
      name: 'expires',
      client,
      how,
      more: { expires: 3 },
      async act(session) {
        await session.asked();
        await goesOn(session);
      },
      ran,
      record: [/^expired/],
    },
    {
      name: 'its key is ended',
      client,
      how,
      async act(session, inbox) {
        await session.asked();
        const { body } = await inbox.owner().get<Machine[]>('/enrolments');
        const machine = body.find(({ channelId }) => channelId === session.channelId);
        await inbox.owner().delete(`/keys/${machine?.keyId}`);
        await goesOn(session);
      },
      ran,
      record: [/^withdrawn: its key was ended$/],
    },
    { name: 'the server refused', client, how, server: refused, act: goesOn, ran, record: [] },
    { name: 'the server answers 500', client, how, server: failing, act: goesOn, ran, record: [] },
    {
      name: 'the server dies while it holds',
      client,
      how,
      async act(session, inbox) {
        await session.asked();
        await inbox.kill();
        await goesOn(session);
        await inbox.start();
        await session.ended();
      },
      ran,
      record: [/^withdrawn/],
    },
    {
      name: 'held for 70 s behind nginx',
      client,
      how,
      server: nginx,
      async act(session) {
        const [oldest] = await session.asked();
        await Bun.sleep(70_000);
        await session.answer(oldest, ALLOW);
        await session.settled();
      },
      ran: true,
      record: [/"allow"/],
    },
  ];
}

/** A command that Codex runs in its sandbox, without a question. */
const unasked = (cmd: string): Step => ({ tool: 'exec_command', input: { cmd } });

const ofCodex: AgentCase[] = [
  {
    name: 'a command of people',
    client: 'codex',
    how: 'interactive',
    more: { script: [unasked('inbox answer 1'), touch('codex')] },
    act: answered(ALLOW),
    ran: true,
    model: /Only people may do that/,
    record: [/"allow"/],
  },
  {
    name: 'a rule that asks',
    client: 'codex',
    how: 'interactive',
    more: { script: [unasked('git push')], ask: ['git push'] },
    act: answered(DENY),
    ran: false,
    model: /Use a branch/,
    record: [/"deny"/],
  },
  {
    name: 'a change of a file',
    client: 'codex',
    how: 'interactive',
    more: {
      script: [
        unasked(
          "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: ran\n+text\n*** End Patch\nEOF",
        ),
      ],
    },
    act: answered(ALLOW),
    ran: true,
    record: [/"allow"/],
  },
  {
    name: 'closed, and allowed',
    client: 'codex',
    how: 'daemon',
    async act(session) {
      const [oldest] = await session.asked();
      await session.kill();
      await session.answer(oldest, ALLOW);
      await session.hasRun();
    },
    ran: true,
    record: [/"allow"/],
  },
  {
    name: 'connected while that runs',
    client: 'codex',
    how: 'daemon',
    more: { before: (home) => codexDaemon(home, 'start') },
    act: answered(ALLOW),
    ran: true,
    record: [/"allow"/],
  },
  ...(['here', 'auto'] as const).map(
    (where): AgentCase => ({
      name: where === 'here' ? 'its person is here' : 'its person has just typed',
      client: 'codex',
      how: 'interactive',
      more: { prepared: (home) => atMachine(home, where) },
      async act(session) {
        await session.passes(prompt.codex, ['y']);
        await session.settled();
      },
      ran: true,
      record: [],
    }),
  ),
];

/** Without a terminal: where nobody decides, nothing runs. */
function ofWaitingHeadless(client: Waiting): AgentCase[] {
  const how = 'headless';
  const refuses = (name: string, more: Partial<AgentCase>): AgentCase => ({
    name,
    client,
    how,
    act: (session) => session.settled(),
    ran: false,
    record: [],
    ...more,
  });
  return [
    { name: 'allow', client, how, act: answered(ALLOW), ran: true, record: [/"allow"/] },
    refuses('deny with a message', {
      act: answered(DENY),
      model: /Use a branch/,
      record: [/Use a branch/],
    }),
    refuses('expire', { more: { expires: 3 }, record: [/^expired$/] }),
    refuses('close the agent', {
      async act(session) {
        await session.asked();
        await session.kill();
        await session.ended();
      },
      record: [GONE],
    }),
    refuses('the server refused', { server: refused }),
    refuses('the server answers 500', { server: failing }),
    refuses('the server dies while it holds', {
      async act(session, inbox) {
        await session.asked();
        await inbox.kill();
        await session.settled();
        await inbox.start();
        await session.ended();
      },
      record: [/^withdrawn/],
    }),
  ];
}

const ofCopilot: AgentCase[] = [
  {
    name: 'deny and stop',
    client: 'copilot',
    how: 'headless',
    async act(session) {
      const [oldest] = await session.asked();
      await session.answer(oldest, { choice: 'deny-and-stop' });
      await session.settled();
      if (session.model.results().length > 0) throw new Error('the model has read its denial');
    },
    ran: false,
    record: [/deny-and-stop/],
  },
  {
    name: 'a change of a file',
    client: 'copilot',
    how: 'interactive',
    more: {
      script: [
        {
          tool: 'apply_patch',
          input: { input: '*** Begin Patch\n*** Add File: ran\n+text\n*** End Patch' },
        },
      ],
    },
    act: answered(ALLOW),
    ran: true,
    record: [/"allow"/],
  },
  {
    name: 'what its own rules allow',
    client: 'copilot',
    how: 'headless',
    more: { args: ['--allow-all-tools'] },
    act: answered(DENY),
    ran: false,
    model: /Use a branch/,
    record: [/Use a branch/],
  },
  {
    name: 'what its own rules deny',
    client: 'copilot',
    how: 'headless',
    more: { args: ['--deny-tool', 'shell(touch)'] },
    act: answered(ALLOW),
    ran: true,
    record: [/"allow"/],
  },
  {
    name: 'a file that it reads',
    client: 'copilot',
    how: 'headless',
    more: { script: [{ tool: 'view', input: { path: '/etc/hostname' } }] },
    act: (session) => session.settled(),
    ran: false,
    record: [],
  },
];

const ofGemini: AgentCase[] = [
  {
    name: 'a command of people, allowed',
    client: 'gemini',
    how: 'headless',
    more: { script: [shell.gemini('true; inbox --json answer 1'), shell.gemini('inbox answer 1')] },
    async act(session) {
      const [first] = await session.asked();
      await session.answer(first, ALLOW);
      await answered(ALLOW)(session);
    },
    ran: false,
    model: /Name the command of the inbox.*Only people may do that/,
    record: [/"allow"/, /"allow"/],
  },
  {
    name: 'Esc at the terminal, then a yes',
    client: 'gemini',
    how: 'interactive',
    async act(session) {
      const [oldest] = await session.asked();
      session.press('Escape');
      await Bun.sleep(1000);
      await session.answer(oldest, ALLOW);
      await session.sees(/cancelled/i);
    },
    ran: false,
    record: [/"allow"/],
  },
  {
    name: 'its hook is killed',
    client: 'gemini',
    how: 'interactive',
    async act(session) {
      await session.asked();
      session.killHook();
      await session.settled();
      await session.ended();
    },
    ran: false,
    model: /The inbox has not allowed it/,
    record: [GONE],
  },
  {
    name: 'a page that it fetches',
    client: 'gemini',
    how: 'interactive',
    more: { script: [{ tool: 'web_fetch', input: { prompt: 'Read http://127.0.0.1:9/' } }] },
    act: answered(DENY),
    ran: false,
    model: /Use a branch/,
    record: [/Use a branch/],
  },
  {
    name: 'a file that it reads',
    client: 'gemini',
    how: 'headless',
    more: { script: [{ tool: 'list_directory', input: { dir_path: '.' } }] },
    act: (session) => session.settled(),
    ran: false,
    record: [],
  },
  {
    name: 'edit',
    client: 'gemini',
    how: 'interactive',
    act: answered({ ...ALLOW, input: { command: 'touch ran', description: 'Edited' } }),
    more: { script: [touch('gemini', 'another')] },
    ran: true,
    record: [/Edited/],
  },
];

const ofClaude: AgentCase[] = [
  {
    name: 'edit',
    client: 'claude',
    how: 'interactive',
    act: answered({ ...ALLOW, input: { command: 'touch ran', description: 'Edited' } }),
    more: { script: [touch('claude', 'another')] },
    ran: true,
    record: [/Edited/],
  },
  {
    name: 'expire',
    client: 'claude',
    how: 'interactive',
    more: { expires: 3 },
    async act(session) {
      await bothAsk(session, 'claude');
      await session.ended();
      session.press('Enter');
      await session.settled();
    },
    ran: true,
    record: [/^expired$/],
  },
  {
    name: 'always allow',
    client: 'claude',
    how: 'interactive',
    act: answered({ choice: 'suggestion-1' }),
    ran: true,
    record: [/suggestion-1/],
  },
  {
    name: 'deny and stop',
    client: 'claude',
    how: 'interactive',
    async act(session) {
      const [oldest] = await session.asked();
      await session.answer(oldest, { choice: 'deny-and-stop' });
      await session.sees(/Interrupted/);
    },
    ran: false,
    record: [/deny-and-stop/],
  },
  ...plans(),
  {
    name: 'the server restarted while it holds',
    client: 'claude',
    how: 'interactive',
    async act(session, inbox) {
      await bothAsk(session, 'claude');
      await inbox.kill();
      await inbox.start();
      session.press('Enter');
      await session.settled();
      await session.ended();
    },
    ran: true,
    record: [/^withdrawn/],
  },
  ...headless(),
];

function plans(): AgentCase[] {
  const plan = (
    name: string,
    response: object,
    ends: Pick<AgentCase, 'model' | 'record'>,
  ): AgentCase => ({
    name,
    client: 'claude',
    how: 'interactive',
    more: {
      args: ['--permission-mode', 'plan'],
      script: [
        { tool: 'Write', input: { file_path: PLAN_FILE, content: '# Plan\n\n1. Build it' } },
        { tool: 'ExitPlanMode', input: {} },
      ],
    },
    act: answered(response),
    ran: false,
    ...ends,
  });
  return [
    plan('a plan, allowed', ALLOW, { model: /approved your plan/i, record: [/"allow"/] }),
    plan('a plan, denied', DENY, { model: /Use a branch/, record: [/Use a branch/] }),
  ];
}

function headless(): AgentCase[] {
  const client = 'claude';
  const how = 'headless';
  const away = (name: string, server: AgentCase['server']): AgentCase => ({
    name,
    client,
    how,
    ...(server ? { server } : {}),
    act: (session) => session.settled(),
    ran: false,
    record: [],
  });
  return [
    { name: 'allow', client, how, act: answered(ALLOW), ran: true, record: [/"allow"/] },
    {
      name: 'deny with a message',
      client,
      how,
      act: answered(DENY),
      ran: false,
      model: /Use a branch/,
      record: [/Use a branch/],
    },
    {
      name: 'expire',
      client,
      how,
      more: { expires: 3 },
      act: (session) => session.settled(),
      ran: false,
      record: [/^expired$/],
    },
    {
      name: 'close the agent',
      client,
      how,
      async act(session) {
        await session.asked();
        await session.kill();
        await session.ended();
      },
      ran: false,
      record: [GONE],
    },
    away('the server refused', refused),
    away('the server unreachable', blackHole),
    away('the server answers 500', failing),
    {
      name: 'the server restarted while it holds',
      client,
      how,
      async act(session, inbox) {
        await session.asked();
        await inbox.kill();
        await session.settled();
        await inbox.start();
        await session.ended();
      },
      ran: false,
      record: [GONE],
    },
  ];
}

const ofOpenCode: AgentCase[] = [
  {
    name: 'always allow',
    client: 'opencode',
    how: 'interactive',
    more: { script: [touch('opencode', 'first'), touch('opencode')] },
    act: answered({ ...ALLOW, choice: 'always' }),
    ran: true,
    record: [/always/],
  },
  {
    name: 'interrupt the agent',
    client: 'opencode',
    how: 'interactive',
    async act(session) {
      await bothAsk(session, 'opencode');
      session.press('C-c');
      await session.ended();
    },
    ran: false,
    record: [/^withdrawn/],
  },
  {
    name: 'the server restarted while it holds',
    client: 'opencode',
    how: 'interactive',
    async act(session, inbox) {
      const [oldest] = await session.asked();
      await inbox.kill();
      await inbox.start();
      await session.answer(oldest, ALLOW);
      await session.settled();
    },
    ran: true,
    record: [/"allow"/],
  },
  {
    name: 'allow',
    client: 'opencode',
    how: 'headless',
    act: (session) => session.settled(),
    ran: false,
    record: [],
  },
];

export const agentCases: AgentCase[] = [
  ...ofBeside('claude'),
  ...ofClaude,
  ...ofBeside('opencode'),
  ...ofOpenCode,
  ...ofWaiting('codex'),
  ...ofCodex,
  ...ofWaiting('copilot'),
  ...ofWaitingHeadless('copilot'),
  ...ofCopilot,
  ...ofWaiting('gemini'),
  ...ofWaitingHeadless('gemini'),
  ...ofGemini,
];
