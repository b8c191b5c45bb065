import { expect } from 'bun:test';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Enrolment } from '../../src/core/enrolments/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { findRun } from '../../src/run-file.ts';
import { blocksIn } from '../support/docs/blocks.ts';
import { built } from '../support/machine/built.ts';
import { eventually } from '../support/reach/eventually.ts';
import { commandFolder } from '../support/server/program.ts';
import { clientOf } from '../support/server/server.ts';
import { testTerminal } from '../support/terminal/terminal.ts';

const blocks = await blocksIn('docs/connect.md');
const printed = (name: string): string => {
  const block = blocks.find(({ marks }) => marks.run === name);
  if (!block) throw new Error(`docs/connect.md has no block ${name}`);
  return block.code;
};

built('connects, asks, lists and disconnects by the commands of its page', async () => {
  await using terminal = testTerminal();
  const { home } = terminal;
  await terminal.serve();
  const { url = '', token = '' } = findRun(terminal.data) ?? {};
  const owner = clientOf(url, { authorization: `Bearer ${token}` });
  const clients = join(home, 'clients');
  mkdirSync(clients);
  for (const [name, version] of Object.entries({ claude: '2.1.332', opencode: '1.18.33' })) {
    writeFileSync(join(clients, name), `#!/bin/sh\necho ${version}\n`);
    chmodSync(join(clients, name), 0o755);
  }
  const settings = join(home, '.claude/settings.json');
  mkdirSync(join(home, '.claude'));
  writeFileSync(settings, '{ "model": "opus" }\n');
  const shell = async (script: string, stdin = '') => {
    const child = Bun.spawn(['bash', '-eu', '-c', script], {
      cwd: home,
      env: {
        HOME: home,
        INBOX_DATA: terminal.data,
        PATH: `${clients}:${commandFolder(home)}:/usr/bin:/bin`,
      },
      stdin: new Blob([stdin]),
      stdout: 'pipe',
      stderr: 'pipe',
    });
    const [out, err] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    return { code: await child.exited, out, err };
  };

  const here = await shell(printed('here'));
  expect(here).toMatchObject({ code: 0, err: expect.stringContaining('now asks the inbox at') });
  expect(here.out).toContain('PermissionRequest');
  const { hooks } = JSON.parse(readFileSync(settings, 'utf8'));
  const [{ url: hook, headers }] = hooks.PermissionRequest[0].hooks;
  const asking = fetch(hook, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      hook_event_name: 'PermissionRequest',
      session_id: 's1',
      tool_name: 'Bash',
      tool_input: { command: 'touch hello.txt' },
    }),
  });
  const { id } = await eventually(
    async () => (await owner.get<Message[]>('/reviews/pending')).body[0],
  );
  await owner.post(`/reviews/${id}/respond`, { response: { decision: 'allow' } });
  expect(await (await asking).text()).toContain('"allow"');

  expect((await shell(printed('list'))).out).toContain('claude');
  const auto = expect.stringMatching(/^auto \((here|away)\)$/);
  expect((await shell(printed('codex'))).out.trim().split('\n')).toEqual([auto, 'away', auto]);
  expect(await shell(printed('undo'))).toMatchObject({ code: 0 });
  expect(readFileSync(settings, 'utf8')).toBe('{ "model": "opus" }\n');

  const { body } = await owner.post<Enrolment>('/enrolments', { client: 'claude' });
  const elsewhere = printed('elsewhere')
    .replace('https://inbox.example.com', url)
    .replace('ABCD-EFGH', body.code);
  expect(await shell(`${elsewhere} --yes`)).toMatchObject({ code: 0 });
  for (const rule of printed('rules').split('\n')) {
    expect(await shell(`${rule} --yes`)).toMatchObject({ code: 0 });
  }
  expect(readFileSync(settings, 'utf8')).toContain('"Bash(git push *)"');
  const plugin = join(home, '.config/opencode/plugins/inbox.js');
  expect(readFileSync(plugin, 'utf8')).toContain('"git push *": "ask"');
});
