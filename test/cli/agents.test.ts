import { expect, test } from 'bun:test';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Key } from '../../src/core/access/schema.ts';
import type { Enrolment, Machine } from '../../src/core/enrolments/schema.ts';
import { findRun } from '../../src/run-file.ts';
import { version } from '../../src/version.ts';
import { built, isBuilt } from '../support/machine/built.ts';
import { commandFolder } from '../support/server/program.ts';
import { clientOf, type TestServer, testServer } from '../support/server/server.ts';
import { keys, testTerminal } from '../support/terminal/terminal.ts';

const SETTINGS = '{\n\t// mine\n\t"model": "opus"\n}\n';

/** Claude Code, as far as it keeps MCP servers. */
const claudeProgram = (version: string) => `#!/bin/sh
file="\${CLAUDE_CONFIG_DIR:-$HOME}/.claude.json"
case "$1 $2" in
  'mcp add-json') printf '{"mcpServers":{"%s":%s}}' "$5" "$6" > "$file" ;;
  'mcp remove') rm "$file" ;;
  *) echo "${version}" ;;
esac
`;

/** A machine with Claude Code, which has settings of its person, and perhaps a server. */
async function machine({ serves = true } = {}) {
  const terminal = testTerminal();
  const { home } = terminal;
  const bin = join(home, 'clients');
  mkdirSync(bin);
  const claude = join(bin, 'claude');
  const install = (text: string) => {
    writeFileSync(claude, claudeProgram(text));
    chmodSync(claude, 0o755);
  };
  install('2.1.330 (Claude Code)');
  const settings = join(home, '.claude/settings.json');
  mkdirSync(join(home, '.claude'));
  writeFileSync(settings, SETTINGS);
  chmodSync(settings, 0o640);
  const PATH = `${bin}:${commandFolder(home)}:/usr/bin:/bin`;
  const server = serves ? await terminal.serve() : null;
  const owner = () => {
    const run = findRun(terminal.data);
    return clientOf(run?.url ?? '', { authorization: `Bearer ${run?.token}` });
  };
  return Object.assign(terminal, {
    server,
    settings,
    install,
    /** Any other client: a program that prints its version. */
    installOther(name: string, says: string) {
      writeFileSync(join(bin, name), `#!/bin/sh\necho '${says}'\n`);
      chmodSync(join(bin, name), 0o755);
    },
    owner,
    PATH,
    inbox: (args: string[], env: Record<string, string> = {}) =>
      terminal.run(args, { env: { PATH, ...env } }),
    written: () => readFileSync(settings, 'utf8'),
    /** The bytes and the mode of the settings. */
    state: () => [readFileSync(settings, 'utf8'), statSync(settings).mode & 0o777],
    record: () => JSON.parse(readFileSync(join(home, '.config/inbox/connected.json'), 'utf8')),
    machines: async () => (await owner().get<Machine[]>('/enrolments')).body,
  });
}

const codeOf = async ({ as }: TestServer) =>
  (await as.owner.post<Enrolment>('/enrolments', { client: 'claude' })).body.code;

/** Every file below a folder that has a text in it. */
const filesWith = (folder: string, text: string) =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, `${name}`))
    .filter((path) => statSync(path).isFile() && readFileSync(path, 'latin1').includes(text));

built('connects Claude Code, and disconnects it to the byte', async () => {
  await using here = await machine();
  const before = here.state();
  const connected = await here.inbox(['connect', 'claude', '--yes', '--ask', 'Bash(git push *)']);
  expect([connected.code, connected.stdout]).toEqual([0, '']);
  expect(connected.stderr).toContain('+\t"hooks": {');
  expect(connected.stderr).toContain('now asks the inbox at');
  expect(connected.stderr).not.toMatch(/hp_[0-9a-f]/);
  const { key, keyId, state, channelName } = here.record().clients.claude;
  expect([state, channelName]).toEqual(['done', 'Claude Code']);
  const { hooks, permissions } = Bun.JSONC.parse(here.written()) as {
    hooks: Record<string, { hooks: object[] }[]>;
    permissions: { allow: string[]; deny: string[]; ask: string[] };
  };
  const executable = join(commandFolder(here.home), 'inbox');
  const { url } = here.record().clients.claude;
  const http = { type: 'http', url: `${url}/api/v1/hooks/claude` };
  const headers = { Authorization: `Bearer ${key}` };
  expect(hooks.PermissionRequest?.[0]?.hooks[0]).toMatchObject({
    ...http,
    timeout: 86400,
    headers,
  });
  const command = {
    type: 'command',
    command: `${executable} hook claude`,
    async: true,
    timeout: 10,
  };
  for (const event of ['PostToolUse', 'PostToolUseFailure']) {
    expect(hooks[event]?.[0]?.hooks[0]).toEqual(command);
  }
  for (const event of ['PermissionDenied', 'Stop', 'SubagentStop', 'SessionEnd']) {
    expect(hooks[event]?.[0]?.hooks[0]).toEqual({ ...http, timeout: 2, headers });
  }
  expect(permissions.ask).toEqual(['Bash(git push *)']);
  for (const rule of [
    'Bash(inbox answer *)',
    `Bash(${executable} answer *)`,
    'Bash(inbox)',
    'Bash(inbox connect *)',
    'Bash(inbox keys *)',
    'Read(~/.config/inbox/**)',
    'Read(~/data/**)',
  ]) {
    expect(permissions.deny).toContain(rule);
  }
  expect(permissions.deny.join('\n')).not.toMatch(
    /inbox (ask|send|wait|withdraw|files?|list|ls|show|tail|mcp|hook|status|help) /,
  );

  const servers = join(here.home, '.claude.json');
  expect(JSON.parse(readFileSync(servers, 'utf8')).mcpServers.inbox).toEqual({
    type: 'http',
    url: `${url}/mcp`,
    headersHelper: `${executable} hook --header claude`,
  });
  expect(permissions.allow).toEqual(['mcp__inbox']);
  const record = join(here.home, '.config/inbox/connected.json');
  const secret = filesWith(here.home, key).filter((path) => !path.startsWith(here.data));
  expect(secret.toSorted()).toEqual([here.settings, record]);
  for (const path of secret) expect(statSync(path).mode & 0o777).toBe(0o600);
  const listed = await here.inbox(['connect']);
  expect(listed.stdout).toStartWith(`claude\t2.1.330\t${url}\talive\t`);

  const repeated = await here.inbox(['connect', 'claude']);
  expect([repeated.code, here.record().clients.claude.key]).toEqual([0, key]);
  expect(await here.machines()).toHaveLength(1);

  const ended = await here.inbox(['disconnect', 'claude']);
  expect([ended.code, here.state()]).toEqual([0, before]);
  expect(here.record()).toEqual({ clients: {}, toEnd: [] });
  expect(existsSync(servers)).toBe(false);
  expect(existsSync(join(here.home, '.config/inbox/before'))).toBe(false);
  expect(await here.machines()).toMatchObject([{ keyId, endedAt: expect.any(String) }]);
  const again = await here.inbox(['disconnect', 'claude']);
  expect([again.code, again.stderr]).toEqual([0, 'Claude Code is not connected.\n']);
});

built('connects the part that is chosen, and says of each whether it is there', async () => {
  await using here = await machine();
  const opencode = join(here.home, 'clients/opencode');
  writeFileSync(opencode, '#!/bin/sh\necho 1.18.33\n');
  chmodSync(opencode, 0o755);
  const config = join(here.home, '.config/opencode/opencode.json');
  const plugin = join(here.home, '.config/opencode/plugins/inbox.js');
  mkdirSync(dirname(config), { recursive: true });
  writeFileSync(config, '{\n  // mine\n  "mcp": { "docs": { "type": "local" } }\n}\n');
  const before = readFileSync(config, 'utf8');
  const servers = join(here.home, '.claude.json');
  const found = async () => {
    const { stdout } = await here.inbox(['doctor']);
    return stdout.split('\n').filter((line) => /MCP server|no hooks of/.test(line));
  };
  const connect = async (client: string, ...flags: string[]) => {
    const { code, stderr } = await here.inbox(['connect', client, '--yes', ...flags]);
    expect([code, stderr]).toEqual([0, expect.not.stringMatching(/hp_[0-9a-f]|failed/)]);
  };
  await connect('claude', '--hooks-only');
  await connect('opencode', '--mcp-only');
  expect([existsSync(servers), existsSync(plugin)]).toEqual([false, false]);
  const { mcp } = Bun.JSONC.parse(readFileSync(config, 'utf8')) as {
    mcp: { inbox: { url: string; headers: { Authorization: string } } };
  };
  const [, path = ''] = /^Bearer \{file:(.*)\}$/.exec(mcp.inbox.headers.Authorization) ?? [];
  const { key, url } = here.record().clients.opencode;
  expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual([key, 0o600]);
  expect([mcp.inbox.url, readFileSync(config, 'utf8').includes(key)]).toEqual([
    `${url}/mcp`,
    false,
  ]);
  const [ofClaude, ...ofOpenCode] = await found();
  expect(ofClaude).toContain('has no MCP server of the inbox');
  expect(ofOpenCode.join()).toMatch(/“inbox” is in .*opencode.json.*has no hooks/);

  await connect('claude', '--mcp-only');
  expect(here.written()).not.toContain('PermissionRequest');
  expect(here.written()).toContain('Bash(inbox answer *)');
  expect((await found())[0]).toContain('“inbox” is in');
  // A person has added one by hand.
  writeFileSync(servers, '{"mcpServers":{"inbox":{"type":"http","url":"http://other"}}}');
  expect((await found())[0]).toContain('is another one');
  const other = await here.inbox(['connect', 'claude', '--yes']);
  expect(other.stderr).toContain('was left as it is');
  for (const client of ['claude', 'opencode']) {
    expect((await here.inbox(['disconnect', client])).code).toBe(0);
  }
  expect([readFileSync(config, 'utf8'), existsSync(path)]).toEqual([before, false]);
  expect(readFileSync(servers, 'utf8')).toContain('http://other');
  expect(here.written()).toBe(SETTINGS);
});

built('connects Copilot by a file of its own, and says what comes before its rules', async () => {
  await using here = await machine();
  const copilot = join(here.home, '.copilot');
  const refused = async (...flags: string[]) => {
    const { code, stderr } = await here.inbox(['connect', 'copilot', '--yes', ...flags]);
    return [code, stderr];
  };
  here.installOther('copilot', 'GitHub Copilot CLI 1.0.101.');
  expect(await refused()).toEqual([2, expect.stringContaining('from 1.0.102 on')]);
  here.installOther('copilot', 'GitHub Copilot CLI 1.0.102.');
  expect(await refused('--gate')).toEqual([2, expect.stringContaining('--gate is for Gemini CLI')]);
  expect(await refused('--ask', 'x')).toEqual([2, expect.stringContaining('has no rules')]);
  expect(existsSync(copilot)).toBe(false);

  const connected = await here.inbox(['connect', 'copilot', '--yes']);
  expect([connected.code, connected.stderr]).toEqual([
    0,
    expect.stringMatching(/Start Copilot again.*overrides --deny-tool.*Esc, pressed twice/s),
  ]);
  const { key, url } = here.record().clients.copilot;
  const read = (name: string) => JSON.parse(readFileSync(join(copilot, name), 'utf8'));
  expect(read('hooks/inbox.json')).toEqual({
    version: 1,
    hooks: {
      permissionRequest: [
        {
          type: 'command',
          exec: join(commandFolder(here.home), 'inbox'),
          args: ['hook', 'copilot'],
          timeoutSec: 86_400,
        },
      ],
    },
  });
  const headers = { Authorization: `Bearer ${key}` };
  const entry = { type: 'http', url: `${url}/mcp`, headers, tools: ['*'] };
  expect(read('mcp-config.json')).toEqual({ mcpServers: { inbox: entry } });
  expect((await here.inbox(['disconnect', 'copilot'])).code).toBe(0);
  expect(existsSync(copilot)).toBe(false);
});

built(
  'connects the hooks of Gemini only with --gate, and keeps them until it is told',
  async () => {
    await using here = await machine();
    here.installOther('gemini', '0.60.9');
    const connect = async (...flags: string[]) => {
      const { code, stderr } = await here.inbox(['connect', 'gemini', '--yes', ...flags]);
      return [code, stderr];
    };
    expect(await connect()).toEqual([2, expect.stringContaining('from 0.61.0 on')]);
    here.installOther('gemini', '0.61.0');
    const settings = join(here.home, '.gemini/settings.json');
    mkdirSync(dirname(settings));
    const before = '{\n  // mine\n  "hooksConfig": { "disabled": ["inbox"] },\n}\n';
    writeFileSync(settings, before);
    const written = () =>
      Bun.JSONC.parse(readFileSync(settings, 'utf8')) as {
        mcpServers?: Record<string, object>;
        hooks?: { BeforeTool: { hooks: { command: string; timeout: number }[] }[] };
      };
    for (const flags of [['--hooks-only'], ['--ask', 'read_file']]) {
      expect(await connect(...flags)).toEqual([
        2,
        expect.stringContaining(`${flags[0]}: Gemini CLI has hooks only with --gate`),
      ]);
    }
    const [code, said] = await connect();
    expect([code, said]).toEqual([
      0,
      expect.stringContaining('With `inbox connect gemini --gate`'),
    ]);
    const { key, url } = here.record().clients.gemini;
    const headers = { Authorization: `Bearer ${key}` };
    const server = { httpUrl: `${url}/mcp`, headers, trust: true };
    expect(written()).toMatchObject({ mcpServers: { inbox: server } });
    expect(written().hooks).toBeUndefined();
    const doctor = async () => (await here.inbox(['doctor'])).stdout;
    expect(await doctor()).toContain('`inbox connect gemini --gate`');

    expect(await connect('--gate')).toEqual([
      0,
      expect.stringMatching(
        /calls no hook: “hooksConfig.disabled” has “inbox”.*--approval-mode yolo/s,
      ),
    ]);
    const [hook] = written().hooks?.BeforeTool[0]?.hooks ?? [];
    expect(hook?.command).toContain(
      `${join(commandFolder(here.home), 'inbox')} hook gemini --fail closed`,
    );
    expect(hook?.timeout).toBeGreaterThan(86_400_000);
    expect(await doctor()).toContain('“hooksConfig.disabled” has “inbox”');
    // A repair leaves the gate closed.
    expect((await connect())[0]).toBe(0);
    expect(written().hooks).toBeDefined();
    expect((await connect('--mcp-only'))[0]).toBe(0);
    expect(written().hooks).toBeUndefined();

    // A server of others has its name.
    const theirs = '{"mcpServers":{"inbox":{"httpUrl":"http://other"}}}';
    expect((await here.inbox(['disconnect', 'gemini'])).code).toBe(0);
    expect(readFileSync(settings, 'utf8')).toBe(before);
    writeFileSync(settings, theirs);
    expect(await connect()).toEqual([0, expect.stringContaining('was left as it is')]);
    expect(await doctor()).toContain('is another one');
    expect((await here.inbox(['disconnect', 'gemini'])).code).toBe(0);
    expect(readFileSync(settings, 'utf8')).toBe(theirs);
  },
);

built('changes nothing without a yes: in a script, at a prompt, or with --print', async () => {
  await using here = await machine();
  const before = here.state();
  const script = await here.inbox(['connect', 'claude']);
  expect([script.code, script.stderr]).toEqual([2, expect.stringContaining('pass --yes')]);
  const printed = await here.inbox(['connect', 'claude', '--print']);
  expect(printed.code).toBe(0);
  expect(printed.stdout).toContain('+\t"hooks": {');
  expect(printed.stdout).toContain('Bearer hp_…');
  const screen = here.open(['connect', 'claude'], { PATH: here.PATH });
  await screen.answer('Connect Claude Code to', 'n');
  expect(await screen.exited).toBe(0);
  expect(screen.text()).toContain('Nothing was changed.');
  expect(here.state()).toEqual(before);
  expect(existsSync(join(here.home, '.config/inbox/connected.json'))).toBe(false);
  expect(await here.machines()).toEqual([]);
  const yes = here.open(['connect', 'claude'], { PATH: here.PATH });
  await yes.answer('Connect Claude Code to', keys.enter);
  expect(await yes.exited).toBe(0);
  expect(await here.machines()).toHaveLength(1);
});

built('refuses what would fail or leak, and says what to do', async () => {
  await using here = await machine();
  const before = here.state();
  const refuses = async (args: string[], why: string, env: Record<string, string> = {}) => {
    const { code, stderr } = await here.inbox(['connect', ...args], env);
    expect([args, code, stderr]).toEqual([args, 2, expect.stringContaining(why)]);
  };
  const claude = ['claude', '--yes'];
  await refuses(['cursor'], 'Allowed choices are claude, codex, copilot, gemini, opencode');
  await refuses(
    [...claude, '--ask', 'git push'],
    'is not a rule of Claude Code, such as Bash(git push *)',
  );
  await refuses([...claude, '--code', 'X', '-c', 'deploys'], 'a code is for one channel');
  const far = 'http://inbox.example.org';
  await refuses([...claude, '--url', far, '--code', 'X'], 'is not encrypted');
  await refuses([...claude, '--url', 'http://127.evil.example', '--code', 'X'], 'is not encrypted');
  await refuses([...claude, '--url', `${far}`, '--insecure'], 'A code is needed');
  await refuses([...claude, '--url', 'https://inbox.example.org'], 'A code is needed');
  const bare = { PATH: '/usr/bin:/bin' };
  await refuses(claude, 'Claude Code was not found', bare);
  here.install('2.1.267 (Claude Code)');
  await refuses(
    claude,
    'Claude Code 2.1.267 is too old: its hooks do what is needed from 2.1.268 on',
  );
  here.install('2.1.268 (Claude Code)');
  await here.inbox(['connect']);
  const git = (...args: string[]) => Bun.spawnSync(['git', '-C', here.home, ...args]);
  git('init', '-q');
  await refuses(claude, 'and not ignored, so the key could be committed');
  expect(here.state()).toEqual(before);
  writeFileSync(join(here.home, '.gitignore'), '.claude\n');
  expect((await here.inbox(['connect', ...claude])).code).toBe(0);
  expect((await here.inbox(['disconnect', 'claude'])).code).toBe(0);
  writeFileSync(join(here.home, '.gitignore'), '');
  expect((await here.inbox(['connect', ...claude, '--into-git'])).code).toBe(0);
});

built(
  'connects to another machine by a code, which works once and gives a key of its own',
  async () => {
    await using far = await testServer();
    await using here = await machine({ serves: false });
    const code = await codeOf(far);
    const connect = ['connect', 'claude', '--yes', '--url', far.url, '--code', code];
    expect((await here.inbox(connect)).code).toBe(0);
    const { key, url } = here.record().clients.claude;
    expect(url).toBe(far.url);
    // The key lives: no code is needed to write the files again.
    writeFileSync(here.settings, SETTINGS);
    expect((await here.inbox(['connect', 'claude', '--yes'])).code).toBe(0);
    expect(here.record().clients.claude.key).toBe(key);
    expect(here.written()).toContain(key);
    // A dead key is replaced by a code, and a used code by nothing.
    const [known] = (await far.as.owner.get<Key[]>('/keys')).body.filter(({ name }) =>
      name.startsWith('claude@'),
    );
    await far.as.owner.delete(`/keys/${known?.id}`);
    const lost = await here.inbox(['connect', 'claude', '--yes']);
    expect([lost.code, lost.stderr]).toEqual([2, expect.stringContaining('A code is needed')]);
    const record = here.record();
    const used = await here.inbox(connect);
    expect([used.code, used.stderr]).toEqual([
      4,
      expect.stringContaining('This code is not valid'),
    ]);
    expect(here.record()).toEqual(record);
    const mended = ['connect', 'claude', '--yes', '--url', far.url, '--code', await codeOf(far)];
    expect((await here.inbox(mended)).code).toBe(0);
    expect(here.record().clients.claude.key).not.toBe(key);
    expect(here.written()).not.toContain(key);
    expect(here.record().toEnd).toEqual([]);
    expect((await here.inbox(['disconnect', 'claude'])).code).toBe(0);
    expect(here.written()).toBe(SETTINGS);
  },
);

built(
  'moves to another inbox only with --replace, and follows its own to another address',
  async () => {
    await using far = await testServer();
    await using here = await machine();
    expect((await here.inbox(['connect', 'claude', '--yes'])).code).toBe(0);
    const { key } = here.record().clients.claude;
    await here.server?.stop();
    const { url } = await here.serve();
    expect((await here.inbox(['connect', 'claude', '--yes'])).code).toBe(0);
    expect(here.record().clients.claude).toMatchObject({ url, key });
    expect(here.written()).toContain(url);

    const elsewhere = ['connect', 'claude', '--yes', '--url', far.url, '--code', await codeOf(far)];
    const before = here.state();
    const refused = await here.inbox(elsewhere);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('pass --replace')]);
    expect(here.state()).toEqual(before);
    expect((await here.inbox([...elsewhere, '--replace'])).code).toBe(0);
    expect(here.record()).toMatchObject({ clients: { claude: { url: far.url } }, toEnd: [] });
    expect(await here.machines()).toMatchObject([{ endedAt: expect.any(String) }]);
    expect(here.written()).not.toContain(key);
  },
);

built('keeps a key on record until it has ended, while the server is away', async () => {
  await using here = await machine();
  expect((await here.inbox(['connect', 'claude', '--yes'])).code).toBe(0);
  const { key } = here.record().clients.claude;
  const { port } = new URL(findRun(here.data)?.url ?? '');
  await here.server?.stop();
  const away = await here.inbox(['disconnect', 'claude']);
  expect([away.code, away.stderr]).toEqual([1, expect.stringContaining('its key still works')]);
  expect(here.written()).toBe(SETTINGS);
  expect(here.record()).toMatchObject({ clients: {}, toEnd: [{ client: 'claude', key }] });
  await here.serve({}, port);
  expect((await here.inbox(['disconnect', 'claude'])).code).toBe(0);
  expect(here.record().toEnd).toEqual([]);
  expect(await here.machines()).toMatchObject([{ endedAt: expect.any(String) }]);
});

const KILLS = Number(process.env.INBOX_CONNECT_KILLS ?? 4);

built(
  `is finished or undone by the next command when it is killed at any moment (${KILLS} times)`,
  async () => {
    await using here = await machine();
    const before = here.state();
    for (let round = 0; round < KILLS; round += 1) {
      const killed = here.start(['connect', 'claude', '--yes'], { PATH: here.PATH });
      const timer = setTimeout(() => killed.kill('SIGKILL'), Math.random() * 400);
      await killed.ended;
      clearTimeout(timer);
      const alive = (await here.machines()).filter(({ endedAt }) => endedAt === null);
      expect(alive.length).toBeLessThan(2);
      if (round % 2 === 0) expect((await here.inbox(['connect', 'claude', '--yes'])).code).toBe(0);
      const ending = here.start(['disconnect', 'claude'], { PATH: here.PATH });
      const ended = setTimeout(() => ending.kill('SIGKILL'), Math.random() * 120);
      await ending.ended;
      clearTimeout(ended);
      expect((await here.inbox(['disconnect', 'claude'])).code).toBe(0);
      expect(here.state()).toEqual(before);
      expect(readdirSync(join(here.home, '.claude'))).toEqual(['settings.json']);
      expect((await here.machines()).filter(({ endedAt }) => endedAt === null)).toEqual([]);
      expect(filesWith(join(here.home, '.config'), 'hp_')).toEqual([]);
    }
  },
  30_000 + KILLS * 3000,
);

built(
  'refuses a path of its own that does not last, unless the PATH has one that does',
  async () => {
    await using here = await machine();
    const refuses = async (folder: string, why: string) => {
      const own = join(here.home, folder, 'inbox');
      mkdirSync(dirname(own), { recursive: true });
      copyFileSync(`${process.env.INBOX_TEST_EXECUTABLE}`, own);
      const env = { HOME: here.home, INBOX_DATA: here.data, PATH: `${here.PATH}:${here.home}/own` };
      const ran = () => Bun.spawnSync([own, 'connect', 'claude', '--yes'], { env });
      const { exitCode, stderr } = ran();
      expect([exitCode, `${stderr}`]).toEqual([2, expect.stringContaining(why)]);
      return { own, ran };
    };
    await refuses('.npm/_npx/1', 'from the cache of a package runner');
    rmSync(join(here.home, '.npm'), { recursive: true });
    const { own, ran } = await refuses(`inbox-${version}`, 'has its version in it');
    rmSync(join(commandFolder(here.home), 'inbox'));
    mkdirSync(join(here.home, 'own'));
    symlinkSync(own, join(here.home, 'own/inbox'));
    expect(ran().exitCode).toBe(0);
    expect(here.written()).toContain(`"${join(here.home, 'own/inbox')} hook claude"`);
  },
);

built(
  'warns of what lets an agent answer, and needs a code once local answers are off',
  async () => {
    await using here = await machine();
    mkdirSync(join(here.home, '.config/inbox'), { recursive: true });
    const login = { url: 'https://inbox.example.org', token: 'hu_1', tokenId: null };
    const profiles = JSON.stringify({ current: null, profiles: { work: login } });
    writeFileSync(join(here.home, '.config/inbox/profiles.json'), profiles);
    writeFileSync(here.settings, '{"disableAllHooks": true, "allowedHttpHookUrls": ["https://*"]}');
    const warned = await here.inbox(['connect', 'claude', '--yes']);
    for (const why of [
      'can answer by your logins (work)',
      '`inbox local-answers off`',
      '“disableAllHooks” is true',
      '“allowedHttpHookUrls” does not allow http://127.0.0.1',
    ]) {
      expect(warned.stderr).toContain(why);
    }
    expect((await here.inbox(['disconnect', 'claude'])).code).toBe(0);
    await here.ok('local-answers', 'off');
    const refused = await here.inbox(['connect', 'claude', '--yes']);
    expect([refused.code, refused.stderr]).toEqual([
      4,
      expect.stringContaining('Local answers are off, so a code is needed'),
    ]);
    expect(here.record()).toEqual({ clients: {}, toEnd: [] });
    expect(existsSync(join(here.home, '.config/inbox/before'))).toBe(false);
  },
);

built('follows the settings to another folder, and restores those in the first', async () => {
  await using here = await machine();
  const before = here.state();
  expect((await here.inbox(['connect', 'claude', '--yes'])).code).toBe(0);
  const other = join(here.home, 'other');
  const moved = await here.inbox(['connect', 'claude', '--yes'], { CLAUDE_CONFIG_DIR: other });
  expect([moved.code, here.state()]).toEqual([0, before]);
  expect(readFileSync(join(other, 'settings.json'), 'utf8')).toContain('PermissionRequest');
  expect((await here.inbox(['disconnect', 'claude'])).code).toBe(0);
  expect(existsSync(other)).toBe(false);
});

if (!isBuilt) {
  test('refuses to connect from a checkout, and names the installation', async () => {
    await using here = await machine({ serves: false });
    const { code, stderr } = await here.inbox(['connect', 'claude', '--yes']);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(
        'runs from a checkout, and the agent would call it by that path. Install',
      ),
    ]);
    expect(here.written()).toBe(SETTINGS);
  });
}
