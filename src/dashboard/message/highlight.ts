/**
 * Distinguishes comments, strings, numbers and keywords of a language. Agents write what is read
 * here, and existing libraries use patterns that backtrack: these read each character once.
 */
export type Ink = 'comment' | 'string' | 'number' | 'word' | 'name' | 'added' | 'removed';
/** A piece of a line; null is plain. */
export type Piece = readonly [ink: Ink | null, text: string];

type Language = { pattern: RegExp; words: ReadonlySet<string>; anyCase?: boolean };

/** A longer text stays plain, as does one with more pieces: each is an element. */
const MOST_CHARACTERS = 20_000;
const MOST_PIECES = 3000;

/** Returns the lines in pieces; null if the language is unknown or the text too long. */
export function highlight(text: string, language: string): Piece[][] | null {
  const found = languageOf(language.toLowerCase());
  if (!found || text.length > MOST_CHARACTERS) return null;
  const lines: Piece[][] = [[]];
  const add = (ink: Ink | null, words: string) => {
    for (const [at, line] of words.split('\n').entries()) {
      if (at > 0) lines.push([]);
      if (line !== '') lines.at(-1)?.push([ink, line]);
    }
  };
  let end = 0;
  let pieces = 0;
  for (const match of text.matchAll(found.pattern)) {
    const ink = inkOf(match, found);
    if (ink === null) continue;
    pieces += 1;
    if (pieces > MOST_PIECES) return null;
    add(null, text.slice(end, match.index));
    add(ink, match[0]);
    end = match.index + match[0].length;
  }
  add(null, text.slice(end));
  return lines;
}

function inkOf(
  { groups = {}, 0: all }: RegExpMatchArray,
  { words, anyCase }: Language,
): Ink | null {
  const [ink] = Object.keys(groups).filter((name) => groups[name] !== undefined);
  if (ink !== 'word') return (ink as Ink | undefined) ?? null;
  return words.has(anyCase ? all.toLowerCase() : all) ? 'word' : null;
}

const SLASHES = '\\/\\/[^\\n]*|\\/\\*[\\s\\S]*?(?:\\*\\/|$(?![\\s\\S]))';
const HASH = '(?<![^\\s])#[^\\n]*';
const QUOTED = '"(?:[^"\\\\\\n]|\\\\.)*"?|\'(?:[^\'\\\\\\n]|\\\\.)*\'?';
const TICKED = '|`(?:[^`\\\\]|\\\\[\\s\\S])*`?';
const NAMED = '"(?:[^"\\\\\\n]|\\\\.)*"(?=\\s*:)';
const BEFORE_COLON = '^[ \\t]*(?:- )?[\\w.-]+(?=:(?:\\s|$))';

function language(
  words: string,
  comment: string,
  { string = QUOTED, name = '', anyCase = false } = {},
) {
  const parts = [
    name && `(?<name>${name})`,
    `(?<comment>${comment})`,
    `(?<string>${string})`,
    '(?<number>\\b\\d[\\w.]*)',
    '(?<word>[A-Za-z_$@][\\w$]*)',
  ];
  const pattern = new RegExp(parts.filter(Boolean).join('|'), 'gm');
  return { pattern, words: new Set(words.split(' ')), anyCase };
}

const script = language(
  'abstract any as async await boolean break case catch class const continue default delete do else enum export extends false finally for from function if implements import in instanceof interface keyof let new null number of private public readonly return satisfies static string super switch this throw true try type typeof undefined unknown var void while yield',
  SLASHES,
  { string: QUOTED + TICKED },
);
const braces = language(
  'abstract auto bool break byte case catch chan char class const continue default defer delete do double else enum extends extern false final finally float fn for func go goto if impl implements import in int interface let long map match mod move mut namespace new nil null nullptr override package private protected pub public range ref return self short signed sizeof static string struct super switch this throw throws trait true try type typedef union unsafe unsigned use using var virtual void volatile where while',
  SLASHES,
  { string: QUOTED + TICKED },
);
const sql = language(
  'add all alter and any as asc begin between by cascade case check column commit concurrently constraint create cross default delete desc distinct drop else end exists false foreign from full group having if in index inner insert into is join key left like limit not null offset on or order outer primary references returning right rollback select set table then transaction true truncate union unique update using values view when where with',
  '--[^\\n]*|\\/\\*[\\s\\S]*?(?:\\*\\/|$(?![\\s\\S]))',
  { string: "'[^']*'?", anyCase: true },
);
const shell = language(
  'case cd do done echo elif else esac eval exec exit export fi for function if in local return set shift source sudo then trap unset until while',
  HASH,
  { string: '"(?:[^"\\\\]|\\\\[\\s\\S])*"?|\'[^\']*\'?' },
);
const python = language(
  'and as assert async await break class continue def del elif else except False finally for from global if import in is lambda None nonlocal not or pass raise return True try while with yield begin do end module nil require then unless until',
  HASH,
);
const json = language('true false null', SLASHES, { name: NAMED });
const yaml = language('true false null yes no on off', HASH, { name: BEFORE_COLON });
const toml = language('true false', HASH, {
  name: '^[ \\t]*[\\w.-]+(?=[ \\t]*=)|^\\[[^\\]\\n]*\\]',
});
const css = language('important media supports layer', '\\/\\*[\\s\\S]*?(?:\\*\\/|$(?![\\s\\S]))', {
  name: '(?<![\\w-])[\\w-]+(?=:[ \\t])',
});
const diff = {
  pattern: /^(?:(?<comment>@@[^\n]*|diff [^\n]*)|(?<added>\+[^\n]*)|(?<removed>-[^\n]*))/gm,
  words: new Set<string>(),
};

const names: [names: string, language: Language][] = [
  ['ts tsx js jsx mjs cjs typescript javascript', script],
  ['go rs rust java kt kotlin c h cc cpp c++ cs csharp swift php scala dart proto', braces],
  ['sql psql postgresql mysql sqlite', sql],
  ['sh bash zsh shell console dockerfile makefile', shell],
  ['py python rb ruby', python],
  ['json jsonc json5', json],
  ['yaml yml', yaml],
  ['toml ini properties env', toml],
  ['css scss less', css],
  ['diff patch', diff],
];

const languageOf = (name: string) => names.find(([all]) => all.split(' ').includes(name))?.[1];
