import { expect, test } from 'bun:test';
import type { Key, Token } from '../../src/core/access/schema.ts';
import { sharedTerminal, withoutInbox } from '../support/terminal/terminal.ts';

const terminal = sharedTerminal();

async function inShell(line: string) {
  const child = terminal.shell(line);
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, stdout, stderr: withoutInbox(stderr) };
}

const shownOnce: [kind: string, closed: string, why: string][] = [
  ['key', '> /dev/full', 'no space left'],
  ['key', '--json > /dev/full', 'no space left'],
  ['token', '> /dev/full', 'no space left'],
];

test.each(shownOnce)(
  'says how to revoke a %s that could not be printed (%s)',
  async (kind, closed, why) => {
    const { code, stderr } = await inShell(`inbox ${kind} create lost ${closed}`);
    const made = await terminal.json<(Key | Token)[]>(kind, 'list');
    const id = made.at(-1)?.id;
    const name = kind === 'key' ? 'The key' : 'The token';
    expect([code, stderr]).toEqual([
      1,
      `error: ${name} was created but could not be printed (${why}). Run: inbox ${kind} revoke ${id}\n`,
    ]);
  },
);

test("says so when a new key's reader has closed the pipe", async () => {
  const line = 'exec 3> >(exec true); wait $!; inbox key create lost >&3';
  const { code, stderr } = await inShell(line);
  expect([code, stderr]).toEqual([1, expect.stringContaining('could not be printed')]);
});

const verdicts: [command: string, code: number][] = [
  ['wait $ID', 5],
  ['wait $ID --json', 5],
  ['ask approve "Go?" -c deploys --wait --timeout 0', 8],
  ['status --data nowhere', 1],
  ['doctor --health --data nowhere --json', 1],
  ['doctor', 1],
  ['doctor --json', 1],
  ['backup status', 1],
  ['api GET /nowhere', 1],
  ['list', 0],
];
test('exits with the verdict when the reader of the pipe has gone', async () => {
  const id = await terminal.ok('ask', 'approve', 'Tidy up?', '-c', 'deploys');
  await terminal.ok('answer', id, '--option', 'reject');
  const gone = `ID=${id}; export INBOX_BACKUP_AT=03:30; exec 3> >(exec true); wait $!`;
  const codes = verdicts.map(([command]) => `inbox ${command} >&3; echo $?`);
  const { stdout, stderr } = await inShell(`${gone}; ${codes.join('; ')}`);
  expect(verdicts.map(([command], index) => [command, Number(stdout.split('\n')[index])])).toEqual(
    verdicts,
  );
  expect(stderr).not.toContain('EPIPE');
});

test.each(['channel list', 'channel list --json', 'list --all'])(
  'reports a full disk as an error of %s',
  async (command) => {
    await terminal.ok('send', 'Hi', '-c', 'deploys');
    const { code, stderr } = await inShell(`inbox ${command} > /dev/full`);
    expect([code, stderr]).toEqual([1, 'error: stdout: no space left\n']);
  },
);

const printing: [command: string, list: string, error: string][] = [
  ['ask approve "Go?" -c deploys', 'list --json', 'The id of the question is printed on stdout'],
  ['ask approve "Go?" -c deploys --json', 'list --json', 'The id of the question is printed'],
  ['ask approve "Go?" -c deploys --wait', 'list --json', 'The answer is printed on stdout'],
  ['channel create lost', 'channel list --json', 'The id of the channel is printed on stdout'],
  ['file upload /etc/hostname -c deploys', 'file list --json', 'The id of the file is printed'],
];
test.each(printing)('does nothing by `inbox %s >&-`, and says so', async (command, list, says) => {
  const before = await terminal.ok(...list.split(' '));
  const { code, stderr } = await inShell(`inbox ${command} >&-`);
  expect([code, stderr]).toEqual([1, expect.stringContaining(`error: ${says}`)]);
  expect(stderr).toContain(', which is closed. Nothing was ');
  expect(await terminal.ok(...list.split(' '))).toBe(before);
});

test('asks with /dev/null for stdout, however it was opened', async () => {
  for (const to of ['> /dev/null', '1<> /dev/null', '> /dev/null <&-']) {
    const { code, stderr } = await inShell(`inbox ask approve "Go?" -c deploys ${to}`);
    expect([to, code, stderr]).toEqual([to, 0, expect.not.stringContaining('error')]);
  }
});

test.each(['>&-', '> /dev/null'])('creates nothing that is shown only once with %s', async (to) => {
  const before = await terminal.ok('key', 'list');
  const { code, stderr } = await inShell(`inbox key create lost ${to}`);
  const says =
    'The key is shown only once, and stdout is closed or /dev/null. Nothing was created.';
  expect([code, stderr]).toEqual([1, `error: ${says}\n`]);
  expect(await terminal.ok('key', 'list')).toBe(before);
});
