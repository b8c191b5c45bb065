import { expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testTerminal } from '../support/terminal.ts';

type Shown = { name: string; value: unknown; source: string }[];

test('config show tells each value and where it stands, and shows no secret', async () => {
  await using terminal = testTerminal();
  mkdirSync(terminal.data);
  const file = join(terminal.data, 'config.json');
  writeFileSync(file, '{"port": 4711, "host": "::1"}');
  writeFileSync(join(terminal.home, 'token'), 'hu_confidential\n');
  const env = { INBOX_HOST: '0.0.0.0', INBOX_TOKEN_FILE: join(terminal.home, 'token') };
  const args = ['config', 'show', '--url', 'http://localhost:1'];
  const { stdout } = await terminal.run([...args, '--json'], { env });
  const shown: Shown = JSON.parse(stdout);
  expect(shown).toEqual(
    expect.arrayContaining([
      { name: 'data', value: terminal.data, source: 'INBOX_DATA' },
      { name: 'host', value: '0.0.0.0', source: 'INBOX_HOST' },
      { name: 'port', value: 4711, source: `"port" in ${file}` },
      { name: 'url', value: 'http://localhost:1', source: '--url' },
      { name: 'rateLimit', value: 100, source: 'the default' },
      { name: 'token', value: '***', source: 'INBOX_TOKEN_FILE' },
      { name: 'apiKey', value: null, source: 'the default' },
    ]),
  );
  const text = await terminal.run(args, { env });
  expect(text.stdout).toMatch(/^host +0\.0\.0\.0 +INBOX_HOST$/m);
  expect(stdout + text.stdout + text.stderr).not.toContain('confidential');
});

test('a setting that does not fit is wrong usage and named', async () => {
  await using terminal = testTerminal();
  const ran = await terminal.run(['config', 'show'], { env: { INBOX_PORT: 'many' } });
  expect([ran.code, ran.stdout]).toEqual([2, '']);
  expect(ran.stderr).toContain('INBOX_PORT does not fit');
});
