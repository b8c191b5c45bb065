/** A coding agent that runs in a home of its own, connected to the inbox. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ClientName } from '../../src/agents/clients.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { connect } from './connect.ts';
import { ending, record, type TestInbox } from './inbox.ts';
import { openCodeConfig, programs } from './installed.ts';
import { type Step, scriptedModel } from './model.ts';

export type How = 'interactive' | 'headless';
export type Wanted = {
  client: ClientName;
  how: How;
  script: Step[];
  subAgent?: Step[];
  args?: string[];
  /** The URL that it is connected to, if another than the inbox's own. */
  url?: string;
  /** How long its questions wait. */
  expires?: number;
  /** Another session, in whose home it runs. */
  beside?: { home: string; channelId: string };
};
export type Session = Awaited<ReturnType<typeof startSession>>;

const PATIENCE_MS = 60_000;

export async function eventually<T>(
  what: string,
  look: () => T | Promise<T>,
): Promise<NonNullable<T>> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`never so: ${what}`);
    await Bun.sleep(100);
  }
}

export async function startSession(inbox: TestInbox, wanted: Wanted) {
  const { client, how, script, subAgent = [], args = [], beside } = wanted;
  const home = beside?.home ?? mkdtempSync(join(tmpdir(), `inbox-${client}-`));
  const work = join(home, beside ? 'work-2' : 'work');
  mkdirSync(work);
  Bun.spawnSync(['git', 'init', '-q', work]);
  const model = scriptedModel({ main: script, subAgent });
  const variables = prepare[client](home, work, model.url);
  const channelId =
    beside?.channelId ??
    (await connect(inbox, client, home, wanted.url ?? inbox.url, wanted.expires));
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
    ...variables,
  };
  const command = [programs[client], ...invocation[client][how], ...args];
  const terminal = how === 'interactive' ? inTerminal(work, env, command) : null;
  const headless =
    how === 'headless'
      ? Bun.spawn(command, { cwd: work, env, stdio: ['ignore', 'ignore', 'ignore'] })
      : null;
  const pending = async (): Promise<Message[]> =>
    (await record(inbox, channelId)).filter(({ review }) => review?.status === 'pending');
  return {
    home,
    work,
    channelId,
    model,
    record: async () => (await record(inbox, channelId)).map(ending),
    questions: () => record(inbox, channelId),
    ran: (file = 'ran') => existsSync(join(work, file)),
    /** Resolves to the oldest question, once as many are pending. */
    async asked(count = 1): Promise<Message[]> {
      return eventually(`${count} pending`, async () => {
        const found = await pending();
        return found.length >= count ? found : null;
      });
    },
    async answer(message: Message | undefined, response: object) {
      const path = `/reviews/${message?.id}/respond`;
      const { status, body } = await inbox.owner().post(path, { response });
      if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    },
    /** Resolves once its terminal shows it. */
    async sees(text: RegExp): Promise<void> {
      await eventually(`${text} in the terminal`, () => text.test(terminal?.screen() ?? '')).catch(
        (error) => {
          throw new Error(`${error.message}\n${terminal?.screen()}`);
        },
      );
    },
    screen: () => terminal?.screen() ?? '',
    hasRun: () => eventually('the command has run', () => existsSync(join(work, 'ran'))),
    /** Resolves once every question has ended. */
    async ended(count = 1) {
      await eventually('all have ended', async () => {
        const all = await record(inbox, channelId);
        return all.length >= count && all.every(({ review }) => review?.status !== 'pending');
      });
    },
    press: (...keys: string[]) => terminal?.press(...keys),
    /** Resolves once the model has said its last word, or the program has ended. */
    async settled() {
      const late = Bun.sleep(PATIENCE_MS).then(() => 'late');
      const end = await Promise.race([model.done, headless?.exited ?? model.done, late]);
      if (end === 'late') throw new Error(`it has not ended\n${terminal?.screen() ?? ''}`);
    },
    /** Kills the program. */
    async kill() {
      headless?.kill('SIGKILL');
      terminal?.kill();
      await headless?.exited;
    },
    async stop() {
      headless?.kill('SIGKILL');
      terminal?.end();
      await headless?.exited;
      await model.stop();
      if (!beside) rmSync(home, { recursive: true, force: true });
    },
  };
}

const invocation: Record<ClientName, Record<How, string[]>> = {
  claude: { interactive: ['go'], headless: ['-p', 'go'] },
  opencode: { interactive: ['--prompt', 'go'], headless: ['run', 'go'] },
};

/** Sets up the client as its person has before they connect it; returns the variables of its environment. */
const prepare: Record<
  ClientName,
  (home: string, work: string, model: string) => Record<string, string>
> = {
  claude(home, work, model) {
    const file = join(home, '.claude.json');
    const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
    write(file, {
      ...before,
      hasCompletedOnboarding: true,
      theme: 'dark',
      customApiKeyResponses: { approved: ['sk-x'], rejected: [] },
      projects: {
        ...before.projects,
        [work]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true },
      },
    });
    const settings = join(home, '.claude/settings.json');
    if (!existsSync(settings)) write(settings, { permissions: { defaultMode: 'default' } });
    return {
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: 'sk-x',
      DISABLE_TELEMETRY: '1',
      DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    };
  },
  opencode(home, work, model) {
    write(join(work, 'opencode.json'), {
      model: 'scripted/m',
      provider: {
        scripted: {
          npm: '@ai-sdk/openai-compatible',
          name: 'scripted',
          options: { baseURL: `${model}/v1`, apiKey: 'x' },
          models: { m: { name: 'm', tool_call: true } },
        },
      },
      permission: { bash: 'ask', edit: 'ask' },
      autoupdate: false,
      share: 'disabled',
    });
    const config = join(home, '.config/opencode');
    if (existsSync(config)) return openCodeVariables;
    mkdirSync(config, { recursive: true });
    for (const name of ['package.json', 'package-lock.json', 'node_modules']) {
      symlinkSync(join(openCodeConfig, name), join(config, name));
    }
    return openCodeVariables;
  },
};

const openCodeVariables = {
  OPENCODE_DISABLE_MODELS_FETCH: '1',
  OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
};

function write(path: string, value: object): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(value, null, 2));
}

function inTerminal(cwd: string, env: Record<string, string>, command: string[]) {
  const socket = join(cwd, '.git/tmux');
  const tmux = (...args: string[]) =>
    Bun.spawnSync(['tmux', '-S', socket, '-f', '/dev/null', ...args], { env, stderr: 'pipe' });
  tmux(
    'new-session',
    '-d',
    '-x',
    '150',
    '-y',
    '50',
    '-c',
    cwd,
    ...command,
    ';',
    'set',
    'remain-on-exit',
    'on',
  );
  return {
    screen: () => tmux('capture-pane', '-p').stdout.toString(),
    press: (...keys: string[]) => void tmux('send-keys', ...keys),
    kill() {
      const pid = tmux('display-message', '-p', '#{pane_pid}').stdout.toString().trim();
      if (pid) process.kill(Number(pid), 'SIGKILL');
    },
    end: () => void tmux('kill-server'),
  };
}
