/** A coding agent that runs in a home of its own, connected to the inbox. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ClientName } from '../../src/agents/clients.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { connect, executable } from './connect.ts';
import { ending, record, type TestInbox } from './inbox.ts';
import { openCodeConfig, programs, searchPath } from './installed.ts';
import { type Step, scriptedModel } from './model.ts';

/** `daemon`: interactive, in the daemon of the client, which goes on without its terminal. */
export type How = 'interactive' | 'headless' | 'daemon';
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
  /** Rules for what it must ask. */
  ask?: string[];
  /** Set its home up further, before and after it is connected. */
  before?: (home: string) => void;
  prepared?: (home: string) => void;
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
  const { client, how, script, subAgent = [], args = [], beside, url, expires } = wanted;
  const { before = () => {}, prepared = () => {}, ask = [] } = wanted;
  const home = beside?.home ?? mkdtempSync(join(tmpdir(), `inbox-${client}-`));
  const work = join(home, beside ? 'work-2' : 'work');
  mkdirSync(work);
  Bun.spawnSync(['git', 'init', '-q', work]);
  const model = scriptedModel({ main: script, subAgent });
  const { invocation, prepare, environment, begin, end } = drivers[client];
  if (!beside) prepare(home);
  before(home);
  const channelId =
    beside?.channelId ?? (await connect(inbox, { client, home, url, expires, ask }));
  prepared(home);
  const env: Record<string, string> = {
    PATH: searchPath,
    HOME: home,
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
    ...(expires ? { INBOX_HOOK_WAIT: `${expires}s` } : {}),
    ...environment(work, model.url),
  };
  const command = [programs[client], ...(invocation[how] ?? []), ...args];
  const terminal = how === 'headless' ? null : inTerminal(work, env, command);
  if (terminal) await begin?.(terminal);
  const headless =
    how === 'headless'
      ? Bun.spawn(command, {
          cwd: work,
          env,
          stdio: ['ignore', 'ignore', 'ignore'],
          detached: true,
        })
      : null;
  /** With what it has started: Gemini runs in a process of its own. */
  const killHeadless = async () => {
    if (headless && headless.exitCode === null && headless.signalCode === null) {
      process.kill(-headless.pid, 'SIGKILL');
    }
    await headless?.exited;
  };
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
    /** Passes a prompt by these keys, and again if it takes none in its first moment. */
    async passes(text: RegExp, keys: string[]): Promise<void> {
      await this.sees(text);
      await eventually(`${text} has gone`, async () => {
        if (!text.test(terminal?.screen() ?? '')) return true;
        terminal?.press(...keys);
        await Bun.sleep(500);
        return false;
      });
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
      terminal?.kill();
      await killHeadless();
    },
    /** Kills the command that its hook runs. */
    killHook() {
      const hook = ['hook', client].join('\0');
      for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
        const read = (what: string) => readText(join('/proc', pid, what));
        if (!read('cmdline').startsWith(`${executable}\0${hook}`)) continue;
        if (read('environ').includes(`HOME=${home}\0`)) process.kill(Number(pid), 'SIGKILL');
      }
    },
    async stop() {
      terminal?.end();
      if (how === 'daemon') end?.(home);
      await killHeadless();
      await model.stop();
      if (!beside) rmSync(home, { recursive: true, force: true });
    },
  };
}

type Driver = {
  /** Its arguments. */
  invocation: Partial<Record<How, string[]>>;
  /** Sets it up as its person has before they connect it. */
  prepare: (home: string) => void;
  /** Lets it use a model in a directory; returns the variables of its environment. */
  environment: (work: string, model: string) => Record<string, string>;
  /** Passes what it asks when it starts in a terminal. */
  begin?: (terminal: ReturnType<typeof inTerminal>) => Promise<void>;
  /** Ends its daemon. */
  end?: (home: string) => void;
};

const drivers: Record<ClientName, Driver> = {
  claude: {
    invocation: { interactive: ['go'], headless: ['-p', 'go'] },
    prepare(home) {
      const trusted = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true };
      const folders = ['work', 'work-2'].map((name) => [join(home, name), trusted]);
      write(join(home, '.claude.json'), {
        hasCompletedOnboarding: true,
        theme: 'dark',
        customApiKeyResponses: { approved: ['sk-x'], rejected: [] },
        projects: Object.fromEntries(folders),
      });
      write(join(home, '.claude/settings.json'), { permissions: { defaultMode: 'default' } });
    },
    environment: (_, model) => ({
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: 'sk-x',
      DISABLE_TELEMETRY: '1',
      DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    }),
  },
  codex: {
    invocation: {
      interactive: ['--no-daemon', 'go'],
      headless: ['exec', 'go'],
      daemon: ['go'],
    },
    // A person who starts the cases types at a terminal of this machine.
    prepare: (home) => atMachine(home, 'away'),
    environment(work, model) {
      const config = join(dirname(work), '.codex/config.toml');
      mkdirSync(dirname(config), { recursive: true });
      const before = existsSync(config) ? readFileSync(config, 'utf8') : '';
      const own = [
        'model = "m"',
        'model_provider = "scripted"',
        'approval_policy = "on-request"',
        'sandbox_mode = "read-only"',
        'check_for_update_on_startup = false',
      ];
      const tables = [
        '[model_providers.scripted]',
        'name = "scripted"',
        `base_url = "${model}/v1"`,
        'wire_api = "responses"',
        'requires_openai_auth = false',
        `[projects."${work}"]`,
        'trust_level = "trusted"',
      ];
      writeFileSync(config, [...own, before, ...tables, ''].join('\n'));
      return {};
    },
    async begin(terminal) {
      const sees = (text: RegExp) => eventually(`${text}`, () => text.test(terminal.screen()));
      await sees(/Hooks need review/);
      await eventually('that all are trusted', async () => {
        terminal.press('2');
        await Bun.sleep(300);
        return /[›❯>] *2\./.test(terminal.screen()) || !/need review/.test(terminal.screen());
      });
      terminal.press('Enter');
      await eventually('it goes on', () => !/need review/.test(terminal.screen()));
    },
    end: (home) => codexDaemon(home, 'stop'),
  },
  copilot: {
    invocation: { interactive: ['-i', 'go'], headless: ['-p', 'go'] },
    prepare: () => {},
    environment: (_, model) => ({
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_BASE_URL: `${model}/v1`,
      COPILOT_PROVIDER_API_KEY: 'x',
      COPILOT_PROVIDER_WIRE_API: 'completions',
      COPILOT_MODEL: 'gpt-5.4',
      COPILOT_AUTO_UPDATE: 'false',
    }),
    async begin(terminal) {
      await eventually('its folder is to be trusted', () => /Do you trust/.test(terminal.screen()));
      terminal.press('Enter');
    },
  },
  gemini: {
    invocation: {
      interactive: ['--approval-mode', 'yolo', '-i', 'go'],
      headless: ['--approval-mode', 'yolo', '-p', 'go'],
    },
    prepare(home) {
      write(join(home, '.gemini/settings.json'), {
        security: { auth: { selectedType: 'gemini-api-key' } },
        // Its terminal within the terminal ends some commands before they have run.
        tools: { shell: { enableInteractiveShell: false } },
      });
    },
    environment: (_, model) => ({
      GEMINI_API_KEY: 'not-a-key',
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      GOOGLE_GEMINI_BASE_URL: model,
    }),
  },
  opencode: {
    invocation: { interactive: ['--prompt', 'go'], headless: ['run', 'go'] },
    prepare(home) {
      const config = join(home, '.config/opencode');
      mkdirSync(config, { recursive: true });
      for (const name of ['package.json', 'package-lock.json', 'node_modules']) {
        symlinkSync(join(openCodeConfig, name), join(config, name));
      }
    },
    environment(work, model) {
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
      return {
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
        OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      };
    },
  },
};

export function codexDaemon(home: string, does: 'start' | 'stop'): void {
  const env = { HOME: home, PATH: process.env.PATH ?? '' };
  Bun.spawnSync([programs.codex, 'app-server', 'daemon', does], { env });
  // That leaves the process which looks for updates.
  if (does === 'stop') killProgramsIn(join(home, '.codex'));
}

function killProgramsIn(folder: string): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const command = join('/proc', pid, 'cmdline');
    if (existsSync(command) && readFileSync(command, 'utf8').startsWith(`${folder}/`)) {
      process.kill(Number(pid), 'SIGKILL');
    }
  }
}

/** Says whether the person of Codex is at the machine. */
export function atMachine(home: string, where: 'here' | 'away' | 'auto'): void {
  Bun.spawnSync([executable, 'codex', where], { env: { HOME: home } });
}

/** Empty for a process that has ended, or of another person. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

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
  const pid = Number(tmux('display-message', '-p', '#{pane_pid}').stdout.toString());
  const kill = (one: number) => {
    try {
      if (pid > 0) process.kill(one, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  };
  return {
    screen: () => tmux('capture-pane', '-p').stdout.toString(),
    press: (...keys: string[]) => void tmux('send-keys', ...keys),
    kill: () => kill(pid),
    /** With what it has started, which may outlive it. */
    end() {
      tmux('kill-server');
      kill(-pid);
    },
  };
}
