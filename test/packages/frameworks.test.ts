/** Each example of a framework, with the real one: INBOX_FRAMEWORKS=1, with npm and PyPI. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
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
