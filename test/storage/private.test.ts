import { expect, test } from 'bun:test';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { findTool } from '../../scripts/tools.ts';
import { openInbox } from '../../src/core/open.ts';
import { type TestInbox, testInbox } from '../support/inbox/inbox.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';
import { chosen } from '../support/machine/sized.ts';
import { type Terminal, testTerminal } from '../support/terminal/terminal.ts';

/** Serves, sends, uploads, logs in, backs up, stops and restores; lists the files in between. */
const life = `
  inbox serve --port 0 2> said & server=$!
  until [ -s data/run.json ]; do sleep 0.05; done
  url=$(sed 's/.*"url":"\\([^"]*\\)".*/\\1/' data/run.json)
  inbox channel create deploys > id; echo '{"port":1}' > data/config.json
  inbox send -c deploys hi > id; inbox file upload id -c deploys > id
  inbox token create laptop > token; inbox login "$url" --with-token < token
  inbox backup create > id; inbox backup create elsewhere.tar.gz > id
  find data ! -name config.json -printf '%m %P\\n' > modes
  kill $server; wait $server
  inbox backup restore elsewhere.tar.gz --yes; inbox channel list > id`;

async function live(terminal: Terminal, mask: string, prefix = ''): Promise<void> {
  writeFileSync(join(terminal.home, 'life'), life);
  const child = terminal.shell(`umask ${mask}; ${prefix} bash -e life`);
  const said = await new Response(child.stderr).text();
  expect([await child.exited, said]).toEqual([0, expect.stringContaining('from the backup of')]);
}

test.each(chosen(['000', '022', '077'], (mask) => mask === '000'))(
  'creates every file readable by its owner only under umask %s',
  async (mask) => {
    await using terminal = testTerminal();
    await live(terminal, mask);
    const served = readFileSync(join(terminal.home, 'modes'), 'utf8').trim().split('\n');
    const names = served.map((line) => line.slice(4));
    expect(names).toContain('inbox.db-wal');
    expect(names).toContain('inbox.db-shm');
    expect(served.filter((line) => !/^[67]00 /.test(line))).toEqual([]);
    expect(openUnder(terminal.data)).toEqual([]);
    for (const path of ['elsewhere.tar.gz', '.config/inbox', '.config/inbox/profiles.json']) {
      expect([path, modeOf(join(terminal.home, path)) & 0o077]).toEqual([path, 0]);
    }
  },
  60_000,
);

test('restricts an existing data directory before writing to it', async () => {
  await using terminal = testTerminal();
  mkdirSync(terminal.data, { mode: 0o755 });
  chmodSync(terminal.data, 0o755);
  await terminal.ok('init', '--yes');
  expect(openUnder(terminal.data)).toEqual([]);
});

const noStrace = findTool('strace') === null;
const about = noStrace ? ' (NOT TESTED HERE: there is no strace)' : '';

test.skipIf(noStrace)(
  `never creates a file that others could open, at any moment${about}`,
  async () => {
    await using terminal = testTerminal();
    const calls = 'trace=open,openat,creat,mkdir,mkdirat,rename,renameat,renameat2';
    await live(terminal, '000', `strace -f -qq -y -s 4096 -e ${calls} -e signal=none -o trace`);
    const made = madeIn(readFileSync(join(terminal.home, 'trace'), 'utf8'), terminal.home);
    const paths = made.map(({ path }) => path);
    for (const name of ['inbox.lock', 'inbox.db.part', 'inbox.db-wal', 'files', 'lock.json']) {
      expect(paths).toContain(join(terminal.data, name));
    }
    expect(made.filter(({ mode }) => mode & 0o077)).toEqual([]);
  },
  120_000,
);

type Made = { path: string; mode: number };

/** The first call that makes each file and directory of the inbox; later ones find it there. */
function madeIn(trace: string, home: string): Made[] {
  const made = new Map<string, Made>();
  const ours = [join(home, 'data'), join(home, '.config/inbox'), join(home, 'elsewhere')];
  for (const line of trace.split('\n')) {
    const [, path = '', mode = ''] =
      /(?:open|creat|mkdir)\w*\(.*?"([^"]+)".*, (0\d+)(?:\) += [\d<]| <unfinished)/.exec(line) ??
      [];
    const isOurs = ours.some((one) => path.startsWith(one)) && !path.endsWith('data/config.json');
    if (isOurs && !made.has(path)) made.set(path, { path, mode: Number.parseInt(mode, 8) });
    // A file that is renamed later is a new one, with its own mode.
    const [, from = '', to = ''] = /rename\w*\(.*?"([^"]+)".*?"([^"]+)"/.exec(line) ?? [];
    const moved = made.get(from);
    if (moved && !made.has(to)) made.set(to, { path: to, mode: moved.mode });
  }
  return [...made.values()];
}

test('restricts files from an older version at start, with one line in the log', async () => {
  await using inbox = await testInbox();
  const outside = await leftOpen(inbox);
  const lines = await startAndRead(inbox.data);
  expect(lines).toEqual([
    {
      level: 40,
      msg: 'restricted permissions that let other users read these',
      count: 14,
      paths: expect.any(Array),
    },
  ]);
  expect(openUnder(inbox.data)).toEqual([]);
  expect(modeOf(outside)).toBe(0o644);
  expect(await startAndRead(inbox.data)).toEqual([]);
  removeDirectory(join(outside, '..'));
});

test("leaves other people's files and their directory unchanged", async () => {
  await using inbox = await testInbox();
  await leftOpen(inbox);
  writeFileSync(join(inbox.data, 'notes.txt'), '');
  chmodSync(join(inbox.data, 'notes.txt'), 0o644);
  const [closed, left] = await startAndRead(inbox.data);
  expect(closed).toMatchObject({ count: 13 });
  expect(left).toMatchObject({ count: 1, paths: [inbox.data] });
  expect(openUnder(inbox.data)).toEqual(['. 755', 'notes.txt 644']);
});

test.skipIf(process.getuid?.() !== 0)(
  'logs a file of another account and starts all the same',
  async () => {
    await using inbox = await testInbox();
    await inbox.close();
    const config = join(inbox.data, 'config.json');
    writeFileSync(config, '{}');
    chownSync(config, 65534, 65534);
    chmodSync(config, 0o644);
    const lines = await startAndRead(inbox.data);
    expect(lines).toMatchObject([{ count: 1, paths: [config] }]);
    expect(modeOf(config)).toBe(0o644);
  },
);

const modeOf = (path: string) => statSync(path).mode & 0o777;

/** Paths that others could open under a directory, it included, each with its mode. */
function openUnder(directory: string): string[] {
  const names = ['.', ...(readdirSync(directory, { recursive: true }) as string[])];
  return names.sort().flatMap((name) => {
    const stat = lstatSync(join(directory, name));
    const mode = stat.mode & 0o777;
    return mode & 0o077 && !stat.isSymbolicLink() ? [`${name} ${mode.toString(8)}`] : [];
  });
}

/** Closes the inbox and opens all of its directory, with a link in it; where that leads. */
async function leftOpen(inbox: TestInbox): Promise<string> {
  await inbox.close();
  const elsewhere = join(temporaryDirectory(), 'elsewhere');
  writeFileSync(elsewhere, '');
  for (const folder of ['plugins/mine', 'backups']) {
    mkdirSync(join(inbox.data, folder), { recursive: true });
  }
  const plugin = '{"name":"mine","displayName":"Mine","version":"1"}';
  for (const file of ['config.json', 'plugins/mine/plugin.json', 'backups/a.tar.gz', 'files/x']) {
    writeFileSync(join(inbox.data, file), file.startsWith('plugins') ? plugin : '{}');
  }
  const names = readdirSync(inbox.data, { recursive: true }) as string[];
  for (const name of ['.', ...names]) {
    const path = join(inbox.data, name);
    chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
  }
  chmodSync(elsewhere, 0o644);
  symlinkSync(elsewhere, join(inbox.data, 'plugins/link'));
  return elsewhere;
}

/** Opens an inbox and closes it; the lines in its log. */
async function startAndRead(data: string) {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => lines.push(JSON.parse(line));
  const log = pino({ base: null, timestamp: false }, { write });
  const inbox = await openInbox({ data, log, holder: 'a test' });
  await inbox.close();
  return lines;
}
