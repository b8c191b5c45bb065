import { expect, test } from 'bun:test';
import { join } from 'node:path';
import fc from 'fast-check';
import { oneLine, onOneLine, printable, table } from '../../src/cli/output.ts';
import { openBeside } from '../support/inbox/beside.ts';
import { keys, testTerminal } from '../support/terminal/terminal.ts';
import { anyCharacter } from '../support/texts/characters.ts';

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\u001b[31m',
        '\u001b]8;;http://evil\u0007',
        '\u001bP',
        '\u009b2J',
        '\u009d0;',
      ),
      fc.constantFrom('\u202e', '\u2066', '\u200f', '\r', '\b', '\u0000', '\u007f', '\u0085'),
      fc.constantFrom('\u001b', '[', '\u001b[', ']', 'm', '日本', '👩‍👩‍👧', '\n', '\t', ' '),
      fc.string({ unit: anyCharacter }),
    ),
  )
  .map((parts) => parts.join(''));

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not come through
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours
const OWN = /\u001b\[\d+m/g;

test('removes every character that a terminal obeys', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(printable(text)).not.toMatch(OBEYED);
      expect(printable(printable(text))).toBe(printable(text));
    }),
    { numRuns: 2000 },
  );
});

test('keeps a text on one line within its width', () => {
  fc.assert(
    fc.property(hostile, fc.integer({ min: 2, max: 90 }), (text, width) => {
      const line = oneLine(text, width);
      expect(Bun.stringWidth(line)).toBeLessThanOrEqual(width);
      expect(line).not.toMatch(/[\n\t]/);
    }),
    { numRuns: 2000 },
  );
});

test('keeps the text after an unterminated escape sequence', () => {
  expect(printable('\u001b]0;title and then delete everything')).toContain('delete everything');
  expect(printable('\u001bPq then delete everything')).toContain('delete everything');
  expect(printable('a \u001b[1;31mred\u001b[0m word')).toBe('a red word');
});

test.each([
  ['Pay 10 to \u202eecila', 'Pay 10 to [U+202E]ecila'],
  ['de\u200bploys\u2800\u3164', 'de[U+200B]ploys[U+2800][U+3164]'],
  ['\u001b[2Jgone\u001b[38;5;1m', '[U+001B][2Jgone'],
  ['a\r\nb\rc\r\r\n', 'a\nb[CR]c[CR]\n'],
  ['👩\u200d🚀 می\u200cخواهم', '👩\u200d🚀 می\u200cخواهم'],
])('names what hides in %j', (text, shown) => {
  expect(printable(text)).toBe(shown);
});

test('names what hides in a text on one line, but for line breaks and blanks', () => {
  expect(onOneLine(' a\r\n\tb\u2028c\ufeffd\u202e ')).toBe('a b c[U+FEFF]d[U+202E]');
});

test('aligns columns under wide characters', () => {
  const rows = table([
    ['a', '日本語', 'one'],
    ['👩‍👩‍👧', 'x', 'two'],
    ['e\u0301', '', 'three'],
  ]).split('\n');
  const columns = ['one', 'two', 'three'].map((word, at) =>
    Bun.stringWidth((rows[at] ?? '').slice(0, rows[at]?.indexOf(word))),
  );
  expect(columns).toEqual([12, 12, 12]);
});

const evil = '\u001b]8;;http://evil\u0007\u001b[2J\u202eDeploy\u009b31m';

const NAMED = expect.stringMatching(/\[U\+001B\]|\[U\+202E\]/);

test("never lets an agent's text move the cursor, even in a prompt or in JSON", async () => {
  await using terminal = testTerminal();
  await terminal.serve();
  await terminal.ok('channel', 'create', `deploys${evil}`);
  const [channel] = await terminal.json<{ id: string }[]>('channel', 'list');
  const payload = { title: evil, prefill: evil, placeholder: evil, submitLabel: evil };
  const asked = await terminal.run(
    ['ask', 'text', evil, '-c', `${channel?.id}`, '--payload', '-'],
    {
      stdin: JSON.stringify({ ...payload, dismissLabel: evil }),
    },
  );
  const id = asked.stdout.trim();
  await terminal.ok('key', 'create', 'ci');
  await terminal.ok('user', 'add', 'rita@example.com', '--name', 'Rita', '--no-password');
  nameAsBefore(terminal.data, evil);
  const file = join(terminal.home, evil.replaceAll('/', ''));
  await Bun.write(file, evil);
  await terminal.ok('file', 'upload', file, '-c', `${channel?.id}`);
  for (const command of [
    'list',
    'list --all',
    'channel list',
    'key list',
    'key list --json',
    'user list',
    'file list',
    'list --json',
    `show ${id}`,
    `show ${id} --json`,
  ]) {
    const screen = terminal.open(command.split(' '), { NO_COLOR: '1' });
    expect([command, await screen.exited]).toEqual([command, 0]);
    expect(screen.raw().replaceAll('\r\n', '\n').replaceAll(OWN, '')).not.toMatch(OBEYED);
    if (!command.includes('--json')) expect([command, screen.text()]).toEqual([command, NAMED]);
  }
  const prompt = terminal.open(['answer', id]);
  await prompt.press('Answer this question?', keys.down);
  await prompt.press('●', keys.enter);
  await prompt.answer('Your answer', keys.escape);
  expect(await prompt.exited).toBe(3);
  for (const part of ['\u001b]', '\u009b', '\u001b[2J', '\u202e']) {
    expect(prompt.raw()).not.toContain(part);
  }
});

/** An earlier version accepted any name. */
function nameAsBefore(data: string, name: string): void {
  using db = openBeside(data);
  for (const table of ['keys', 'users']) db.run(`update ${table} set name = ?`, [name]);
}

test('prints JSON on a terminal with the stored value', async () => {
  await using terminal = testTerminal();
  await terminal.channel();
  const id = await terminal.ok('send', evil, '-c', 'deploys');
  expect(await terminal.json('show', id)).toMatchObject({ text: evil });
});

test('keeps a list within 80 columns for long titles in any script', async () => {
  await using terminal = testTerminal();
  await terminal.serve();
  const channel = await terminal.ok('channel', 'create', 'A channel with a very long name 日本語');
  for (const text of ['long '.repeat(60), '長い題名'.repeat(30), '🚀'.repeat(90)]) {
    await terminal.ok('ask', 'text', text, '-c', channel);
  }
  const screen = terminal.open(['list']);
  expect(await screen.exited).toBe(0);
  const [inbox, ...lines] = screen.text().split('\n');
  expect(inbox).toStartWith('Inbox: ');
  expect(lines.length).toBe(3);
  expect(lines.map((line) => line.includes('…'))).toEqual([true, true, true]);
});

test('prints no error when its reader closes the pipe early', async () => {
  await using terminal = testTerminal();
  await terminal.channel();
  for (const _ of [1, 2]) await terminal.ok('send', 'x'.repeat(100_000), '-c', 'deploys');
  const child = terminal.shell('set -o pipefail; inbox list --all --json | head -c 1');
  const [code, stdout, stderr] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  expect([code, stdout, stderr]).toEqual([0, '[', '']);
});
