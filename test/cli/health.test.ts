import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { ownProcess } from '../support/server/process.ts';
import { testTerminal } from '../support/terminal/terminal.ts';

test('prints in one line whether the server answers, and exits 0 or 1', async () => {
  await using terminal = testTerminal();
  const none = await terminal.run(['doctor', '--health']);
  expect(none).toEqual({
    code: 1,
    stdout: `No server is running in ${terminal.data}\n`,
    stderr: '',
  });
  expect(existsSync(terminal.data)).toBe(false);
  const server = await terminal.serve();
  const running = await terminal.run(['doctor', '--health']);
  expect(running).toEqual({ code: 0, stdout: `ok, at ${server.url}\n`, stderr: '' });
  const json = await terminal.run(['doctor', '--health', '--json']);
  expect([json.code, JSON.parse(json.stdout)]).toEqual([
    0,
    { ok: true, status: 'ok', url: server.url },
  ]);
});

test('exits 1 after the server was killed', async () => {
  await using terminal = testTerminal();
  await using killed = await ownProcess();
  const { url } = killed;
  await killed.end('SIGKILL');
  const { code, stdout } = await terminal.run(['doctor', '--health', '--url', url]);
  expect([code, stdout]).toEqual([1, `No inbox answers at ${url}\n`]);
});
