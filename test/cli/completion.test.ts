import { beforeAll, expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { groups } from '../../src/cli/commands.ts';
import { bashScript } from '../../src/cli/completion/bash.ts';
import { fishScript } from '../../src/cli/completion/fish.ts';
import { readLine } from '../../src/cli/completion/line.ts';
import { zshScript } from '../../src/cli/completion/zsh.ts';
import { blackHole } from '../support/delivery/black-hole.ts';
import { needs } from '../support/machine/tools.ts';
import { keys, sharedTerminal, testTerminal } from '../support/terminal/terminal.ts';

const terminal = sharedTerminal({ INBOX_NTFY_URL: 'http://127.0.0.1:9' });
/** A busy machine takes longer than a person would wait. */
const patient = { INBOX_COMPLETION_TIMEOUT: '10s' };
const BREAKS = ' \t\n"\'><=;|&(:';
const bomb = () => `x $(touch ${terminal.home}/pwned)'";&`;
let asked = '';
let region = '';
let form = '';

beforeAll(async () => {
  await terminal.ok('channel', 'create', 'it works');
  await terminal.ok('channel', 'create', bomb());
  await terminal.ok('key', 'create', 'ci');
  await terminal.ok('user', 'add', 'mia@example.com', '--name', 'Mia', '--no-password');
  const title = `Deploy\n\u001b[31m$(touch ${terminal.home}/pwned)\ttoday?`;
  asked = await terminal.ok('ask', 'approve', '--title', title, '-c', 'deploys');
  const items = ['--option', 'eu:Europe', '--option', 'us:America'];
  region = await terminal.ok('ask', 'select', 'Region?', '-c', 'deploys', ...items);
  const fields = ['--field', 'nodes:number', '--field', 'why?:textarea:Why'];
  form = await terminal.ok('ask', 'form', 'Scale to?', '-c', 'deploys', ...fields);
});

/** The lines of an answer to a shell: what it is, then the candidates. */
async function answer(...args: string[]): Promise<string[]> {
  const { code, stdout, stderr } = await terminal.run(['__complete', ...args], { env: patient });
  expect([code, stderr]).toEqual([0, '']);
  return stdout.trimEnd().split('\n');
}

/** The candidates behind these words; the last one is being typed. */
const offered = async (...words: string[]) =>
  (await answer('fish', ...words)).slice(1).map((line) => line.split('\t')[0] ?? '');
const inBash = async (line: string) => (await answer('bash', line, BREAKS)).slice(1);
const end = (id: string) => id.slice(-8);

test('offers every command and every option of a command by any of its names', async () => {
  const commands = Object.values(groups).flat();
  expect(await offered('')).toEqual([...commands.map(({ name }) => name), 'help']);
  expect(await offered('back')).toEqual(['backup']);
  expect(await offered('backups', '')).toEqual(['create', 'list', 'status', 'verify', 'restore']);
  expect(await offered('users', 'add', '--r')).toEqual(['--role']);
  expect(await offered('audit', '--ac')).toEqual(['--actor', '--action']);
  expect(await offered('list', '--pend')).toEqual(['--pending']);
  expect(await offered('list', '--', '--pend')).toEqual([]);
});

test('offers the fixed values of options, arguments and help', async () => {
  expect(await offered('user', 'add', '--role', '')).toEqual(['owner', 'reviewer']);
  expect(await offered('user', 'add', '--role=o')).toEqual(['--role=owner']);
  const kinds = ['approve', 'select', 'form', 'text', 'free', 'permission', 'questions'];
  expect(await offered('help', 'ask', '')).toEqual(kinds);
  expect(await offered('help', 'exit')).toEqual(['exit-codes']);
  expect(await offered('completion', '')).toEqual(['bash', 'zsh', 'fish']);
  expect(await offered('local-answers', '')).toEqual(['on', 'off']);
  expect(await offered('audit', '--action', 'key.r')).toEqual(['key.revoked', 'key.rotated']);
});

test('offers no key of an agent for the address of a contact, which its flag calls a key', async () => {
  expect(await offered('key', 'revoke', '')).toContain('ci');
  expect(await offered('contact', 'add', '--apprise', '')).toEqual([]);
});

test('leaves files and directories to the shell', async () => {
  expect(await answer('zsh', 'user', 'passwd', '--password-file', '')).toEqual(['files']);
  expect(await answer('zsh', '--data', '')).toEqual(['directories']);
  expect(await answer('zsh', 'backup', 'verify', '')).toEqual(['files']);
});

test('offers channel names wherever a channel is expected', async () => {
  for (const words of [
    ['list', '-c'],
    ['-c'],
    ['channel', 'webhook', 'set'],
    ['send', 'Hi', '-c'],
  ]) {
    expect(await offered(...words, 'dep')).toEqual(['deploys']);
  }
  expect(await offered('list', '--channel=it')).toEqual(['--channel=it works']);
});

test('offers ids by their end with the title, and in full once the beginning is typed', async () => {
  const lines = await answer('fish', 'answer', '');
  expect(lines).toHaveLength(4);
  expect(lines).toContain(`${end(region)}\tRegion?`);
  expect(lines.some((line) => line.startsWith(`${end(asked)}\tDeploy`))).toBe(true);
  const typed = end(region).slice(0, 5).toLowerCase();
  expect(await offered('answer', typed)).toEqual([typed + end(region).slice(5)]);
  expect(await offered('wait', region.slice(0, 25))).toEqual([region]);
  const sent = await terminal.ok('send', 'Done', '-c', 'deploys');
  expect(await offered('show', '')).toContain(end(sent));
});

test('offers the options and fields of the question being answered', async () => {
  expect(await offered('answer', end(region), '--option', '')).toEqual(['eu', 'us']);
  expect(await offered('answer', asked, '--comment', 'Go', '--option', 'a')).toEqual(['approve']);
  expect(await answer('fish', 'answer', form, '--field', '')).toEqual([
    'words open',
    'nodes=\t',
    'why=\tWhy',
  ]);
});

test('offers keys, users and profiles', async () => {
  expect(await offered('key', 'revoke', '')).toEqual(['ci']);
  expect(await offered('user', 'disable', 'm')).toEqual(['mia@example.com']);
  expect(await offered('audit', '--actor', '')).toContain('ci');
  const url = (await terminal.json<{ url: string }>('whoami')).url;
  await Bun.write(join(terminal.home, 'token'), await terminal.ok('token', 'create', 'laptop'));
  const login = terminal.shell(`inbox login ${url} --profile work --with-token < token`);
  expect(await login.exited).toBe(0);
  expect(await offered('profile', 'use', '')).toEqual(['work']);
  expect(await offered('--profile', 'w')).toEqual(['work']);
});

test('offers contacts, time zones and the users of a step', async () => {
  for (const name of ['phone', 'tablet'])
    await terminal.ok('contact', 'add', '--ntfy', name, '--name', name);
  expect(await offered('contact', 'test', '')).toEqual(['phone', 'tablet']);
  expect(await offered('contact', 'set', 'ph')).toEqual(['phone']);
  expect(await offered('contact', 'add', '--shows', '')).toEqual(['nothing', 'title', 'all']);
  expect(await offered('attention', 'set', '--time-zone', 'Europe/Berl')).toEqual([
    'Europe/Berlin',
  ]);
  expect(await offered('ask', 'approve', '--urgency', 'c')).toEqual(['critical']);
  expect(await offered('ask', 'approve', '--notify', 'm')).toEqual(['mia@example.com']);
  expect(await offered('ladder', 'set', 'dep')).toEqual(['deploys']);
  const step = ['ladder', 'set', 'deploys', '--step'];
  expect(await offered(...step, '10')).toEqual([]);
  expect(await offered(...step, '10m:m')).toEqual(['10m:mia@example.com']);
  expect(await offered(...step, '10m:ann,m')).toEqual(['10m:ann,mia@example.com']);
  expect(await inBash('inbox ladder set deploys --step 10m:ann,m')).toEqual([
    'ann,mia@example.com',
  ]);
});

test("prints one line per candidate, without control characters from other people's text", async () => {
  for (const shell of ['zsh', 'fish']) {
    const lines = await answer(shell, 'answer', '');
    expect(lines).toHaveLength(4);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be there
    for (const line of lines) expect(line).toMatch(/^[^\u0000-\u0008\u000a-\u001f]*$/);
  }
});

const lines: [kept: string, typed: string, close: string, name: () => string][] = [
  ['inbox list -c ', 'it', '', () => 'it works'],
  ['inbox list -c ', 'it\\ w', '', () => 'it works'],
  ['inbox list -c "', 'it w', '"', () => 'it works'],
  ["inbox list -c '", 'it', "'", () => 'it works'],
  ['inbox list --channel=', 'it', '', () => 'it works'],
  ['inbox list -c ', 'x', '', bomb],
  ['inbox list -c "', 'x', '"', bomb],
  ["inbox list -c '", 'x', "'", bomb],
];
test.each(lines)(
  'completes %s%s in bash to a word that bash reads as the exact name',
  async (...line) => {
    const [kept, typed, close, name] = line;
    const [rest = '', ...others] = await inBash(kept + typed);
    expect(others).toEqual([]);
    const words = `${kept}${rest}${close}`.replace('inbox list', '').replace('--channel=', '');
    const bash = Bun.spawn(['bash', '-c', `printf '%s\\n' ${words}`], { stdout: 'pipe' });
    const read = (await new Response(bash.stdout).text()).trimEnd().split('\n');
    expect(read.at(-1)).toBe(name());
    expect(existsSync(join(terminal.home, 'pwned'))).toBe(false);
  },
);

test('leaves a word with an expansion to bash', async () => {
  expect(await answer('bash', 'inbox list -c $CHA', BREAKS)).toEqual(['files']);
  expect(readLine('inbox a\\ b "c d" \'e\\f\' "g\\h').before).toEqual([
    'inbox',
    'a b',
    'c d',
    'e\\f',
  ]);
});

test('offers, prints and creates nothing without a server', async () => {
  await using alone = testTerminal();
  const away = { INBOX_URL: 'http://127.0.0.1:1', INBOX_TOKEN: 'hu_no' };
  const nobody = { INBOX_URL: 'http://127.0.0.1:1' };
  for (const env of [{}, away, nobody, { INBOX_PORT: 'odd' }, { INBOX_PROFILE: 'none' }]) {
    const args = ['__complete', 'zsh', 'list', '-c', ''];
    // Where the sources run, the runtime would keep there what it compiled.
    const here = { ...patient, ...env, BUN_RUNTIME_TRANSPILER_CACHE_PATH: '0' };
    const { code, stdout, stderr } = await alone.run(args, { env: here });
    expect([code, stdout, stderr]).toEqual([0, 'words\n', '']);
  }
  expect(existsSync(alone.data)).toBe(false);
  expect(readdirSync(alone.home)).toEqual([]);
});

test('offers the options of a command when the server does not answer in time', async () => {
  await using hole = await blackHole();
  const env = { INBOX_URL: hole.url('http'), INBOX_TOKEN: 'hu_no' };
  for (const words of [['show'], ['key', 'revoke']]) {
    const offer = (last: string) =>
      terminal.run(['__complete', 'fish', ...words, last], { env }).then(({ stdout }) => stdout);
    expect([words, await offer('')]).toEqual([words, await offer('--')]);
    expect(await offer('')).toContain('--help');
  }
  const value = ['__complete', 'fish', 'list', '-c', ''];
  expect((await terminal.run(value, { env })).stdout).toBe('words\n');
});

test('offers names even if the command itself starts too slowly', async () => {
  const slow = join(terminal.home, 'slow.ts');
  await Bun.write(slow, 'Bun.sleepSync(1500)');
  const env = { INBOX_COMPLETION_TIMEOUT: '1500ms', BUN_OPTIONS: `--preload=${slow}` };
  const { stdout } = await terminal.run(['__complete', 'fish', 'list', '-c', 'dep'], { env });
  expect(stdout).toBe('words\ndeploys\t\n');
});

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };

test.each(Object.entries(scripts))(
  'prints the completions for %s as data',
  async (shell, script) => {
    const { code, stdout, stderr } = await terminal.run(['completion', shell]);
    expect([code, stdout, stderr]).toEqual([0, script, '']);
  },
);

needs('shellcheck')('prints completions for bash that pass shellcheck', async () => {
  const check = Bun.spawn(['shellcheck', '-s', 'bash', '-'], {
    stdin: new TextEncoder().encode(bashScript),
    stdout: 'pipe',
  });
  expect([await new Response(check.stdout).text(), await check.exited]).toEqual(['', 0]);
});

const shells: Record<string, { start: string; setUp: string }> = {
  bash: { start: 'bash --norc --noprofile -i', setUp: 'source <(inbox completion bash)' },
  zsh: {
    start: 'zsh -f -i',
    setUp: 'source <(inbox completion zsh)',
  },
  fish: { start: 'fish --no-config -i', setUp: 'inbox completion fish | source' },
};

/** A real shell at a terminal, whose completions are loaded. */
async function shellWith(shell: string, setUp = shells[shell]?.setUp) {
  const { start = '' } = shells[shell] ?? {};
  const screen = terminal.openShell(
    `export INBOX_COMPLETION_TIMEOUT=10s PS1='> '; cd; exec ${start}`,
  );
  screen.type(`${setUp}; echo it is "ready"\r`);
  await screen.shows('it is ready');
  return screen;
}

for (const shell of Object.keys(shells)) {
  const tried = shell === 'bash' ? test : needs(shell as 'zsh' | 'fish');

  tried(`${shell} completes commands, channels, ids and options at a terminal`, async () => {
    const screen = await shellWith(shell);
    const completes = async (typed: string, whole: string) => {
      screen.type(`${keys.clear}${typed}\t`);
      await screen.shows(whole);
    };
    await completes('inbox pro', 'inbox profile');
    await completes('inbox list -c dep', 'inbox list -c deploys');
    const id = end(region);
    await completes(`inbox answer ${id.slice(0, 6)}`, `inbox answer ${id}`);
    await completes(`inbox answer ${id} --option e`, `inbox answer ${id} --option eu`);
    await completes('inbox help ask app', 'inbox help ask approve');
    if (shell === 'bash') return;
    screen.type(`${keys.clear}inbox answer \t`);
    await screen.shows('Region?');
    expect(screen.text()).toContain(`${end(form)}`);
  });

  tried(`a hostile name is completed in ${shell} and never obeyed`, async () => {
    const screen = await shellWith(shell);
    for (const open of ['', "'", '"']) {
      screen.type(`${keys.clear}clear\r`);
      screen.type(`inbox list -c ${open}x\t`);
      await screen.shows('pwned');
      screen.type(`${keys.enter}`);
      await screen.shows('No pending questions in “x $(touch');
      screen.type(`clear; echo next "one"\r`);
      await screen.shows('next one');
    }
    expect(existsSync(join(terminal.home, 'pwned'))).toBe(false);
  });
}

const compinit = 'autoload -U compinit; compinit -u';
const load = shells.zsh?.setUp;
for (const setUp of [`${compinit}; ${load}`, `${load}; ${compinit}`]) {
  needs('zsh')(`zsh completes after \`${setUp}\``, async () => {
    const screen = await shellWith('zsh', setUp);
    screen.type('inbox pro\t');
    await screen.shows('inbox profile');
  });
}
