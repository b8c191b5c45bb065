import { expect, test } from 'bun:test';
import type { Finding } from '../../src/cli/doctor/finding.ts';
import { testReceiver } from '../support/delivery/http-receiver.ts';
import { testNtfy } from '../support/reach/ntfy.ts';
import { testTerminal } from '../support/terminal/terminal.ts';

async function checksOf(env: Record<string, string>) {
  await using terminal = testTerminal();
  await terminal.ok('channel', 'create', 'deploys');
  const run = await terminal.run(['doctor', '--json'], { env: { INBOX_PORT: '0', ...env } });
  const { checks } = JSON.parse(run.stdout) as { checks: Finding[] };
  const found = checks.filter(({ check }) => check === 'ntfy' || check === 'Apprise');
  return { code: run.code, found: found.map(({ result, says }) => `${result}: ${says}`) };
}

test('doctor checks each server that notifies people, and none that is not set', async () => {
  await using open = testNtfy();
  await using closed = testNtfy({ token: 'tk_right' });
  await using apprise = testReceiver(({ path }) => (path === '/status' ? 200 : 404));
  await using older = testReceiver(({ path }) => (path === '/' ? 200 : 404));
  const ntfyAt = async (url: string, token = '') =>
    checksOf({ INBOX_NTFY_URL: url, ...(token ? { INBOX_NTFY_TOKEN: token } : {}) });
  expect(await checksOf({})).toEqual({ code: 0, found: [] });
  expect(await ntfyAt(open.url)).toEqual({ code: 0, found: [`ok: ${open.url} answers`] });
  expect(await ntfyAt(closed.url, 'tk_right')).toEqual({
    ...{ code: 0, found: [`ok: ${closed.url} answers and accepts the token`] },
  });
  expect(await ntfyAt(closed.url, 'tk_wrong')).toEqual({
    ...{ code: 1, found: [`fail: ${closed.url} refuses the token`] },
  });
  expect(await ntfyAt(closed.url)).toEqual({
    ...{ code: 1, found: [`fail: ${closed.url} requires a token`] },
  });
  expect(await ntfyAt(older.url)).toEqual({
    ...{ code: 1, found: [`fail: ${older.url} answers 404, but not as ntfy does`] },
  });
  expect(await ntfyAt('http://127.0.0.1:1')).toEqual({
    ...{ code: 1, found: ['fail: http://127.0.0.1:1 cannot be reached (connection refused)'] },
  });
  for (const { url } of [apprise, older]) {
    expect(await checksOf({ INBOX_APPRISE_URL: url })).toEqual({
      ...{ code: 0, found: [`ok: ${url} answers`] },
    });
  }
});
