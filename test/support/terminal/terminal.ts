/** The command `inbox` as scripts and people run it: in a pipe, and in a terminal of 80 × 24. */
import { afterAll, beforeAll } from 'bun:test';
import { join } from 'node:path';
import xterm from '@xterm/headless';
import { localOwner } from '../../../src/core/access/local-owner.ts';
import { createChannel } from '../../../src/core/channels/channels.ts';
import { type Agent, CreateAgent } from '../../../src/core/channels/schema.ts';
import { openInbox } from '../../../src/core/open.ts';
import { silentLog } from '../../../src/log.ts';
import { findRun } from '../../../src/run-file.ts';
import { removeDirectory, temporaryDirectory } from '../machine/directory.ts';
import { bunOptions, commandFolder, program } from '../server/program.ts';
import { clientOf } from '../server/server.ts';

/** Only a failure takes as long: a machine may be busy with four other files. */
const PATIENCE_MS = 40_000;
/** Different keys in faster succession are typed text. */
const DELIBERATE_MS = 1000;

type Env = Record<string, string>;
type Options = { stdin?: string; env?: Env };
type Size = { columns: number; rows: number };
export type Terminal = ReturnType<typeof testTerminal>;
export type Screen = ReturnType<typeof openScreen>;

/** A person's or a script's place on a machine, with a data directory of its own. */
export function testTerminal() {
  const home = temporaryDirectory();
  const data = join(home, 'data');
  const started: Disposable[] = [];
  const keep = <T extends Disposable>(one: T): T => {
    started.push(one);
    return one;
  };
  const here = {
    HOME: home,
    INBOX_DATA: data,
    // Nobody takes an answer back but where a test does so.
    INBOX_UNDO_SECONDS: '0',
    // A command ends before its code is worth optimising.
    BUN_JSC_useDFGJIT: '0',
  };
  const inHere = (env: Env = {}) => ({ ...here, ...env });
  const runWhole = (args: string[], { stdin = '', env }: Options = {}) =>
    start(args, inHere(env), stdin).ended;

  return {
    home,
    data,
    runWhole,
    /** Runs a command. Which inbox it works on, which many say on stderr, is left out. */
    async run(args: string[], options: Options = {}) {
      const ran = await runWhole(args, options);
      return { ...ran, stderr: withoutInbox(ran.stderr) };
    },
    /** Runs a command that must succeed; what it printed, without the last line break. */
    async ok(...args: string[]): Promise<string> {
      const { code, stdout, stderr } = await runWhole(args);
      if (code !== 0) throw new Error(`inbox ${args.join(' ')} ended with ${code}: ${stderr}`);
      return stdout.trimEnd();
    },
    /** Creates a channel without a command, which would take longer. */
    async channel(name = 'deploys'): Promise<string> {
      const run = findRun(data);
      if (run) {
        const owner = clientOf(run.url, { authorization: `Bearer ${run.token}` });
        return (await owner.post<Agent>('/agents', { name })).body.id;
      }
      const inbox = await openInbox({ data, log: silentLog(), holder: 'a test' });
      const input = CreateAgent.parse({ name });
      const { id } = await createChannel(inbox, await localOwner(inbox), input);
      await inbox.close();
      return id;
    },
    /** Runs a command with `--json`. */
    async json<T>(...args: string[]): Promise<T> {
      return JSON.parse(await this.ok(...args, '--json')) as T;
    },
    /** Runs a line in a shell that knows the command `inbox`. */
    shell: (line: string) => inShell(home, line, inHere()),
    /** Starts a command and lets it run. */
    start: (args: string[], env?: Env) => keep(start(args, inHere(env), '')),
    /** Starts a command at a terminal. */
    open: (args: string[], env?: Env, size?: Size) =>
      keep(openScreen([...program, ...args], inHere(env), size)),
    /** Starts a shell with job control at a terminal, that knows the command `inbox`. */
    openShell: (line: string) =>
      keep(openScreen(['bash', '-m', '-c', line], { ...inHere(), ...shellEnv(home) })),
    /** Starts a command at a terminal that does not report its size. */
    openUnsized: (args: string[]) =>
      keep(
        openScreen(
          ['sh', '-c', 'stty cols 0 rows 0; exec "$@"', 'sh', ...program, ...args],
          inHere(),
        ),
      ),
    /** Starts `inbox serve`, on a free port unless one is given; resolves when it answers. */
    async serve(env?: Env, port = '0') {
      const server = keep(start(['serve', '--port', port], inHere(env), ''));
      await server.says('Listening on');
      const stop = () => {
        server.kill();
        return server.ended.then(({ code }) => code);
      };
      return { ...server, stop, url: findRun(data)?.url ?? '' };
    },
    async [Symbol.asyncDispose]() {
      for (const one of started) one[Symbol.dispose]();
      removeDirectory(home);
    },
  };
}

/** Leaves out the line that says which inbox a command works on. */
export const withoutInbox = (stderr: string) => stderr.replace(/^Inbox: .*\n/m, '');

/** One for all tests of a file, at which the inbox is served and has a channel `deploys`. */
export function sharedTerminal(env?: Env) {
  const terminal = testTerminal();
  beforeAll(async () => {
    await terminal.serve(env);
    await terminal.channel();
  });
  afterAll(() => terminal[Symbol.asyncDispose]());
  return terminal;
}

const shellEnv = (home: string): Env => ({
  ...bunOptions,
  PATH: `${commandFolder(home)}:${process.env.PATH}`,
});

const inShell = (home: string, line: string, env: Env) =>
  Bun.spawn(['bash', '-c', line], {
    cwd: home,
    env: { ...env, ...shellEnv(home) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

function start(args: string[], env: Env, stdin: string) {
  const child = Bun.spawn([...program, ...args], {
    env,
    stdin: new TextEncoder().encode(stdin),
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const stdout = received(child.stdout);
  const stderr = received(child.stderr);
  const ended = Promise.all([child.exited, stdout.whole, stderr.whole]).then(
    ([code, out, err]) => ({ code, stdout: out, stderr: err }),
  );
  return {
    ended,
    pid: child.pid,
    kill: (signal: NodeJS.Signals = 'SIGTERM') => child.kill(signal),
    /** Resolves when the command has written the text to stderr. */
    says: stderr.says,
    /** Its output there so far. */
    said: stderr.text,
    /** Resolves once stdout has a text. */
    prints: stdout.says,
    [Symbol.dispose]: () => child.kill('SIGKILL'),
  };
}

/** Reads a stream to its end, and resolves when a text has come by. */
function received(stream: ReadableStream<Uint8Array>) {
  let text = '';
  const events = watching(() => text);
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const part of stream) {
      text += decoder.decode(part, { stream: true });
      events.look();
    }
    return text;
  };
  return { whole: read(), says: events.shows, text: () => text };
}

/** A command at a pseudo-terminal, and what its screen shows. */
function openScreen(
  command: string[],
  env: Env,
  { columns, rows }: Size = { columns: 80, rows: 24 },
) {
  const screen = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  let raw = '';
  const text = () => {
    const { active } = screen.buffer;
    const lines = Array.from({ length: active.length }, (_, row) =>
      active.getLine(row)?.translateToString(true, 0, screen.cols),
    );
    return lines.join('\n').trimEnd();
  };
  const events = watching(text);
  const hungUp = Promise.withResolvers<void>();
  const child = Bun.spawn(command, {
    env: { ...env, TERM: 'xterm-256color' },
    terminal: {
      cols: columns,
      rows,
      data(_, bytes) {
        raw += new TextDecoder().decode(bytes);
        screen.write(bytes, events.look);
      },
      exit: () => hungUp.resolve(),
    },
  });
  /** The last bytes may come by after the process has ended. */
  const exited = Promise.all([child.exited, hungUp.promise]).then(async ([code]) => {
    await new Promise<void>((resolve) => screen.write('', resolve));
    return code;
  });
  const type = (keys: string) => child.terminal?.write(keys);
  let pressedAt = 0;
  return {
    /** The text on the screen and above it. */
    text,
    /** Every byte that the terminal was sent. */
    raw: () => raw,
    /** Resolves when the screen shows the text. */
    shows: events.shows,
    type,
    /** The signal that ended it; null if it ended itself. */
    diedBy: () => child.signalCode,
    resize(columns: number, rows: number): void {
      screen.resize(columns, rows);
      child.terminal?.resize(columns, rows);
    },
    /** Rows that the terminal broke itself, as they were longer than it is wide. */
    brokenRows: () => {
      const { active } = screen.buffer;
      return Array.from({ length: active.length }, (_, row) => active.getLine(row)).filter(
        (line) => line?.isWrapped,
      ).length;
    },
    /** Types once the screen shows the text. */
    async answer(question: string, keys: string) {
      await events.shows(question);
      type(keys);
    },
    /** Presses a key deliberately once the screen shows the text: not in one breath with others. */
    async press(question: string, key: string) {
      await events.shows(question);
      await Bun.sleep(pressedAt + DELIBERATE_MS - Date.now());
      pressedAt = Date.now();
      type(key);
    },
    /** Types a text and, once the screen shows it, ends it. */
    async write(question: string, words: string, end = keys.enter) {
      await this.answer(question, words);
      await this.answer(`│  ${words}`, end);
    },
    /** True while the ordinary screen is put aside, as editors do. */
    isAlternate: () => screen.buffer.active.type === 'alternate',
    pid: child.pid,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    /** Takes the terminal away, as a window that is closed; the exit code. */
    hangUp(): Promise<number> {
      child.terminal?.close();
      return child.exited;
    },
    exited,
    [Symbol.dispose]: () => child.kill('SIGKILL'),
  };
}

/** Wakes those who wait for a text as soon as it is there. */
function watching(text: () => string) {
  const waiting = new Set<() => void>();
  const look = () => {
    for (const wake of waiting) wake();
  };
  async function shows(wanted: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const wake = () => {
      if (text().includes(wanted)) resolve();
    };
    const fail = () => reject(new Error(`"${wanted}" never came; there was:\n${text()}`));
    const timer = setTimeout(fail, PATIENCE_MS);
    waiting.add(wake);
    wake();
    await promise.finally(() => {
      clearTimeout(timer);
      waiting.delete(wake);
    });
  }
  return { look, shows };
}

const SHOW_CURSOR = '\u001b[?25h';
const HIDE_CURSOR = '\u001b[?25l';

/** Whether the terminal was left with a cursor and on its ordinary screen. */
export const isGivenBack = (screen: Screen) =>
  !screen.isAlternate() &&
  screen.raw().lastIndexOf(SHOW_CURSOR) > screen.raw().lastIndexOf(HIDE_CURSOR);

export const keys = {
  enter: '\r',
  escape: '\x1b',
  ctrlC: '\x03',
  down: '\x1b[B',
  up: '\x1b[A',
  pageDown: '\x1b[6~',
  space: ' ',
  tab: '\t',
  clear: '\x15',
  ctrlD: '\x04',
};
