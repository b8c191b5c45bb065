import { expect, test } from 'bun:test';
import { highlight } from '../../src/dashboard/message/highlight.ts';
import { accessFaults, testBrowser } from '../support/browser/browser.ts';
import { ask } from '../support/browser/questions.ts';

/** The pieces that have an ink. */
const inked = (text: string, language: string) =>
  highlight(text, language)
    ?.flat()
    .filter(([ink]) => ink !== null)
    .map(([ink, words]) => `${ink} ${words}`);

test.each<[language: string, text: string, inked: string[]]>([
  ['ts', "const a = 'x'; // why", ['word const', "string 'x'", 'comment // why']],
  ['sql', 'select 1 -- rows', ['word select', 'number 1', 'comment -- rows']],
  ['SQL', "WHERE a = 'it''s'", ['word WHERE', "string 'it'", "string 's'"]],
  ['json', '{"a": [true, "b", 12.5]}', ['name "a"', 'word true', 'string "b"', 'number 12.5']],
  ['sh', 'echo "$a" # b', ['word echo', 'string "$a"', 'comment # b']],
  ['sh', 'a#b', []],
  ['py', 'def f(): # g', ['word def', 'comment # g']],
  ['yaml', 'on: push\n- a: 3', ['name on', 'name - a', 'number 3']],
  ['diff', '@@ 1\n+a\n-b\n c', ['comment @@ 1', 'added +a', 'removed -b']],
  ['ts', '/* two\nlines */ x', ['comment /* two', 'comment lines */']],
  ['ts', 'const_ = `a\nb', ['string `a', 'string b']],
])('highlights %s: %s', (language, text, expected) => {
  expect(inked(text, language)).toEqual(expected);
});

const languages = ['ts', 'go', 'sql', 'sh', 'py', 'json', 'yaml', 'toml', 'css', 'diff'];

test('preserves every character of a text', () => {
  const texts = ['a\n\nb', '"', "'\\", '`\n', '/*\n*/\n', '{"a"', '# \n#', '\\', 'é"ü"\n'];
  for (const language of languages) {
    for (const text of texts) {
      const lines = highlight(text, language)?.map((line) =>
        line.map(([, words]) => words).join(''),
      );
      expect(lines?.join('\n')).toBe(text);
    }
  }
});

/** Each is read from many places in vain by a pattern that goes back. */
const hostile = [
  'a-',
  '-',
  '"',
  "'",
  '`',
  '/*',
  '\\\\',
  '"a" ',
  '# ',
  '- a',
  '[',
  ' \t',
  'a',
  '1.',
  '$',
  '"\\\\',
];

test('takes linear time on hostile text', () => {
  const started = process.cpuUsage();
  for (const language of languages) {
    for (const part of hostile) highlight(part.repeat(20_000 / part.length), language);
  }
  // Some 0.2 s of the processor's time; one pattern that goes back takes 5.
  expect(process.cpuUsage(started).user / 1e6).toBeLessThan(2.5);
});

test('leaves an unknown language and a long text plain', () => {
  expect(highlight('x', 'brainfuck')).toBeNull();
  expect(highlight('x', 'constructor')).toBeNull();
  expect(highlight('x'.repeat(20_001), 'ts')).toBeNull();
  expect(highlight('"" '.repeat(4000), 'ts')).toBeNull();
});

test('colours code in a question with readable contrast, and copies it unchanged', async () => {
  await using browser = await testBrowser();
  const sql = "SELECT id, 'open' AS state -- all\nFROM orders WHERE total > 1240;";
  const json = '{"rows": 1240, "ok": true, "name": "orders"}';
  const diff = '-old\n+new';
  const blocks = Object.entries({ sql, json, diff }).map(
    ([name, text]) => `\`\`\`${name}\n${text}\n\`\`\``,
  );
  await ask(browser, 'approval', {}, { text: blocks.join('\n\n') });
  const page = await browser.logIn();
  const block = page.locator('.code-block').first();
  await block.locator('[data-ink="word"]', { hasText: 'SELECT' }).waitFor();
  expect(await block.locator('pre').evaluate((pre) => pre.textContent)).toBe(`${sql}\n`);
  await page.locator('[data-ink="name"]', { hasText: 'rows' }).waitFor();
  expect(await accessFaults(page, '.question-body')).toEqual([]);
});
