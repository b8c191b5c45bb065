import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import { type ClientName, clientNames } from '../../src/agents/clients.ts';
import { parts } from '../../src/agents/file.ts';
import { clientFiles } from '../../src/agents/files.ts';
import { putIn } from '../../src/agents/json-edit.ts';
import {
  changesFor,
  isChanged,
  keepCopies,
  undoFile,
  writeFiles,
} from '../../src/cli/connected-files.ts';
import { UsageError } from '../../src/cli/errors.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';

const scratch = temporaryDirectory();
const { XDG_CONFIG_HOME } = process.env;
beforeAll(() => {
  process.env.XDG_CONFIG_HOME = join(scratch, 'config');
});
afterAll(() => {
  if (XDG_CONFIG_HOME === undefined) delete process.env.XDG_CONFIG_HOME;
  else process.env.XDG_CONFIG_HOME = XDG_CONFIG_HOME;
  removeDirectory(scratch);
});

const key = `hp_${'0'.repeat(48)}`;
const executable = '/usr/local/bin/inbox';
const marksOf = (client: ClientName) => clientFiles[client].marks({ key, executable });
const marks = marksOf('claude');

type Earlier = Parameters<typeof changesFor>[2];
type Connecting = { client?: ClientName; earlier?: Earlier };

/** Connects in this home, which may have a connection already. */
function connectIn(home: string, { client = 'claude', earlier = null }: Connecting = {}) {
  const connecting = {
    url: 'http://127.0.0.1:4600',
    key,
    executable,
    record: join(home, 'config/inbox/connected.json'),
    parts,
    ask: [clientFiles[client].rules[0] ?? 'rule'],
    deniedCommands: ['answer', 'key'],
    deniedDirectories: [join(home, 'data'), '/var/lib/inbox'],
  };
  const around = { home, variable: () => undefined };
  const changes = changesFor(client, clientFiles[client].files(connecting, around), earlier);
  keepCopies(changes);
  writeFiles(changes);
  return changes.map(({ file }) => file);
}

const undoAll = (connected: ReturnType<typeof connectIn>, client: ClientName = 'claude') => {
  for (const file of connected) undoFile(file, marksOf(client));
};

/** Everything in a folder: texts, modes and links. */
function seen(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(folder, { recursive: true }).map(String).toSorted()) {
    const path = join(folder, name);
    const { mode } = lstatSync(path);
    const isLink = lstatSync(path).isSymbolicLink();
    const content = isLink
      ? readlinkSync(path)
      : lstatSync(path).isFile()
        ? readFileSync(path, 'latin1')
        : '';
    found[name] = `${isLink ? '' : (mode & 0o777).toString(8)} ${content}`;
  }
  return found;
}

let homes = 0;
function homeWith(text: string | Uint8Array | null, mode = 0o644) {
  homes += 1;
  const home = join(scratch, `${homes}`);
  const settings = join(home, '.claude/settings.json');
  mkdirSync(text === null ? home : dirname(settings), { recursive: true });
  if (text !== null) {
    writeFileSync(settings, text);
    chmodSync(settings, mode);
  }
  return { home, settings };
}

const hooks = '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"say done"}]}]}}';

const texts: Record<string, string | null> = {
  'no file': null,
  'an empty file': '',
  'blanks alone': ' \n\n',
  'a comment alone': '// mine',
  'an empty object': '{}',
  'an empty object in lines': '{\n}\n',
  'comments everywhere': '// a\n{ // b\n  "model": /* c */ "opus" // d\n  // e\n}\n// f\n',
  tabs: '{\n\t"env": {\n\t\t"A": "b"\n\t}\n}\n',
  'four blanks': '{\n    "env": {\n        "A": "b"\n    }\n}',
  'CRLF, with a final line break': '{\r\n  "model": "opus"\r\n}\r\n',
  'CR alone': '{\r  "model": "opus"\r}\r',
  'no final line break': '{\n  "model": "opus"\n}',
  'many final line breaks': '{\n  "model": "opus"\n}\n\n\n',
  'a byte order mark': '\ufeff{\n  "model": "opus"\n}\n',
  'a byte order mark alone': '\ufeff',
  'one line': '{"model":"opus","permissions":{"deny":["Read(./.env)"]}}',
  'one line with blanks': '{ "permissions": { "deny": [ "Read(./.env)" ] } }\n',
  'a comma at the end':
    '{\n  "permissions": {\n    "deny": [\n      "Read(./.env)",\n    ],\n  },\n}\n',
  'hooks of others': hooks,
  'hooks of others, in lines': JSON.stringify(JSON.parse(hooks), null, 2),
  'a rule that we have, too': '{"permissions":{"deny":["Bash(inbox answer *)"]}}\n',
  'empty lists': '{"hooks": {"Stop": []}, "permissions": {"deny": [ ], "ask": [\n]}}',
  'letters of all scripts': '{"env": {"ключ": "値 🦊\u2028"}}\n',
  'an escaped key': '{"h\\u006foks": {"Stop": []}}',
  'a number of many digits': '{"n": 1.00000000000000000000001e5}',
  'deep nesting': `{"a":${'['.repeat(300)}${']'.repeat(300)}}`,
  'a long file': `{\n${Array.from({ length: 2000 }, (_, at) => `  "k${at}": "v"`).join(',\n')}\n}\n`,
};

test('restores each byte and the mode of settings of every form', () => {
  for (const [name, text] of Object.entries(texts)) {
    for (const mode of text === null ? [0] : [0o644, 0o660]) {
      const { home, settings } = homeWith(text, mode);
      const before = seen(home);
      const connected = connectIn(home);
      expect([name, lstatSync(settings).mode & 0o777]).toEqual([name, 0o600]);
      expect(readFileSync(settings, 'utf8')).toContain(key);
      expect(connected.map(isChanged)).toEqual([false]);
      undoAll(connected);
      expect([name, seen(home)]).toEqual([name, before]);
    }
  }
});

/** Contents that such a file may have before, by the end of its name; `null` for no file. */
const forms: Record<string, (string | null)[]> = {
  json: Object.values(texts),
  toml: [
    null,
    '',
    '\n\n',
    '# mine\n',
    'model = "x"',
    '\ufeffmodel = "x"\r\n\r\n[tui] # mine\r\ntheme = "dark"\r\n',
    '[mcp_servers.other]\ncommand = "x"\nargs = ["a", # one\n  "b"]\n\n\n',
    'mcp_servers = { other = { command = "x" } }\n',
    '[mcp_servers]\nother.command = "x"\n\n[[list]]\nat = 1979-05-27T07:32:00Z\n',
  ],
  other: [null, '', 'theirs\n'],
};
const formsOf = (path: string) => forms[extname(path).slice(1)] ?? forms.other ?? [];

test.each(clientNames)(
  'restores each byte of every file of %s, in a folder that has others',
  (client) => {
    const { home: empty } = homeWith(null);
    const paths = connectIn(empty, { client }).map(({ path }) => relative(empty, path));
    expect(paths).not.toBeEmpty();
    const runs = Math.max(...paths.map((path) => formsOf(path).length));
    for (let run = 0; run < runs; run += 1) {
      const { home } = homeWith(null);
      for (const path of paths) {
        const all = formsOf(path);
        const text = all[run % all.length] ?? null;
        if (text === null) continue;
        mkdirSync(dirname(join(home, path)), { recursive: true });
        writeFileSync(join(home, path), text);
      }
      const before = seen(home);
      const connected = connectIn(home, { client });
      expect(connected.map(({ path }) => [lstatSync(path).mode & 0o777, path])).toEqual(
        connected.map(({ path }) => [0o600, path]),
      );
      expect(connected.map(isChanged)).toEqual(connected.map(() => false));
      undoAll(connected, client);
      expect([run, seen(home)]).toEqual([run, before]);
    }
  },
);

test('says that a file is changed only if something in it that was put there is', () => {
  for (const [name, text, theirs] of [
    ['.codex/config.toml', 'model = "x"\n', '\n[projects."/shop"]\ntrust_level = "trusted"\n'],
    ['.codex/hooks.json', '{"hooks": {}}\n', '\n\n'],
  ] as const) {
    const { home } = homeWith(null);
    const path = join(home, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    const file = connectIn(home, { client: 'codex' }).find((one) => one.path === path);
    if (!file) throw new Error(path);
    writeFileSync(path, readFileSync(path, 'utf8') + theirs);
    expect([name, isChanged(file)]).toEqual([name, false]);
    chmodSync(path, 0o644);
    expect([name, isChanged(file)]).toEqual([name, true]);
    chmodSync(path, 0o600);
    writeFileSync(path, text);
    expect([name, isChanged(file)]).toEqual([name, true]);
    writeFileSync(path, '{ = broken');
    expect([name, isChanged(file)]).toEqual([name, true]);
  }
});

test('keeps what others have changed since, and takes out only what it put in', () => {
  for (const [name, text] of Object.entries(texts)) {
    const { home, settings } = homeWith(text);
    const connected = connectIn(home);
    const theirs = [
      { path: ['hooks', 'Stop'], element: { hooks: ['theirs'] } },
      { path: ['permissions', 'deny'], element: 'theirs' },
    ];
    const { text: changed } = putIn(readFileSync(settings, 'utf8'), theirs);
    writeFileSync(settings, changed);
    expect(connected.map(isChanged)).toEqual([false]);
    undoAll(connected);
    const left = readFileSync(settings, 'utf8');
    expect([name, JSON.stringify(Bun.JSONC.parse(left.replace('\ufeff', '')))]).toEqual([
      name,
      JSON.stringify(Bun.JSONC.parse(putIn(text ?? '', theirs).text.replace('\ufeff', ''))),
    ]);
    expect(left).not.toContain(key);
  }
});

test('changes nothing when it connects again, and restores the first state all the same', () => {
  const { home } = homeWith('{\n  "model": "opus" // mine\n}\n');
  const before = seen(home);
  const first = connectIn(home);
  const between = seen(home);
  const second = connectIn(home, { earlier: { files: first, marks } });
  expect(seen(home)).toEqual(between);
  undoAll(second);
  expect(seen(home)).toEqual(before);
});

test('follows links, also to a file that is missing, and leaves them', () => {
  for (const text of ['{"model": "opus"}\n', null]) {
    const { home, settings } = homeWith(null);
    const dotfiles = join(home, 'dotfiles');
    mkdirSync(dotfiles);
    mkdirSync(dirname(settings));
    if (text !== null) writeFileSync(join(dotfiles, 'claude.json'), text);
    symlinkSync('../link', settings);
    symlinkSync(join(dotfiles, 'claude.json'), join(home, 'link'));
    const before = seen(home);
    const connected = connectIn(home);
    expect(readFileSync(join(dotfiles, 'claude.json'), 'utf8')).toContain(key);
    undoAll(connected);
    expect(seen(home)).toEqual(before);
  }
});

const refused: [name: string, text: string | Uint8Array, mode: number, why: string][] = [
  ['a file that is broken', '{\n  "model": \n}', 0o644, 'settings.json, line 3: value expected'],
  ['a key that exists twice', '{"hooks": {},\n"hooks": {}}', 0o644, 'line 2: “hooks” exists twice'],
  ['a list of hooks', '{"hooks": []}', 0o644, 'line 1: “hooks” must be an object'],
  ['hooks of no list', '{"hooks": {\n"Stop": 1}}', 0o644, 'line 2: “hooks.Stop” must be a list'],
  ['no object', '[]', 0o644, 'there must be an object'],
  ['a read-only file', '{}', 0o444, 'is read-only'],
  ['a file in Latin-1', Buffer.from('{"a": "é"}', 'latin1'), 0o644, 'is not in UTF-8'],
  ['a file in UTF-16', Buffer.from('\ufeff{}', 'utf16le'), 0o644, 'is not in UTF-8'],
];

test('names a file by where it is, if its folder is a link', () => {
  const { home } = homeWith(null);
  const dotfiles = join(home, 'dotfiles');
  mkdirSync(dotfiles);
  symlinkSync('dotfiles', join(home, '.claude'));
  const before = seen(home);
  const connected = connectIn(home);
  expect(connected.map(({ path }) => path)).toEqual([join(dotfiles, 'settings.json')]);
  undoAll(connected);
  expect(seen(home)).toEqual(before);
});

test('leaves alone what cannot be edited safely, and says why', () => {
  for (const [name, text, mode, why] of refused) {
    const { home } = homeWith(text, mode);
    const before = seen(home);
    expect(() => connectIn(home), name).toThrow(UsageError);
    expect(() => connectIn(home), name).toThrow(why);
    expect([name, seen(home)]).toEqual([name, before]);
  }
  const { home, settings } = homeWith(null);
  mkdirSync(settings, { recursive: true });
  expect(() => connectIn(home)).toThrow('is not a file');
});

test('a broken file is left alone when it is undone, with the line, until it is repaired', () => {
  const { home, settings } = homeWith('{"model": "opus"}\n');
  const before = seen(home);
  const connected = connectIn(home);
  const written = readFileSync(settings, 'utf8');
  writeFileSync(settings, `${written}}`);
  expect(() => undoAll(connected)).toThrow('end of file expected');
  expect(readFileSync(settings, 'utf8')).toBe(`${written}}`);
  writeFileSync(settings, written);
  undoAll(connected);
  expect(seen(home)).toEqual(before);
});

test('a file that was deleted since stays deleted', () => {
  const { home, settings } = homeWith('{}');
  const connected = connectIn(home);
  removeDirectory(settings);
  undoAll(connected);
  expect(existsSync(settings)).toBe(false);
});
