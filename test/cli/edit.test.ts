import { expect, test } from 'bun:test';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from '../../src/core/messages/schema.ts';
import { keys, sharedTerminal } from '../support/terminal/terminal.ts';

const terminal = sharedTerminal();
const ask = (kind: string, ...flags: string[]) =>
  terminal.ok('ask', kind, 'Why?', '-c', 'deploys', ...flags);

/** An editor that a shell script is: the file is `$1`. */
function editor(script: string) {
  const file = join(terminal.home, 'editor');
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o700);
  return { VISUAL: `${file} --wait-flag`, PATH: `${process.env.PATH}` };
}

const responseOf = async (id: string) =>
  (await terminal.json<Message>('show', id)).review?.response;

/** After the flag the editor finds the file. */
const FILE = '"$2"';

test('opens a text answer in the editor, starting from its prefill', async () => {
  const id = await ask('text', '--prefill', 'Dear');
  const env = editor(
    `printf '%s all,\\nbye\\n' "$(cat ${FILE})" > ${FILE}.new; mv ${FILE}.new ${FILE}`,
  );
  const screen = terminal.open(['answer', id, '--edit'], env);
  expect(await screen.exited).toBe(0);
  expect(await responseOf(id)).toEqual({ text: 'Dear all,\nbye' });
});

test('reopens the editor after an invalid text without losing it', async () => {
  const id = await ask('text', '--min-length', '6');
  const env = editor(`printf 'four' >> ${FILE}`);
  const screen = terminal.open(['answer', id, '--edit'], env);
  await screen.answer('At least 6 characters', 'y');
  expect(await screen.exited).toBe(0);
  expect(await responseOf(id)).toEqual({ text: 'fourfour' });
});

test('opens a JSON answer in the editor and reports invalid JSON', async () => {
  const id = await ask('free');
  const env = editor(
    `grep -q size ${FILE} && echo '{"size": 3}' > ${FILE} || echo 'size' > ${FILE}`,
  );
  const screen = terminal.open(['answer', id, '--edit'], env);
  await screen.answer('Edit it again?', keys.enter);
  expect(screen.text()).toContain('This is not JSON');
  expect(await screen.exited).toBe(0);
  expect(await responseOf(id)).toEqual({ size: 3 });
});

const endings: [what: string, script: string, code: number, says: string][] = [
  ['leaves it empty', 'true', 3, 'Cancelled; nothing was sent.'],
  ['fails', 'exit 7', 2, 'ended with 7'],
];
test.each(endings)('sends nothing when the editor %s', async (_, script, code, says) => {
  const id = await ask('text');
  const screen = terminal.open(['answer', id, '--edit'], editor(script));
  expect(await screen.exited).toBe(code);
  // The terminal may break the line at any of its spaces, by the length of the path.
  expect(screen.text().replace(/\s+/g, ' ')).toContain(says);
  expect(await responseOf(id)).toBeNull();
});

test('refuses --edit for an approval', async () => {
  const id = await ask('approve');
  const screen = terminal.open(['answer', id, '--edit'], editor('true'));
  expect(await screen.exited).toBe(2);
  expect(screen.text()).toContain('--edit works for text and JSON answers only');
});

test('opens the editor from the triage view and returns to it', async () => {
  const id = await ask('text', '--expires', '1m');
  const screen = terminal.open([], editor(`echo Because > ${FILE}`));
  await screen.press('▸ deploys        Why?', 'e');
  await screen.shows('✓ Because — Why?');
  await screen.press('', 'q');
  expect(await screen.exited).toBe(0);
  expect(await responseOf(id)).toEqual({ text: 'Because' });
});
