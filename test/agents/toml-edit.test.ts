import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { NotEditable } from '../../src/agents/json-edit.ts';
import { putIn, takeOut, valueIn } from '../../src/agents/toml-edit.ts';

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
  expect(takeOut(added, put)).toBe(text);
  expect(putIn(added, additions)).toMatchObject({ text: added, put: { additions: [] } });
});

test('keeps what others have changed since', () => {
  for (const text of Object.values(texts)) {
    const { text: added, put } = putIn(text, additions);
    const theirs = `${added.trimEnd()}\n\n[theirs]\nkey = "value"\n`;
    const left = takeOut(theirs, put);
    expect(left).toContain('[theirs]');
    expect(left).not.toContain('hp_0');
    expect(valueIn(left)).toEqual({ ...valueIn(text), theirs: { key: 'value' } });
  }
});

test('leaves an entry of others that has its name, and its own once it was changed', () => {
  const theirs = '[mcp_servers.inbox]\ncommand = "theirs"\n';
  const { text, put } = putIn(theirs, additions);
  expect([text, put.additions]).toEqual([theirs, []]);
  const { text: added, put: ours } = putIn('', additions);
  const changed = added.replace('300', '60');
  expect(takeOut(changed, ours)).toBe(changed);
});

test.each([
  ['a = 1\nb = = 2\n', 'line 2: '],
  ['mcp_servers = 1\n', '“mcp_servers” must be a table'],
])('refuses %j, and says where', (text, why) => {
  const refused = () => putIn(text, additions);
  expect(refused).toThrow(NotEditable);
  expect(refused).toThrow(why);
});

test('adds to any tables, and takes out only what it put in', () => {
  const name = fc.stringMatching(/^[a-z][a-z_-]{0,8}$/);
  const scalar = fc.oneof(
    fc.integer({ min: -1000, max: 1000 }),
    fc.boolean(),
    fc.stringMatching(/^[ -!#-[\]-~]{0,20}$/),
  );
  const table = fc.dictionary(name, scalar, { minKeys: 1, maxKeys: 4 });
  const document = fc.dictionary(name, table, { maxKeys: 4 });
  fc.assert(
    fc.property(document, (tables) => {
      const text = Object.entries(tables)
        .map(([title, rows]) => {
          const lines = Object.entries(rows).map(([key, one]) => `${key} = ${JSON.stringify(one)}`);
          return `[${title}]\n${lines.join('\n')}\n`;
        })
        .join('\n');
      const { text: added, put } = putIn(text, additions);
      expect(takeOut(added, put)).toBe(text);
    }),
  );
});
