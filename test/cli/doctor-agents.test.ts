/** `inbox doctor` on a machine with connected coding agents. */
import { afterAll, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Connected, ConnectedRecord } from '../../src/cli/connected.ts';
import type { Finding } from '../../src/cli/doctor/finding.ts';
import type { Enrolled, Enrolment } from '../../src/core/enrolments/schema.ts';
import { script } from '../support/machine/systemd.ts';
import { testTerminal } from '../support/terminal/terminal.ts';

/** A machine whose Claude Code has a key of the inbox that runs on it. */
async function withClaude() {
  const terminal = testTerminal();
  const { url } = await terminal.serve();
  const post = async <T>(path: string, ...fields: string[]): Promise<T> => {
    const flags = fields.flatMap((field) => ['--field', field]);
    return JSON.parse(await terminal.ok('api', 'POST', path, ...flags));
  };
  const { code } = await post<Enrolment>('/enrolments', 'client=claude');
  const host = 'host=laptop';
  const enrolled = await post<Enrolled>('/enrol', `code=${code}`, 'client=claude', host);
  const bin = join(terminal.home, 'bin');
  mkdirSync(bin);
  const install = (says: string) => script(join(bin, 'claude'), `echo '${says}'`);
  const path = join(terminal.home, 'settings.json');
  writeFileSync(path, '{}', { mode: 0o600 });
  const sha256 = createHash('sha256').update('{}').digest('hex');
  const connected: Connected = {
    ...enrolled,
    state: 'done',
    url,
    version: '2.1.330',
    connectedAt: new Date().toISOString(),
    parts: ['hooks'],
    ask: [],
    files: [{ path, before: null, after: { sha256, mode: '0600' }, put: null, directories: [] }],
    servers: [],
    marks: [],
  };
  const record = (more: Partial<Connected> = {}, toEnd: ConnectedRecord['toEnd'] = []) =>
    write(JSON.stringify({ clients: { claude: { ...connected, ...more } }, toEnd }));
  const write = (text: string) => {
    const directory = join(terminal.home, '.config/inbox');
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, 'connected.json'), text);
  };
  /** The findings about agents, without the key. */
  const found = async (PATH = `${bin}:${process.env.PATH}`) => {
    const { stdout } = await terminal.run(['doctor', '--json'], { env: { PATH } });
    expect(stdout).not.toContain(enrolled.key);
    const { checks }: { checks: Finding[] } = JSON.parse(stdout);
    return checks
      .filter(({ check }) => ['claude', 'opencode', 'agents'].includes(check))
      .map(({ result, says, next }) => [result, says, next]);
  };
  return Object.assign(terminal, { url, enrolled, path, install, record, write, found });
}

const NO_SERVER = [
  'ok',
  'It has no MCP server of the inbox. To add it: `inbox connect claude`',
  null,
];
const HOOKS = ['ok', 'Its hooks are as they were written', null];

const machine = await withClaude();
afterAll(() => machine[Symbol.asyncDispose]());

test('says which agent asks where, with which version, and when it asked last', async () => {
  const { url, enrolled } = machine;
  machine.install('2.1.330 (Claude Code)');
  expect(await machine.found()).toEqual([]);
  machine.record();
  expect(await machine.found()).toEqual([
    ['ok', `Claude Code 2.1.330 asks ${url}, in “Claude Code”; last asked: never yet`, null],
    NO_SERVER,
    HOOKS,
  ]);
  await fetch(`${url}/api/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': enrolled.key, 'content-type': 'application/json' },
    body: JSON.stringify({ channelId: enrolled.channelId, review: { type: 'approval' } }),
  });
  expect(await machine.found()).toEqual([
    ['ok', expect.stringMatching(/asked: just now$/), null],
    NO_SERVER,
    HOOKS,
  ]);
});

test('offers to finish or to undo what was interrupted, and names each file that has changed', async () => {
  const { path, enrolled, url } = machine;
  machine.install('2.1.9');
  const { key, keyId } = enrolled;
  writeFileSync(path, '{ "hooks": {} }');
  machine.record({ state: 'pending' }, [{ client: 'claude', url, key, keyId }]);
  expect(await machine.found()).toEqual([
    [
      'warn',
      '`inbox connect claude` was interrupted',
      'Finish it with `inbox connect claude`, or undo it with `inbox disconnect claude`.',
    ],
    ['ok', expect.stringMatching(/^Claude Code 2\.1\.9 asks /), null],
    ['fail', 'Claude Code 2.1.9 is too old', 'Update it to 2.1.268 or newer.'],
    NO_SERVER,
    [
      'warn',
      `${path} has been changed or removed since`,
      'If hooks are missing, `inbox connect claude` writes them again; other changes in it stay.',
    ],
    [
      'warn',
      `A key that it no longer needs is not ended yet at ${url}`,
      '`inbox connect claude` or `inbox disconnect claude` ends it.',
    ],
  ]);
});

test('reports an inbox that does not answer, an agent that is gone, and a record that is not valid', async () => {
  writeFileSync(machine.path, '{}');
  machine.record({ state: 'ending', url: 'http://127.0.0.1:1' });
  expect(await machine.found('/nowhere')).toEqual([
    [
      'warn',
      '`inbox disconnect claude` was interrupted',
      expect.stringContaining('Finish it with'),
    ],
    [
      'warn',
      expect.stringContaining('asks http://127.0.0.1:1, which gives no answer'),
      expect.stringContaining('in its own terminal'),
    ],
    ['warn', expect.stringContaining('Claude Code was not found'), expect.any(String)],
    NO_SERVER,
    HOOKS,
  ]);
  machine.write('{ "clients": ');
  expect(await machine.found()).toEqual([
    [
      'fail',
      expect.stringContaining('is not valid'),
      expect.stringContaining('connect them again'),
    ],
  ]);
});

test('reports a key that has ended', async () => {
  const { url, enrolled } = machine;
  machine.install('2.1.330 (Claude Code)');
  writeFileSync(machine.path, '{}');
  machine.record();
  await machine.ok('key', 'revoke', enrolled.keyId);
  expect(await machine.found()).toEqual([
    [
      'fail',
      `Claude Code 2.1.330: its key has ended at ${url}`,
      'Connect it again: `inbox connect claude`.',
    ],
    NO_SERVER,
    HOOKS,
  ]);
});
