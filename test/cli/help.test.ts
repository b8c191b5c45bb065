import { expect, test } from 'bun:test';
import { Command } from 'commander';
import { groups } from '../../src/cli/commands.ts';
import { addedWays } from '../../src/cli/reach/contact-added.ts';
import type { NewKey, NewToken } from '../../src/core/access/schema.ts';
import type { Delivery } from '../../src/core/webhooks/schema.ts';
import { findRun } from '../../src/run-file.ts';
import { settings } from '../../src/settings.ts';
import { testReceiver } from '../support/delivery/http-receiver.ts';
import { chosen } from '../support/machine/sized.ts';
import { fakeSystemd } from '../support/machine/systemd.ts';
import { codeIn, testMailServer } from '../support/reach/mail-server.ts';
import { testNtfy } from '../support/reach/ntfy.ts';
import { releaseServer } from '../support/release/release-server.ts';
import { newKey, releaseOf } from '../support/release/signed.ts';
import { type Terminal, testTerminal } from '../support/terminal/terminal.ts';

test('groups the commands by who uses them, people first', async () => {
  await using terminal = testTerminal();
  const { code, stdout, stderr } = await terminal.run(['help']);
  expect([code, stderr]).toEqual([0, '']);
  const headings = stdout.match(/^\w+:$/gm);
  expect(headings).toEqual(['People:', 'Agents:', 'Admin:', 'Options:', 'Examples:']);
  expect(stdout.match(/^ {2}\$ inbox .+$/gm)).toHaveLength(3);
  expect(stdout).toContain('Exit codes: `inbox help exit-codes`');
  expect(stdout).toContain('Documentation: /docs/ on any running inbox');
  expect((await terminal.run(['--help'])).stdout).toBe(stdout);
});

test('lists each command on one line, under one name', async () => {
  await using terminal = testTerminal();
  const help = await terminal.ok('help');
  for (const { name } of Object.values(groups).flat()) {
    expect(help).toMatch(new RegExp(`^ {2}${name} {2,}\\S.*$`, 'm'));
  }
  expect(help).not.toContain('|');
  expect(await terminal.ok('help', 'backups')).toStartWith('Usage: inbox backup [options]');
});

test('names the global options of a command on one line', async () => {
  await using terminal = testTerminal();
  const help = await terminal.ok('list', '--help');
  expect(help.match(/--data|--profile|--help|--version/g)).toEqual(['--data', '--profile']);
  expect(help).toContain('\nGlobal options (see `inbox help`): --json, --data, --url, --profile\n');
});

test('names the settings that each kind of contact needs', async () => {
  await using terminal = testTerminal();
  const help = await terminal.ok('help', 'contact', 'add');
  for (const { kind } of addedWays)
    expect(help).toMatch(new RegExp(`--${kind}\\s+by\\s+INBOX_\\w+`));
});

const pages = ['', 'list', 'ask form', 'login', 'channel webhook', 'exit-codes', 'settings'];
const widths = chosen([20, 40, 60, 80, 120], (columns) => [20, 60].includes(columns));

test.each(pages)('wraps the page of `inbox help %s` between words at any width', async (page) => {
  await using terminal = testTerminal();
  const args = ['help', ...page.split(' ').filter(Boolean)];
  // They stay in one piece, to be copied.
  const examples = (await terminal.ok(...args)).match(/^ {2}\$ .+$/gm) ?? [];
  for (const columns of widths) {
    const screen = terminal.open(args, {}, { columns, rows: 24 });
    expect(await screen.exited).toBe(0);
    const more = examples.map(({ length }) => Math.ceil(length / columns) - 1);
    const broken = more.reduce((sum, one) => sum + one, 0);
    expect([columns, screen.brokenRows()]).toEqual([columns, broken]);
  }
});

test('explains the exit codes with the words of the documentation', async () => {
  await using terminal = testTerminal();
  const page = (await terminal.ok('help', 'exit-codes')).replaceAll(/\n {5,}/g, ' ');
  const documented = await Bun.file(`${import.meta.dir}/../../docs/cli.md`).text();
  const rows = [...documented.matchAll(/^\| (\d+) \| (.+) \|$/gm)];
  expect(rows.length).toBeGreaterThan(10);
  for (const [, code = '', words = ''] of rows) {
    expect(page).toContain(`\n  ${code.padEnd(3)}  ${words}\n`);
  }
});

test('lists the settings with their defaults', async () => {
  await using terminal = testTerminal();
  const page = await terminal.ok('help', 'settings');
  for (const name of Object.keys(settings)) expect(page).toContain(`[${name}]`);
  expect(page).toMatch(/^ {2}INBOX_PORT .*\[port\]/m);
  expect(page).toContain('(default: 4600)');
});

test('prints the same help for `help ask approve` and `ask approve --help`', async () => {
  await using terminal = testTerminal();
  const { stdout } = await terminal.run(['help', 'ask', 'approve']);
  expect(stdout).toContain('Usage: inbox ask approve [options] [text]');
  expect((await terminal.run(['ask', 'approve', '--help'])).stdout).toBe(stdout);
});

test('names a subcommand in the help of its command, with an example for ask', async () => {
  await using terminal = testTerminal();
  expect(await terminal.ok('help', 'ask')).toContain('\nExample:\n  $ inbox ask approve "');
  expect(await terminal.ok('help', 'channel')).toContain('`inbox help channel create`');
});

test('exits 2 for an unknown command and suggests one, in help as well', async () => {
  await using terminal = testTerminal();
  for (const args of [
    ['shwo', 'x'],
    ['help', 'shwo'],
  ]) {
    const { code, stdout, stderr } = await terminal.run(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain("unknown command 'shwo'");
    expect(stderr).toContain('Did you mean show?');
  }
});

test("prints the same help from the checkout's command as from the executable", async () => {
  await using terminal = testTerminal();
  const path = `${import.meta.dir}/../../bin:${process.env.PATH}`;
  const child = Bun.spawn(['bash', '-c', 'inbox help'], { env: { PATH: path }, stdout: 'pipe' });
  expect(await new Response(child.stdout).text()).toBe(`${await terminal.ok('help')}\n`);
});

test('has an example for every command, which runs as printed', async () => {
  await using terminal = testTerminal();
  await using receiver = testReceiver();
  await using ntfy = testNtfy();
  await using mail = await testMailServer();
  const mails = { INBOX_SMTP_URL: mail.url, INBOX_SMTP_FROM: 'inbox@example.com' };
  await terminal.serve({ INBOX_WEBHOOK_ALLOW: '127.0.0.1', INBOX_NTFY_URL: ntfy.url, ...mails });
  await terminal.ok('channel', 'create', 'deploys', '--webhook', receiver.url);
  await terminal.ok('user', 'add', 'mia@example.com', '--no-password', '-c', 'deploys');
  await Bun.write(`${terminal.home}/password`, 'correct horse');
  await Bun.write(`${terminal.home}/report.txt`, 'All is well.');
  fakeSystemd(terminal.home);
  const { key, signers } = newKey(terminal.home);
  await using releases = await releaseServer({ '9.9.9': await releaseOf('9.9.9', {}, key) });
  await Bun.write(`${terminal.home}/release-url`, releases.url);
  await Bun.write(`${terminal.home}/signers`, signers);
  await terminal.ok('backup', 'create', `${terminal.home}/inbox.tar.gz`);
  const examples = new Map((await commands()).map((one) => [nameOf(one), exampleOf(one)]));
  const codes = new Map<string, number>();
  await terminal.ok('contact', 'add', '--email', 'mia@example.com', '--name', 'mail');
  const code = codeIn((await mail.has(1)).at(-1));
  const verify = examples.get('inbox contact verify') ?? '';
  examples.set('inbox contact verify', verify.replace('123456', code));
  const runs = async (name: string) =>
    codes.set(name, await runExample(terminal, examples.get(name) ?? 'false'));
  // The others need the user and the channel that these disable or remove, and restore.
  const channels = ['webhook set', 'webhook rm', 'rm', 'create', 'rename'].map(
    (one) => `channel ${one}`,
  );
  const contacts = ['set', 'test', 'disable', 'enable', 'remove'].map((one) => `contact ${one}`);
  const users = ['user disable', 'user enable', 'user rm'];
  // A schedule that no server has read is a fault in `backup status` and `doctor`.
  const settings = ['config set', 'config rm'];
  const last = [
    ...settings,
    ...contacts,
    ...users,
    ...channels,
    'login',
    'profile use',
    'logout',
  ].map((name) => `inbox ${name}`);
  const first = [...examples.keys()].filter((name) => !last.includes(name));
  const side = async () => {
    for (let name = first.shift(); name !== undefined; name = first.shift()) await runs(name);
  };
  // One server answers them, which fifty processes that start together would keep from its turn.
  await Promise.all(Array.from({ length: 8 }, side));
  for (const name of last) await runs(name);
  expect(codes.size).toBeGreaterThan(20);
  expect([...codes].filter(([, code]) => code !== 0)).toEqual([]);
});

/** Every command that does something itself. */
async function commands(): Promise<Command[]> {
  const defined = Object.values(groups)
    .flat()
    .map(async ({ name, load }) => {
      const command = new Command('inbox').command(name);
      (await load())(command);
      return leaves(command);
    });
  return (await Promise.all(defined)).flat();
}

const leaves = (command: Command): Command[] =>
  command.commands.length > 0 ? command.commands.flatMap(leaves) : [command];

const nameOf = (command: Command): string =>
  command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();

function exampleOf(command: Command): string | undefined {
  let help = '';
  command.configureOutput({
    writeOut: (text) => {
      help += text;
    },
  });
  command.outputHelp();
  return help.match(/^ {2}\$ (.+)$/m)?.[1];
}

/** Runs it with the shell, with ids that exist here; a command that waits for an answer gets one. */
async function runExample(terminal: Terminal, example: string): Promise<number> {
  if (example.startsWith('inbox serve')) return serveExample(example);
  const child = terminal.shell(placeFor(example) + (await withRealIds(terminal, example)));
  let said = '';
  for await (const part of child.stderr) {
    said += new TextDecoder().decode(part);
    const [, asked] = /Asked (\w+)/.exec(said) ?? [];
    if (said.includes('Forwarding events of')) child.kill('SIGTERM');
    if (asked) {
      await answer(terminal, asked);
      said = '';
    }
  }
  // A command that listens runs until it is ended.
  return (await child.exited) === 143 ? 0 : child.exited;
}

/** Commands that may not touch this machine or the directory that is served. */
function placeFor(example: string): string {
  if (example.startsWith('inbox backup restore')) return 'INBOX_DATA=elsewhere ';
  if (example.startsWith('inbox local-answers')) return 'INBOX_DATA=another ';
  if (example === 'inbox doctor') return 'INBOX_PORT=0 ';
  if (example.startsWith('inbox upgrade'))
    return 'INBOX_RELEASE_URL=$(cat release-url) INBOX_RELEASE_SIGNERS=signers ';
  return example.startsWith('inbox service') ? 'PATH=$PWD/systemd:$PATH ' : '';
}

/** On a data directory and a port that nobody serves. */
async function serveExample(example: string): Promise<number> {
  await using terminal = testTerminal();
  const child = terminal.shell(`exec ${example.replace('--port 4600', '--port 0')}`);
  for await (const part of child.stderr) {
    if (new TextDecoder().decode(part).includes('Listening on')) child.kill('SIGINT');
  }
  return child.exited;
}

const MESSAGE = '01M7YGQ6NTZX13P8GDSCK18JEV';
const CREDENTIAL = '01M7YGQ6NDPJATKTJ32C3SBQVW';

async function withRealIds(terminal: Terminal, example: string): Promise<string> {
  if (example.includes('--with-token')) return withRealToken(terminal, example);
  if (example.includes(MESSAGE)) {
    const id = await terminal.ok('ask', 'approve', 'Go?', '-c', 'deploys', '--comment');
    if (example.startsWith('inbox wait')) await answer(terminal, id);
    return example.replace(MESSAGE, id);
  }
  if (!example.includes(CREDENTIAL)) return example;
  const kind = example.split(' ')[1] ?? '';
  if (kind === 'file') {
    const path = `${terminal.home}/report.txt`;
    return example.replace(CREDENTIAL, await terminal.ok('file', 'upload', path, '-c', 'deploys'));
  }
  if (kind === 'deliveries') {
    const { id } = await terminal.json<Delivery>('channel', 'webhook', 'test', 'deploys');
    return example.replace(CREDENTIAL, id);
  }
  const { id } = await terminal.json<NewKey | NewToken>(kind, 'create', 'one');
  return example.replace(CREDENTIAL, id);
}

/** The file `token` is in the directory where the example runs. */
async function withRealToken(terminal: Terminal, example: string): Promise<string> {
  await Bun.write(`${terminal.home}/token`, await terminal.ok('token', 'create', 'laptop'));
  return example.replace('http://127.0.0.1:4600', findRun(terminal.data)?.url ?? '');
}

async function answer(terminal: Terminal, id: string): Promise<void> {
  const { review } = await terminal.json<{ review: { type: string } }>('show', id);
  await terminal.ok('answer', id, ...(answers[review.type] ?? ['--text', 'Nothing']));
}

/** The questions of the examples that need more than a text. */
const answers: Record<string, string[]> = {
  approval: ['--option', 'approve'],
  permission: ['--option', 'allow'],
  questions: ['--field', 'region=eu', '--field', 'when=Now'],
};
