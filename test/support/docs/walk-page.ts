/** The pages of the documentation taken as a reader takes them: one inbox, and a shell for each page. */
import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import names from '../../../packages/names.json' with { type: 'json' };
import { buildTypescript } from '../../../scripts/packages.ts';
import { findRun } from '../../../src/run-file.ts';
import { removeDirectory, temporaryDirectory } from '../machine/directory.ts';
import { freePort } from '../machine/free-port.ts';
import { bunOptions, commandFolder, program } from '../server/program.ts';
import {
  type Block,
  blocksIn,
  commandFor,
  endingOf,
  root,
  runs,
  serverSettings,
} from './blocks.ts';

const PATIENCE_MS = 60_000;
const LOOK_MS = 20;
/** Printed after each block; nothing else prints it. */
const END = '\u001e';

/** Runs every block of a page in order, and compares what they print with what the page shows. */
export async function walkPage(page: string, inbox: DocsInbox): Promise<void> {
  const place = inbox.placeFor(page);
  const screen = await screenFor();
  const shell = shellIn(place, screen);
  try {
    let printed = '';
    for (const [index, block] of (await blocksIn(page)).entries()) {
      if ('prints' in block.marks) mustPrint(block, printed);
      if (!runs(block)) continue;
      printed = await runBlock(block, `block-${index}.${endingOf(block)}`, place, shell);
    }
    await shell.end();
  } finally {
    shell.kill();
    screen.kill();
  }
}

export type DocsInbox = Awaited<ReturnType<typeof docsInbox>>;
type Place = ReturnType<DocsInbox['placeFor']>;
type Shell = ReturnType<typeof shellIn>;
type Screen = Awaited<ReturnType<typeof screenFor>>;

/** A home with a data directory that is served, with the settings of all pages. */
export async function docsInbox() {
  const home = temporaryDirectory();
  const data = join(home, 'data');
  const bin = join(home, 'programs');
  mkdirSync(bin);
  symlinkSync(process.execPath, join(bin, 'bun'));
  const packages = join(home, 'node_modules');
  await buildTypescript(join(packages, names.npm.package));
  const python = join(packages, names.pypi.module);
  cpSync(join(root, 'packages/python/src'), python, { recursive: true });
  const env = {
    ...bunOptions,
    HOME: home,
    INBOX_DATA: data,
    PYTHONUNBUFFERED: '1',
    PYTHONPATH: packages,
    TZ: 'UTC',
    PATH: `${bin}:${commandFolder(home)}:${process.env.PATH}`,
  };
  const server = Bun.spawn([...program, 'serve', '--port', '0'], {
    cwd: home,
    env: { ...env, ...(await serverSettings()) },
    stdout: 'ignore',
    stderr: Bun.file(join(home, 'server.log')),
  });
  await until(() => findRun(data) !== null, 'The server did not start');
  const { url = '', token = '' } = findRun(data) ?? {};
  return {
    /** A directory for what a page writes, the commands `inbox` and `bun`, and our packages. */
    placeFor(page: string) {
      const work = join(home, page.replaceAll('/', '-'));
      mkdirSync(work);
      symlinkSync(join(root, 'node_modules'), join(work, 'node_modules'));
      // Pages say 4600, and 3000 for a program of the reader's.
      const ports: Record<string, string> = { 4600: new URL(url).port, 3000: `${freePort()}` };
      return { work, env, url, token, ports };
    },
    async stop() {
      server.kill('SIGTERM');
      await server.exited;
      removeDirectory(home);
    },
  };
}

async function runBlock(block: Block, file: string, place: Place, shell: Shell): Promise<string> {
  const at = `${block.page}:${block.line}`;
  const here = block.code.replaceAll(/\b(4600|3000)\b/g, (port) => place.ports[port] ?? port);
  await Bun.write(join(place.work, file), `${here}\n`);
  const command = commandFor(block, file);
  const { answered, background } = block.marks;
  if (background !== undefined) return shell.start(at, command, background);
  const ran = 'terminal' in block.marks ? shell.show(at, command) : shell.run(at, command);
  if (answered === undefined) return ran;
  await Promise.all([ran, answerUntil(place, JSON.parse(answered), ran)]);
  return ran;
}

/** A terminal of 80 columns, which commands can write to. */
async function screenFor() {
  let text = '';
  const holder = Bun.spawn(['sh', '-c', 'tty; exec sleep 1000'], {
    terminal: {
      cols: 80,
      rows: 24,
      data: (_, bytes) => {
        text += new TextDecoder().decode(bytes);
      },
    },
  });
  await until(() => text.includes('\n'), 'There is no terminal');
  const path = text.trim();
  return {
    path,
    text: () => text,
    clear: () => {
      text = '';
    },
    kill: () => holder.kill('SIGKILL'),
  };
}

/** One bash for the whole page, so that variables last. */
function shellIn({ work, env }: Place, screen: Screen) {
  const bash = Bun.spawn(['bash', '-eu', '-o', 'pipefail'], {
    cwd: work,
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let said = '';
  let hasEnded = false;
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const part of bash.stdout) said += decoder.decode(part, { stream: true });
    hasEnded = true;
  })();
  const started: string[] = [];
  const say = (line: string) => {
    bash.stdin.write(`${line}\n`);
    void bash.stdin.flush();
  };
  // Blocks print into a file: Bun leaves a pipe that it was given non-blocking, and a later program fails to write to it.
  const printed = () => Bun.file(join(work, '.printed')).text();
  const run = async (at: string, command: string): Promise<string> => {
    said = '';
    say(`{ ${command}; } </dev/null >.printed 2>&1; printf '${END}'`);
    await until(
      () => said.includes(END) || hasEnded,
      async () => `${at} does not end:\n${await printed()}`,
    );
    if (said.includes(END)) return printed();
    throw new Error(`${at} ended with ${await bash.exited}:\n${await printed()}`);
  };
  return {
    run,
    /** Runs a block with its output at a terminal. */
    async show(at: string, command: string): Promise<string> {
      screen.clear();
      await run(at, `${command} </dev/null >${screen.path} 2>&1; printf '${END}' >${screen.path}`);
      await until(
        () => screen.text().includes(END),
        () => `${at} prints nothing`,
      );
      return screen.text().split(END)[0] ?? '';
    },
    /** Lets it run until the end of the page; resolves once it has printed a text. */
    async start(at: string, command: string, ready: string): Promise<string> {
      const name = `background-${started.length}`;
      // Made again for each look: a file that was empty once reads as empty ever after.
      const output = () => Bun.file(join(work, name));
      started.push(at);
      // In a process group of its own, so that what the block starts ends with it.
      await run(at, `set -m; ${command} >${name} 2>&1 & echo $! >${name}.pid; set +m`);
      const isReady = async () =>
        (await output().exists()) && (await output().text()).includes(ready);
      await until(isReady, () => `${at} did not print “${ready}”`);
      return output().text();
    },
    /** Blocks in the background must have gone on until now. */
    async end() {
      for (const [index, at] of started.entries()) {
        const pid = `$(cat background-${index}.pid)`;
        await run(at, `kill -- -${pid}; wait ${pid} || [ $? = 143 ]`);
      }
      say('exit');
      await reading;
    },
    kill() {
      for (const index of started.keys()) endChild(join(work, `background-${index}.pid`));
      bash.kill('SIGKILL');
    },
  };
}

function endChild(pidFile: string): void {
  if (!existsSync(pidFile)) return;
  Bun.spawnSync(['sh', '-c', `kill -- "-$(cat ${pidFile})" 2>/dev/null`]);
}

/** A person who gives this answer to every question, while a block runs. */
async function answerUntil({ url, token }: Place, response: object, ran: Promise<unknown>) {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  ran.then(over, over);
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${url}/api/v1/reviews/${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
  while (!isOver) {
    const pending = (await (await call('pending')).json()) as { id: string }[];
    for (const { id } of pending)
      await call(`${id}/respond`, { method: 'POST', body: JSON.stringify({ response }) });
    await Bun.sleep(LOOK_MS);
  }
}

/** Values that differ in each run are made alike: ids, secrets, ports, times. */
const alike = (text: string) =>
  Bun.stripANSI(text)
    .replaceAll(/"seq": ?\d+/g, '"seq": 1')
    .replaceAll('\r', '')
    .replaceAll(/\b\d+h(\d+m)?\b/g, 'LEFT')
    .replaceAll(/\b01[0-9A-HJKMNP-TV-Z]{24}\b/g, 'ID')
    .replaceAll(/\b[0-9A-HJKMNP-TV-Z]{8}\b/g, 'ID')
    .replaceAll(/\b(hp|hu)_\w+/g, '$1_')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/\b\d\d:\d\d(:\d\d)?\b/g, 'TIME')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'ADDRESS')
    .replaceAll(/[ \t]+/g, ' ')
    .trim();

/** `…` on the page is any text within a line. */
function mustPrint({ page, line, code }: Block, printed: string): void {
  const pattern = alike(code)
    .split('…')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
  // Pages leave out which inbox the commands work on.
  const shown = printed.replaceAll(/^Inbox: .*\r?\n/gm, '');
  if (new RegExp(`^${pattern}$`).test(alike(shown))) return;
  throw new Error(`${page}:${line} shows\n${code}\nbut this is printed:\n${printed}`);
}

async function until(
  is: () => boolean | Promise<boolean>,
  failure: string | (() => string | Promise<string>),
) {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await is())) {
    if (Date.now() > deadline)
      throw new Error(typeof failure === 'string' ? failure : await failure());
    await Bun.sleep(LOOK_MS);
  }
}
