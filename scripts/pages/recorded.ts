// The output of commands at a terminal, recorded with a temporary server. Everything that differs
// between runs (ids, secrets, times, paths, ports) is replaced, so that the same program gives the
// same text.
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import xterm from '@xterm/headless';
import { findRun } from '../../src/run-file.ts';
import { plainOf } from './plain.ts';

const PATIENCE_MS = 30_000;
const LOOK_MS = 20;
const size = { cols: 88, rows: 60 };
const root = join(import.meta.dir, '../..');

/**
 * `QUESTION`, `FILE` and `KEY` are placeholders of ids. `answered` is the person's input while it
 * runs.
 */
type Step = { of: string; line: string; saves?: 'QUESTION' | 'FILE' | 'KEY'; answered?: string };

const steps: Step[] = [
  { of: 'channel create', line: 'inbox channel create deploys --description "Releases"' },
  { of: 'key create', line: 'inbox key create ci --channel deploys --expires 90d' },
  { of: 'ask approve', line: 'inbox ask approve "Deploy 1.4.2?" -c deploys', saves: 'QUESTION' },
  { of: 'list', line: 'inbox list' },
  { of: 'show', line: 'inbox show QUESTION' },
  { of: 'answer', line: 'inbox answer QUESTION --option approve' },
  { of: 'wait', line: 'inbox wait QUESTION' },
  { of: 'list', line: 'inbox list --answered --search deploy' },
  {
    of: 'ask select',
    line: 'inbox ask select "Which region?" -c deploys --option eu:Europe --option us:America --wait',
    answered: '--option eu',
  },
  { of: 'send', line: 'inbox send "Deployed 1.4.2" -c deploys --status success' },
  { of: 'file upload', line: 'inbox file upload report.txt -c deploys', saves: 'FILE' },
  { of: 'file list', line: 'inbox file list -c deploys' },
  { of: 'file download', line: 'inbox file download FILE -o copy.txt' },
  { of: 'channel list', line: 'inbox channel list' },
  { of: 'key list', line: 'inbox key list' },
  { of: 'user add', line: 'inbox user add rita@example.com -c deploys --no-password' },
  { of: 'user list', line: 'inbox user list' },
  { of: 'token create', line: 'inbox token create laptop --expires 30d' },
  { of: 'token list', line: 'inbox token list' },
  { of: 'contact add', line: 'inbox contact add --ntfy my-inbox-7f3a --name phone' },
  { of: 'contact list', line: 'inbox contact list' },
  { of: 'ladder set', line: 'inbox ladder set deploys --step 10m:rita@example.com' },
  { of: 'ladder show', line: 'inbox ladder show deploys' },
  { of: 'whoami', line: 'inbox whoami' },
  { of: 'channel show', line: 'inbox channel show deploys' },
  { of: 'status', line: 'inbox status' },
  { of: 'local-answers', line: 'inbox local-answers' },
  { of: 'channel webhook show', line: 'inbox channel webhook show deploys' },
  { of: 'deliveries list', line: 'inbox deliveries list' },
  { of: 'backup create', line: 'inbox backup create inbox.tar.gz' },
  { of: 'backup verify', line: 'inbox backup verify inbox.tar.gz' },
  { of: 'backup status', line: 'inbox backup status' },
  { of: 'audit list', line: 'inbox audit list --action key.' },
  { of: 'audit verify', line: 'inbox audit verify' },
  { of: 'profile list', line: 'inbox profile list' },
  { of: 'doctor', line: 'inbox doctor --health' },
];

/**
 * Returns each line with its output, by command.
 * @param folder has the command `inbox`: what is built answers sooner than the sources
 */
export async function recordCommands(folder = join(root, 'bin')): Promise<Map<string, string>> {
  const home = await mkdtemp(join(tmpdir(), 'inbox-pages-'));
  const data = join(home, '.local/share/inbox');
  mkdirSync(data, { recursive: true });
  const path = `${folder}:${process.env.PATH}`;
  const env = {
    HOME: home,
    INBOX_DATA: data,
    PATH: path,
    TZ: 'UTC',
    LANG: 'C.UTF-8',
    NO_COLOR: '1',
    // Adding a contact sends nothing.
    INBOX_NTFY_URL: 'https://ntfy.example.com',
  };
  await Bun.write(join(home, 'report.txt'), 'All is well.\n');
  const server = Bun.spawn(['inbox', 'serve', '--port', '0'], {
    cwd: home,
    env,
    stdout: 'ignore',
    stderr: 'ignore',
  });
  try {
    const deadline = Date.now() + PATIENCE_MS;
    while (findRun(data) === null) {
      if (Date.now() > deadline) throw new Error('The server did not start');
      await Bun.sleep(LOOK_MS);
    }
    return await recordAll(home, env, `${findRun(data)?.url}`);
  } finally {
    server.kill('SIGTERM');
    await server.exited;
    await rm(home, { recursive: true, force: true });
  }
}

type Env = Record<string, string>;

async function recordAll(home: string, env: Env, url: string): Promise<Map<string, string>> {
  const saved: Record<string, string> = {};
  const raw: { of: string; text: string }[] = [];
  for (const { of, line, saves, answered } of steps) {
    const here = line.replaceAll(/\b(QUESTION|FILE|KEY)\b/g, (name) => saved[name] ?? name);
    const printed = await atTerminal(here, home, env, answered);
    const [id] = /\b01[0-9A-Z]{24}\b/.exec(printed) ?? [];
    if (saves && id) saved[saves] = id;
    raw.push({ of, text: `$ ${here}\n${printed}`.trimEnd() });
  }
  const plain = plainOf(home, url);
  const recorded = new Map<string, string>();
  for (const { of, text } of raw) {
    const before = recorded.get(of);
    recorded.set(of, before === undefined ? plain(text) : `${before}\n\n${plain(text)}`);
  }
  return recorded;
}

async function atTerminal(line: string, home: string, env: Env, answered?: string) {
  const screen = new xterm.Terminal({ ...size, allowProposedApi: true });
  const hungUp = Promise.withResolvers<void>();
  let raw = '';
  let answering: Promise<unknown> | undefined;
  const child = Bun.spawn(['bash', '-c', line], {
    cwd: home,
    env: { ...env, TERM: 'xterm-256color' },
    terminal: {
      ...size,
      data(_, bytes) {
        raw += new TextDecoder().decode(bytes);
        screen.write(bytes);
        if (answered && raw.includes('Waiting for')) answering ??= answer(home, env, answered);
      },
      exit: () => hungUp.resolve(),
    },
  });
  const [code] = await Promise.all([child.exited, hungUp.promise]);
  await answering;
  await new Promise<void>((resolve) => screen.write('', resolve));
  const { active } = screen.buffer;
  const rows = Array.from({ length: active.length }, (_, row) => {
    const line = active.getLine(row);
    // A line that the terminal wrapped is one line.
    return `${line?.isWrapped ? '' : '\n'}${line?.translateToString(true)}`;
  });
  const text = rows.join('').trim();
  if (code !== 0) throw new Error(`${line} ended with ${code}:\n${text}`);
  return text;
}

/** Answers the only pending question. */
async function answer(cwd: string, env: Env, flags: string): Promise<void> {
  const line = `inbox answer "$(inbox list | cut -f 1)" ${flags}`;
  await Bun.spawn(['bash', '-c', line], { cwd, env, stdio: ['ignore', 'ignore', 'ignore'] }).exited;
}
