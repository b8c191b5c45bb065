import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { NotEditable } from '../../src/agents/json-edit.ts';
import { putIn, takeOut, valueIn } from '../../src/agents/toml-edit.ts';
import { sized } from '../support/machine/sized.ts';

const value = {
  url: 'http://127.0.0.1:4600/mcp',
  http_headers: { Authorization: 'Bearer hp_0' },
  tool_timeout_sec: 300,
};
const additions = [{ path: ['mcp_servers', 'inbox'], value }];

const texts: Record<string, string> = {
  'an empty file': '',
  'blanks alone': '\n\n',
  'a comment alone': '# mine\n',
  'no final line break': 'model = "x"',
  'many final line breaks': 'model = "x"\n\n\n\n',
  CRLF: 'model = "x" # mine\r\n\r\n[tui]\r\ntheme = "dark"\r\n',
  'a byte order mark': '\ufeffmodel = "x"\n',
  'another server': '[mcp_servers.other]\ncommand = "x"\nargs = ["a", # one\n  "b"]\n',
  'servers in one line': 'mcp_servers = { other = { command = "x" } }\n',
  'dotted names': '[mcp_servers]\nother.command = "x"\n\n[tui]\nat = 1979-05-27T07:32:00Z\n',
  'lists of tables': '[[x]]\na = 1\n[[x]]\na = 2\n',
  'a text that looks like the table': 'a = """\nmulti\n[mcp_servers.inbox]\n"""\n',
  'quoted names': '["mcp_servers"."a.b"]\n"k e y" = \'v\'\n',
  'numbers of all forms': 'a = 0xFF\nb = 1_000\nc = 6.62e-34\nd = inf\n',
  'letters of all scripts': 'ключ = 1\n'.replace('ключ', '"ключ"'),
};

test.each(Object.entries(texts))('adds to %s, and restores each byte', (_, text) => {
  const { text: added, put } = putIn(text, additions);
  expect(valueIn(added)).toMatchObject({ mcp_servers: { inbox: value } });
  expect(Bun.TOML.parse(added.replace('\ufeff', ''))).toMatchObject({
    mcp_servers: { inbox: value },
  });
  expect(takeOut(added, put, [])).toBe(text);
  expect(putIn(added, additions)).toMatchObject({ text: added, put: { additions: [] } });
});

test('keeps what others have changed since', () => {
  for (const text of Object.values(texts)) {
    const { text: added, put } = putIn(text, additions);
    const theirs = `${added.trimEnd()}\n\n[theirs]\nkey = "value"\n`;
    const left = takeOut(theirs, put, []);
    expect(left).toContain('[theirs]');
    expect(left).not.toContain('hp_0');
    expect(valueIn(left)).toEqual({ ...valueIn(text), theirs: { key: 'value' } });
  }
});

test('leaves an entry of others that has its name', () => {
  const theirs = '[mcp_servers.inbox]\ncommand = "theirs"\n';
  const { text, put } = putIn(theirs, additions);
  expect([text, put.additions]).toEqual([theirs, []]);
  const { put: ours } = putIn('', additions);
  expect(takeOut(theirs, ours, ['hp_0'])).toBe(theirs);
});

test('adds a table of its own at the end, as a person would write it', () => {
  const other = '[mcp_servers.other]\r\ncommand = "x" # mine\r\n';
  expect(putIn(other, additions).text.split('\r\n')).toEqual([
    '[mcp_servers.other]',
    'command = "x" # mine',
    '',
    '[mcp_servers.inbox]',
    'url = "http://127.0.0.1:4600/mcp"',
    'http_headers = { Authorization = "Bearer hp_0" }',
    'tool_timeout_sec = 300',
    '',
  ]);
  expect(putIn('', additions).text).toEndWith('tool_timeout_sec = 300\n');
});

test('takes out what was rewritten or added to, if a mark shows whose it was', () => {
  const { text, put } = putIn('model = "x"\n', additions);
  // Codex rewrites all servers when it adds one, and keeps there what its person always allows.
  const rewritten = `model = "x"

[mcp_servers.inbox]
url = "http://127.0.0.1:4600/mcp"
tool_timeout_sec = 300.0

[mcp_servers.inbox.http_headers]
Authorization = "Bearer hp_0"
`;
  const allowed = '\n[mcp_servers.inbox.tools.ask]\napproval_mode = "approve"\n';
  const theirs = '\n[mcp_servers.third]\ncommand = "echo"\n';
  expect(takeOut(rewritten, put, ['hp_0'])).toBe('model = "x"\n');
  for (const ours of [text, rewritten]) {
    const left = takeOut(ours + allowed + theirs, put, ['hp_0']);
    expect(left).toBe(`model = "x"\n${theirs}`);
  }
  const another = text.replace('hp_0', 'hp_1');
  expect(takeOut(another, put, ['hp_0'])).toBe(another);
});

test.each([
  ['a = 1\nb = = 2\n', 'line 2: '],
  ['a = 1\n[b]\nc = 1\nc = 2\n', 'line 4: '],
  ['[b]\n[b]\n', 'line 2: '],
  ['[[mcp_servers]]\na = 1\n', '“mcp_servers” must be a table'],
  ['mcp_servers = 1\n', '“mcp_servers” must be a table'],
])('refuses %j, and says where', (text, why) => {
  const refused = () => putIn(text, additions);
  expect(refused).toThrow(NotEditable);
  expect(refused).toThrow(why);
});

/** Any document that such a file can be. */
const document = fc
  .record({
    bom: fc.boolean(),
    eol: fc.constantFrom('\n', '\r\n'),
    rows: fc.array(row('s'), { maxLength: 3 }),
    tables: fc.array(
      fc.record({
        before: fc.constantFrom('', '\n', '# above\n', '\n\n# above\n\n'),
        name: fc.constantFrom(
          ...['a', 'b.c', '"x y"', 'projects."/home/a b"', 'z.mcp_servers.inbox', 'mcp_servers'],
          ...['mcp_servers.other', 'mcp_servers.other.env'],
        ),
        isInList: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
        rows: fc.array(row('k', 'l.m', '"q r"', 'other.command', 'url'), { maxLength: 3 }),
      }),
      { maxLength: 5 },
    ),
    end: fc.constantFrom('', '\n', '\n\n', ' \n', '\n# end', '\n# end\n'),
  })
  .map(({ bom, eol, rows, tables, end }) => {
    const written = tables.flatMap(({ before, name, isInList, rows }) => [
      before + (isInList ? `[[${name}]]` : `[${name}]`),
      ...rows,
    ]);
    const text = [...rows, ...written].join('\n') + end;
    return (bom ? '\ufeff' : '') + text.replaceAll('\n', eol);
  })
  .filter(isRead);

function row(...names: string[]) {
  const blank = fc.constantFrom('', '', ' ', '\t');
  const value = fc.constantFrom(
    ...['1', '"a\\nb"', "'a'", '[1, 2,]', '[ # note\n 1,\n]', '{ a = 1, b = "x" }', 'true', 'inf'],
    ...['1979-05-27', '07:32:00', '1e3', '0xff', '9007199254740993', "'''\n\n'''", 'nan'],
    '"""\n[mcp_servers.inbox]\nurl = 1\n"""',
  );
  const note = fc.constantFrom('', '', '# note', '# [mcp_servers.inbox]', ' # "quoted" = {');
  const parts = fc.tuple(fc.constantFrom(...names), blank, value, note);
  return parts.map(([name, space, one, last]) => `${space}${name}${space}= ${one}${space}${last}`);
}

function isRead(text: string): boolean {
  try {
    return putIn(text, additions).put.additions.length > 0;
  } catch {
    return false;
  }
}

test('adds to any document, and takes out only what it put in', () => {
  const later = fc.constantFrom('', '\n# tail\n', '\n[theirs]\nx = 1\n');
  fc.assert(
    fc.property(document, later, (text, theirs) => {
      const { text: added, put } = putIn(text, additions);
      expect(valueIn(added)).toMatchObject({ mcp_servers: { inbox: value } });
      for (const line of text.split('\n')) expect(added).toContain(line.trimEnd());
      expect(takeOut(added, put, [])).toBe(text);
      const left = takeOut(`${added}\n${theirs}`, put, []);
      expect(Bun.deepEquals(valueIn(left), valueIn(`${text}\n${theirs}`))).toBe(true);
    }),
    { numRuns: sized(200, 1000) },
  );
});
