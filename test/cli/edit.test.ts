import { expect, test } from 'bun:test';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from '../../src/core/messages/schema.ts';
import { keys, type Terminal, testTerminal } from '../support/terminal.ts';

async function asking(kind: string, ...flags: string[]) {
  const terminal = testTerminal();
  await terminal.ok('channel', 'create', 'deploys');
  const id = await terminal.ok('ask', kind, 'Why?', '-c', 'deploys', ...flags);
  return Object.assign(terminal, { id });
}

/** An editor that a shell script is: the file is `$1`. */
function editor(terminal: Terminal, script: string) {
  const file = join(terminal.home, 'editor');
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o700);
  return { VISUAL: `${file} --wait-flag`, PATH: `${process.env.PATH}` };
}

const responseOf = async (terminal: Terminal, id: string) =>
  (await terminal.json<Message>('show', id)).review?.response;

/** After the flag the editor finds the file. */
const FILE = '"$2"';

test('a text is written in the editor, starting from its prefill', async () => {
  await using terminal = await asking('text', '--prefill', 'Dear');
  const env = editor(
    terminal,
    `printf '%s all,\\nbye\\n' "$(cat ${FILE})" > ${FILE}.new; mv ${FILE}.new ${FILE}`,
  );
  const screen = terminal.open(['answer', terminal.id, '--edit'], env);
  expect(await screen.exited).toBe(0);
  expect(await responseOf(terminal, terminal.id)).toEqual({ text: 'Dear all,\nbye' });
});

test('what does not fit is told and edited again, and nothing written is lost', async () => {
  await using terminal = await asking('text', '--min-length', '6');
  const env = editor(terminal, `printf 'four' >> ${FILE}`);
  const screen = terminal.open(['answer', terminal.id, '--edit'], env);
  await screen.answer('At least 6 characters', 'y');
  expect(await screen.exited).toBe(0);
  expect(await responseOf(terminal, terminal.id)).toEqual({ text: 'fourfour' });
});

test('JSON is written in the editor too, and what is no JSON is said', async () => {
  await using terminal = await asking('free');
  const env = editor(
    terminal,
    `grep -q size ${FILE} && echo '{"size": 3}' > ${FILE} || echo 'size' > ${FILE}`,
  );
  const screen = terminal.open(['answer', terminal.id, '--edit'], env);
  await screen.answer('Edit it again?', keys.enter);
  expect(screen.text()).toContain('This is not JSON');
  expect(await screen.exited).toBe(0);
  expect(await responseOf(terminal, terminal.id)).toEqual({ size: 3 });
});

const endings: [what: string, script: string, code: number, says: string][] = [
  ['leaves it empty', 'true', 3, 'Cancelled; nothing was sent.'],
  ['fails', 'exit 7', 2, 'ended with 7'],
];
test.each(endings)('an editor that %s sends nothing', async (_, script, code, says) => {
  await using terminal = await asking('text');
  const screen = terminal.open(['answer', terminal.id, '--edit'], editor(terminal, script));
  expect(await screen.exited).toBe(code);
  expect(screen.text()).toContain(says);
  expect(await responseOf(terminal, terminal.id)).toBeNull();
});

test('an approval has nothing to edit', async () => {
  await using terminal = await asking('approve');
  const screen = terminal.open(['answer', terminal.id, '--edit'], editor(terminal, 'true'));
  expect(await screen.exited).toBe(2);
  expect(screen.text()).toContain('--edit is for texts and JSON');
});

test('the editor opens from the triage view and goes back to it', async () => {
  await using terminal = await asking('text');
  await terminal.serve();
  const screen = terminal.open([], editor(terminal, `echo Because > ${FILE}`));
  await screen.answer('▸ deploys        Why?', 'e');
  await screen.shows('✔ Because — Why?');
  screen.type('q');
  expect(await screen.exited).toBe(0);
});
