/** Codex shows no prompt while its hook is held: a person who is at the machine is asked there. */
import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dir, '../..');
const home = mkdtempSync(join(tmpdir(), 'inbox-test-'));
afterAll(() => rmSync(home, { recursive: true }));

async function inbox(args: string[], stdin = '') {
  const child = Bun.spawn([process.execPath, 'bin/inbox.ts', ...args], {
    cwd: root,
    // Nothing listens there: a hook that asks says so.
    env: {
      PATH: process.env.PATH,
      HOME: home,
      INBOX_URL: 'http://127.0.0.1:1',
      INBOX_API_KEY: 'x',
    },
    stdin: new Blob([stdin]),
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { out: out.trim(), err: err.trim(), code: await child.exited };
}

const request = JSON.stringify({
  session_id: 's1',
  hook_event_name: 'PermissionRequest',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
});

test('sends the questions of Codex to the inbox while its person is away, and none while they are here', async () => {
  expect(await inbox(['codex', 'away'])).toMatchObject({ out: 'away', code: 0 });
  expect((await inbox(['hook', 'codex'], request)).err).toContain('inbox hook: ');
  expect(await inbox(['codex', 'here'])).toMatchObject({ out: 'here', code: 0 });
  expect(await inbox(['hook', 'codex'], request)).toEqual({ out: '', err: '', code: 0 });
  // Other clients show their own prompt as well.
  expect((await inbox(['hook', 'claude'], request)).err).toContain('inbox hook: ');
  // The end of a session asks nothing.
  const ended = JSON.stringify({ session_id: 's1', hook_event_name: 'SessionEnd' });
  expect((await inbox(['hook', 'codex'], ended)).err).toContain('inbox hook: ');
});

test('looks at the terminals by default: at one that was just typed in, its person is here', async () => {
  expect(await inbox(['codex', 'auto'])).toMatchObject({ code: 0 });
  const { promise: isRead, resolve } = Promise.withResolvers<void>();
  let shown = '';
  const reader = Bun.spawn(['cat'], {
    terminal: {
      data(_, bytes) {
        shown += new TextDecoder().decode(bytes);
        // Once as it was typed, and once as it was read.
        if (shown.split('typed').length > 2) resolve();
      },
    },
  });
  reader.terminal?.write('typed\n');
  await isRead;
  expect(JSON.parse((await inbox(['codex', '--json'])).out)).toEqual({ mode: 'auto', is: 'here' });
  reader.kill();
  await reader.exited;
});

test('names what may be said', async () => {
  const { err, code } = await inbox(['codex', 'nowhere']);
  expect([code, err]).toEqual([2, expect.stringContaining('Allowed choices are away, here, auto')]);
});
