/** Codex from `inbox connect codex` to `inbox disconnect codex`, with what it writes into its files in between. */
import { expect } from 'bun:test';
import { appendFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from '../../src/core/messages/schema.ts';
import { findRun } from '../../src/run-file.ts';
import { built } from '../support/machine/built.ts';
import { script } from '../support/machine/systemd.ts';
import { eventually } from '../support/reach/eventually.ts';
import { commandFolder } from '../support/server/program.ts';
import { clientOf } from '../support/server/server.ts';
import { testTerminal } from '../support/terminal/terminal.ts';

const CONFIG = 'model = "gpt-5.4" # mine\n\n[mcp_servers.docs]\ncommand = "docs"\n';
const HOOKS = '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"say done"}]}]}}';
/** The lines that Codex adds once its person has trusted a folder and the hook. */
const trusted = (hooks: string) => `
[projects."/home/ann/shop"]
trust_level = "trusted"

[hooks.state."${hooks}:permission_request:0:0"]
trusted_hash = "sha256:1cfe"
`;

/** A machine with Codex, which has settings of its person, and a server. */
async function machine() {
  const terminal = testTerminal();
  const { home } = terminal;
  const bin = join(home, 'clients');
  const folder = join(home, '.codex');
  mkdirSync(bin);
  mkdirSync(folder);
  const install = (version: string) => script(join(bin, 'codex'), `echo 'codex-cli ${version}'`);
  install('0.171.0');
  const [config, hooks] = [join(folder, 'config.toml'), join(folder, 'hooks.json')];
  writeFileSync(config, CONFIG);
  writeFileSync(hooks, HOOKS);
  await terminal.serve();
  const { url = '', token = '' } = findRun(terminal.data) ?? {};
  const PATH = `${bin}:${commandFolder(home)}:/usr/bin:/bin`;
  return Object.assign(terminal, {
    url,
    install,
    config,
    hooks,
    rules: join(folder, 'rules/inbox.rules'),
    owner: clientOf(url, { authorization: `Bearer ${token}` }),
    inbox: (...args: string[]) => terminal.run(args, { env: { PATH } }),
    /** A command as Codex runs it, with a body on its stdin. */
    async runs(command: string, body: object) {
      const child = Bun.spawn(['sh', '-c', command], {
        env: { HOME: home, PATH: '/usr/bin:/bin' },
        stdin: new Blob([JSON.stringify(body)]),
        stdout: 'pipe',
        stderr: 'inherit',
      });
      return new Response(child.stdout).text();
    },
  });
}

const read = (path: string) => readFileSync(path, 'utf8');

built('connects Codex, asks for it, and leaves only what Codex has written since', async () => {
  await using here = await machine();
  const { code, stderr } = await here.inbox('connect', 'codex', '--yes', '--ask', 'git push');
  expect([code, stderr]).toEqual([0, expect.stringContaining('Trust all and continue')]);
  expect(stderr).not.toMatch(/hp_[0-9a-f]/);
  const { key } = JSON.parse(read(join(here.home, '.config/inbox/connected.json'))).clients.codex;
  expect(read(here.config)).toBe(`${CONFIG}
[mcp_servers.inbox]
url = "${here.url}/mcp"
http_headers = { Authorization = "Bearer ${key}" }
tool_timeout_sec = 300
`);
  const { PermissionRequest: groups, Stop: theirs } = JSON.parse(read(here.hooks)).hooks;
  expect(theirs).toEqual(JSON.parse(HOOKS).hooks.Stop);
  const [{ command, timeout }] = groups[0].hooks;
  expect([command, timeout]).toEqual([`${commandFolder(here.home)}/inbox hook codex`, 86_400]);
  expect(read(here.rules)).toContain('"answer"');
  expect(read(here.rules)).toContain('["git","push"]');
  for (const path of [here.config, here.hooks, here.rules])
    expect([path, statSync(path).mode & 0o777]).toEqual([path, 0o600]);

  await here.inbox('codex', 'away');
  const asked = here.runs(command, {
    hook_event_name: 'PermissionRequest',
    session_id: 's1',
    tool_name: 'apply_patch',
    tool_input: { command: '*** Begin Patch\n*** Add File: a\n+b\n*** End Patch' },
  });
  const pending = async () => (await here.owner.get<Message[]>('/reviews/pending')).body[0];
  const { id, metadata } = await eventually(pending);
  expect(metadata?.source).toMatchObject({ client: 'Codex', version: '0.171.0' });
  await here.owner.post(`/reviews/${id}/respond`, { response: { decision: 'allow' } });
  expect(JSON.parse(await asked).hookSpecificOutput.decision).toEqual({ behavior: 'allow' });

  const obstacles = async () => /codex +It calls no hook/.test((await here.inbox('doctor')).stdout);
  expect(await obstacles()).toBe(true);
  appendFileSync(here.config, trusted(here.hooks));
  expect(await obstacles()).toBe(false);
  const [listed] = JSON.parse((await here.inbox('connect', '--json')).stdout).filter(
    ({ client }: { client: string }) => client === 'codex',
  );
  expect(listed).toMatchObject({ version: '0.171.0', key: 'alive', missing: [] });
  expect((await here.inbox('disconnect', 'codex')).code).toBe(0);
  expect(read(here.config)).toBe(CONFIG + trusted(here.hooks));
  expect(read(here.hooks)).toBe(HOOKS);
  expect(await Bun.file(here.rules).exists()).toBe(false);
});

built(
  'changes nothing of Codex with --print, if it is too old, or if it cannot be read',
  async () => {
    await using here = await machine();
    const refuses = async (why: string) => {
      const { code, stderr } = await here.inbox('connect', 'codex', '--yes');
      expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
    };
    const printed = await here.inbox('connect', 'codex', '--print');
    expect([printed.code, printed.stdout]).toEqual([0, expect.stringContaining('Bearer hp_…')]);
    here.install('0.168.0');
    await refuses('Codex 0.168.0 is too old: its hooks do what is needed from 0.169.0 on');
    here.install('0.171.0');
    expect([read(here.config), read(here.hooks)]).toEqual([CONFIG, HOOKS]);
    const broken = `${CONFIG}\n[mcp_servers.docs]\n`;
    writeFileSync(here.config, broken);
    await refuses(`${here.config}, line 6: `);
    expect([read(here.config), read(here.hooks)]).toEqual([broken, HOOKS]);
  },
);

built('says which settings of Codex keep it from asking', async () => {
  await using here = await machine();
  writeFileSync(here.config, 'approval_policy = "never"\n[features]\nhooks = false\n');
  const { code, stderr } = await here.inbox('connect', 'codex', '--yes');
  expect(code).toBe(0);
  expect(stderr).toContain('Codex calls no hook: “features.hooks” is false: set it to true.');
  expect(stderr).toContain('Codex calls no hook: “approval_policy” is “never”');
});
