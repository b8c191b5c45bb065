/** Each example of a framework, with the real one: INBOX_FRAMEWORKS=1, with npm and PyPI. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import names from '../../packages/names.json' with { type: 'json' };
import { type Step, scriptedModel } from '../../scripts/clients/model.ts';
import { packPython, packTypescript } from '../../scripts/packages.ts';
import type { NewKey } from '../../src/core/access/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { eventually } from '../support/reach/eventually.ts';
import { type TestServer, testServer } from '../support/server/server.ts';

const isWanted = process.env.INBOX_FRAMEWORKS === '1';
const TIMEOUT_MS = 600_000;
const root = join(import.meta.dir, '../..');
const place = join(root, 'node_modules/.cache/frameworks');
const python = join(place, 'python');

/** Each with the version that it was tried with. */
const packages = [
  'ai@7.0.173',
  'langchain@1.5.14',
  '@langchain/langgraph@1.7.3',
  '@langchain/core@1.4.0',
  '@openai/agents@0.20.0',
  '@mastra/core@1.71.0',
  '@anthropic-ai/claude-agent-sdk@0.3.332',
  // Claude Code itself, which is optional there.
  `@anthropic-ai/claude-agent-sdk-${process.platform}-${process.arch}@0.3.332`,
  'zod@4.6.7',
];
const wheels = [
  'langchain==1.5.2',
  'langgraph==1.2.24',
  'openai-agents==0.24.0',
  'pydantic-ai-slim==2.68.0',
  'claude-agent-sdk==0.2.189',
  'mypy==2.4.1',
];
const runtimes = ['deno@2.9.6', ...['20.20.2', '22.23.3', '24.21.0'].map(nodeOf)];
function nodeOf(version: string): string {
  const [major] = version.split('.');
  return `node${major}@npm:node-${process.platform}-${process.arch}@${version}`;
}
const node = (major: number) => join(place, `runtimes/node_modules/node${major}/bin/node`);
const deno = join(place, 'runtimes/node_modules/.bin/deno');

let server: TestServer;
let env: Record<string, string | undefined>;
beforeAll(async () => {
  if (!isWanted) return;
  server = await testServer();
  const { id } = await server.channel();
  const { body } = await server.as.owner.post<NewKey>('/keys', { name: 'ci', channels: [id] });
  env = {
    PATH: process.env.PATH,
    HOME: place,
    INBOX_URL: server.url,
    INBOX_API_KEY: body.key,
    PYTHONPATH: join(place, 'wheel'),
  };
  await install();
}, TIMEOUT_MS);
afterAll(() => server?.[Symbol.asyncDispose]());

async function install(): Promise<void> {
  mkdirSync(join(place, 'runtimes'), { recursive: true });
  await Bun.write(join(place, 'package.json'), '{ "private": true }');
  await Bun.write(join(place, 'runtimes/package.json'), '{ "private": true }');
  // npm would choose older versions on an older Node, and refuse peers that are not used.
  const npm = ['npm', 'install', '--no-audit', '--no-fund', '--force', '--omit=optional'];
  mustRun([...npm, '--ignore-scripts', ...packages, await packTypescript(place)], place);
  mustRun(['npm', 'install', '--no-audit', '--no-fund', ...runtimes], join(place, 'runtimes'));
  if (!existsSync(python)) mustRun(['python3', '-m', 'venv', python], place);
  const pip = [join(python, 'bin/pip'), 'install', '-q', '--disable-pip-version-check'];
  mustRun([...pip, ...wheels], place);
  const own = ['--no-index', '--upgrade', '--target', join(place, 'wheel')];
  mustRun([...pip, ...own, await packPython(place)], place);
  for (const language of ['typescript', 'python']) {
    cpSync(join(root, 'packages', language, 'examples'), place, { recursive: true });
  }
}

function mustRun(command: string[], cwd: string): void {
  const { exitCode, stderr } = Bun.spawnSync(command, { cwd, stderr: 'pipe' });
  if (exitCode !== 0) throw new Error(`\`${command.join(' ')}\` failed:\n${stderr}`);
}

/** Answers the first question that a program asks, and returns what it printed, and what a scripted model has read. */
async function answered(command: string[], response: object, script?: Step[]): Promise<string> {
  const model = script && scriptedModel({ main: script });
  const child = Bun.spawn(command, {
    cwd: place,
    env: { ...env, ...(model ? forClaude(model.url) : {}) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printing = Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  const { owner } = server.as;
  const asked = eventually(async () => {
    const { body } = await owner.get<Message[]>('/reviews/pending');
    return body[0];
  });
  const ended = printing.then(([out, err]) => {
    throw new Error(`It ended without a question:\n${out}${err}`);
  });
  ended.catch(() => {});
  const { id } = await Promise.race([asked, ended]);
  const { status, body } = await owner.post(`/reviews/${id}/respond`, { response });
  expect([status, body]).toEqual([200, expect.anything()]);
  const [out, err] = await printing;
  await model?.stop();
  const read = model?.results().join('\n') ?? '';
  return `${out}${(await child.exited) === 0 ? '' : err}${read}\n`;
}

/** Claude Code, with a model of ours and without a word to anyone else. */
const forClaude = (url: string) => ({
  ANTHROPIC_BASE_URL: url,
  ANTHROPIC_API_KEY: 'sk-x',
  DISABLE_TELEMETRY: '1',
  DISABLE_AUTOUPDATER: '1',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
});

const denied = { decision: 'deny', message: 'Use a branch' };
const edited = { decision: 'allow', input: { command: 'rm -rf build/cache' } };
/** Claude Code runs the command itself. */
const saying = (command: string) => ({ command: `${command} && echo "ran ${command}"` });
const script = [{ tool: 'Bash', input: saying('rm -rf build') }];

type Framework = [name: string, command: () => string[], canEdit: boolean, script?: Step[]];
const frameworks: Framework[] = [
  ['AI SDK', () => [node(22), 'ai-sdk.mjs'], false],
  ['LangGraph', () => [node(22), 'langgraph.mjs'], true],
  ['OpenAI Agents', () => [node(22), 'openai-agents.mjs'], false],
  ['Mastra', () => [node(22), 'mastra.mjs'], false],
  ['LangGraph in Python', () => [join(python, 'bin/python'), 'langgraph_agent.py'], true],
  ['OpenAI Agents in Python', () => [join(python, 'bin/python'), 'openai_agent.py'], false],
  ['Pydantic AI', () => [join(python, 'bin/python'), 'pydantic_agent.py'], true],
  ['Claude Agent SDK', () => [node(22), 'claude.mjs'], true, script],
  [
    'Claude Agent SDK in Python',
    () => [join(python, 'bin/python'), 'claude_agent.py'],
    true,
    script,
  ],
];
for (const [name, command, canEdit, script] of frameworks) {
  test.skipIf(!isWanted)(
    `does in ${name} as a person decides: allow, deny with a message${canEdit ? ', edit' : ''}`,
    async () => {
      const run = (response: object) => answered(command(), response, script);
      const allowed = await run({ decision: 'allow' });
      expect(allowed).toContain('ran rm -rf build\n');
      const refused = await run(denied);
      expect(refused).not.toContain('ran ');
      expect(refused).toContain('Use a branch');
      if (!canEdit) return;
      const input = script ? saying(edited.input.command) : edited.input;
      expect(await run({ ...edited, input })).toContain('ran rm -rf build/cache\n');
    },
    TIMEOUT_MS,
  );
}

const shellIn = `{ name: 'shell', description: '', schema: z.object({ command: z.string() }) }`;
/** Programs that give each framework what the package returns. LangChain's own types don't fit exact optional properties. */
const typed: [what: string, flags: string[], program: string][] = [
  [
    'AI SDK, Claude Agent SDK, Mastra and OpenAI Agents',
    ['--exactOptionalPropertyTypes'],
    `
import { type Options, query } from '@anthropic-ai/claude-agent-sdk';
import { Agent as Cleaner } from '@mastra/core/agent';
import { Agent, run } from '@openai/agents';
import { aiSdk, claude, Inbox, mastra, openAiAgents } from '${names.npm.package}';
import { generateText, type LanguageModel, tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';
declare const model: LanguageModel;
declare const cleaner: Cleaner;
const inbox = new Inbox();
const shell = tool({ inputSchema: z.object({ command: z.string() }), execute: async () => 'done' });
const asking = { model, tools: { shell }, toolApproval: aiSdk(inbox) };
const { text } = await generateText({ ...asking, prompt: 'Clean the build.' });
text satisfies string;
new ToolLoopAgent(asking);
const options: Options = { canUseTool: claude(inbox) };
query({ prompt: 'Clean the build.', options });
const ran = await openAiAgents(inbox, run, new Agent({ name: 'Cleaner' }), 'Clean the build.');
ran.finalOutput satisfies string | undefined;
const output = await mastra(inbox, cleaner, 'Clean the build.', {});
output.text satisfies string;
`,
  ],
  [
    'LangGraph',
    [],
    `
import { Command, MemorySaver } from '@langchain/langgraph';
import { Inbox, langGraph } from '${names.npm.package}';
import { createAgent, humanInTheLoopMiddleware, tool } from 'langchain';
import { z } from 'zod';
const agent = createAgent({
  model: 'openai:gpt',
  tools: [tool(async () => 'done', ${shellIn})],
  middleware: [humanInTheLoopMiddleware({ interruptOn: { shell: true } })],
  checkpointer: new MemorySaver(),
});
const input = { messages: [{ role: 'user', content: 'Clean the build.' }] };
const config = { configurable: { thread_id: '1' } };
const { messages } = await langGraph(new Inbox(), Command, agent, input, config);
messages.at(-1)?.content;
`,
  ],
];
for (const [what, flags, program] of typed) {
  test.skipIf(!isWanted).each([
    ['bundler', 'preserve'],
    ['nodenext', 'nodenext'],
  ])(
    `has types that a strict program compiles with beside ${what}, by moduleResolution %s`,
    async (resolution, module) => {
      await Bun.write(join(place, 'typed.mts'), program);
      const tsc = [join(root, 'node_modules/.bin/tsc'), '--ignoreConfig', '--noEmit'];
      const strict = ['--strict', '--noUncheckedIndexedAccess', '--skipLibCheck', ...flags];
      const target = ['--target', 'es2022', '--lib', 'es2023,dom', '--types', 'node'];
      const resolving = ['--moduleResolution', resolution, '--module', module];
      expect(compiled([...tsc, ...strict, ...target, ...resolving, 'typed.mts'])).toBe('');
    },
    TIMEOUT_MS,
  );
}

/** mypy must refuse each line that it is to ignore. */
const typedPython = `
import asyncio
from ${names.pypi.module} import Answer, Approval, AsyncInbox, Inbox, InboxError, claude
inbox = Inbox(url=None, channel="deploys", expires_in_seconds=60)
outcome: Approval = inbox.approve("Bash", {"command": "make"}, id=None, editable=True)
if outcome.approved and outcome.args is not None:
    print(outcome.args["command"])
asked: Answer = inbox.ask("Where?", kind="choose", options=["eu", {"label": "us"}], multiple=True)
inbox.approve("Bash")  # type: ignore[call-arg]
inbox.ask("Which?", kind="other")  # type: ignore[arg-type]
length: int = len(asked.text)  # type: ignore[arg-type]
async def main() -> bool:
    try:
        return (await AsyncInbox().approve("Bash", {}, hold=True)).approved
    except InboxError as error:
        return error.status is None
asyncio.run(main())
claude(inbox)
`;
test.skipIf(!isWanted)(
  'passes mypy --strict: the package for Python, its examples and a program with every call',
  async () => {
    await Bun.write(join(place, 'typed.py'), typedPython);
    const own = join(place, 'wheel', names.pypi.module);
    const programs = [...new Bun.Glob('*.py').scanSync(place)];
    const mypy = [join(python, 'bin/mypy'), '--strict', '--no-error-summary', own, ...programs];
    expect(compiled(mypy, { MYPYPATH: join(place, 'wheel') })).toBe('');
  },
  TIMEOUT_MS,
);

/** Returns what a compiler found. */
function compiled(command: string[], more: Record<string, string> = {}): string {
  const { stdout, stderr } = Bun.spawnSync(command, { cwd: place, env: { ...env, ...more } });
  return `${stdout}${stderr}`;
}

const pyenv = (version: string) => `${process.env.HOME}/.pyenv/versions/${version}/bin/python`;
const pythons = ['3.10.13', '3.11.7', '3.12.1', '3.13.0'].map(pyenv).filter(existsSync);
const programs: [name: string, command: () => string[]][] = [
  ...[20, 22, 24].map((major): [string, () => string[]] => [
    `Node ${major}`,
    () => [node(major), 'approve.mjs'],
  ]),
  ['Bun', () => [process.execPath, 'approve.mjs']],
  ['Deno', () => [deno, 'run', '--allow-net', '--allow-env', 'approve.mjs']],
  ...pythons.map((path): [string, () => string[]] => [path, () => [path, 'approve.py']]),
];
for (const [name, command] of programs) {
  test.skipIf(!isWanted)(
    `asks from the archive on ${name}`,
    async () => {
      expect(await answered(command(), edited)).toContain('Approved by owner: {"command":');
      expect(await answered(command(), denied)).toContain('Not approved (answered): Use a branch');
    },
    TIMEOUT_MS,
  );
}
