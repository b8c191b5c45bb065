import { expect, test } from 'bun:test';
import type { Enrolled, Machine } from '../../src/core/enrolments/schema.ts';
import { sharedTerminal } from '../support/terminal/terminal.ts';

const terminal = sharedTerminal();

test('creates a code that connects a machine once, and lists the machines', async () => {
  const channel = await terminal.ok('channel', 'create', 'agents');
  const { stdout, stderr } = await terminal.run(['enrol', 'claude', '-c', 'agents']);
  const code = stdout.trim();
  expect(code).toMatch(/^[B-Z]{4}-[B-Z]{4}$/);
  expect(stderr).toContain(`inbox connect claude --url URL --code ${code}`);
  const machine = { code, client: 'claude', host: 'laptop', version: '2.1.330' };
  const fields = Object.entries(machine).flatMap(([name, value]) => [
    '--field',
    `${name}=${value}`,
  ]);
  const enrolled = JSON.parse(await terminal.ok('api', 'POST', '/enrol', ...fields)) as Enrolled;
  expect(enrolled).toMatchObject({ channelId: channel, channelName: 'agents' });
  const machines = await terminal.json<Machine[]>('enrol');
  expect(machines).toMatchObject([{ keyId: enrolled.keyId, host: 'laptop', endedAt: null }]);
  const columns = (await terminal.ok('enrol')).split('\t');
  expect(columns.slice(1, 4)).toEqual(['Claude Code on laptop', '2.1.330', 'agents']);
  await terminal.ok('key', 'revoke', 'claude@laptop', '--yes');
  expect(await terminal.json<Machine[]>('enrol')).toMatchObject([{ endedAt: expect.any(String) }]);
}, 20_000);

test.each([[['enrol', 'vim']], [['enrol', 'claude', '-c', 'nosuch']]])(
  'refuses %p as a wrong usage',
  async (words) => {
    expect((await terminal.run(words)).code).toBe(2);
  },
);
