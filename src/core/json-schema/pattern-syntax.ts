/** Translates a JavaScript pattern with the flag `u` into the syntax of RE2. */

export type Translated = {
  source: string;
  /** The steps to compile it. */
  steps: number;
};

/** A pattern needs more than one pass over a text, which RE2 does not support. */
export class Unsupported extends Error {}

const ESCAPE = String.raw`\\(?:u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|p\{[^}]*\}|k<[^>]*>|\d+|.)`;
const OUTSIDE = new RegExp(
  String.raw`${ESCAPE}|\(\?<[^=!>]+>|\(\?(?:<?[=!]|.)|\{\d+,?\d*\}|\[\^?\]?|.`,
  'siuy',
);
const INSIDE = new RegExp(`${ESCAPE}|.`, 'siuy');

const COMPILE_STEPS = 400;
const CHARACTER_STEPS = 4;
const STATE_STEPS = 4;
const CATEGORY_STEPS = 2000;
const MOST_STATES = 5000;

/**
 * @param pattern one that JavaScript accepts
 * @throws Unsupported
 */
export function translate(pattern: string): Translated {
  const sizes = new Sizes();
  let categories = 0;
  let inClass = false;
  let source = '';
  for (let index = 0; index < pattern.length; ) {
    const token = tokenAt(pattern, index, inClass ? INSIDE : OUTSIDE);
    if (token === '') throw new Unsupported('unsupported syntax');
    index += token.length;
    if (/^\\p/i.test(token)) categories++;
    source += inClass ? classPart(token) : outside(token);
    if (!inClass) sizes.add(token);
    inClass = inClass ? token !== ']' : token === '[' || token === '[^';
  }
  const steps =
    COMPILE_STEPS +
    CHARACTER_STEPS * pattern.length +
    STATE_STEPS * sizes.states +
    CATEGORY_STEPS * categories;
  return { source: joinSurrogates(source), steps };
}

function tokenAt(pattern: string, index: number, kind: RegExp): string {
  kind.lastIndex = index;
  return kind.exec(pattern)?.[0] ?? '';
}

const SPACE =
  '\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';
const NO_SPACE =
  '\\x{0}-\\x{8}\\x{e}-\\x{1f}!-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}' +
  '\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}';

function outside(token: string): string {
  if (token === '.') return '[^\\n\\r\\x{2028}\\x{2029}]';
  if (token === '[]') return '[^\\x{0}-\\x{10ffff}]';
  if (token === '[^]') return '[\\x{0}-\\x{10ffff}]';
  if (token === '\\s') return `[${SPACE}]`;
  if (token === '\\S') return `[^${SPACE}]`;
  // Nothing uses the text that a group matched.
  if (token === '(' || token === '(?:' || /^\(\?<.*>$/s.test(token)) return '(?:';
  if (token.startsWith('(?'))
    throw new Unsupported('lookaround and inline flags are not supported');
  return token.startsWith('\\') ? escaped(token) : token;
}

function classPart(token: string): string {
  if (token === '\\s') return SPACE;
  if (token === '\\S') return NO_SPACE;
  if (token === '\\b') return '\\x{8}';
  // `[:` would begin a POSIX class.
  if (token === '[') return '\\[';
  return token.startsWith('\\') ? escaped(token) : token;
}

function escaped(token: string): string {
  const [, kind = '', rest = ''] = /^\\(.)(.*)$/su.exec(token) ?? [];
  if (kind === 'u' || kind === 'x') return `\\x{${rest.replace(/[{}]/g, '')}}`;
  if (kind === 'c') return `\\x{${(rest.charCodeAt(0) % 32).toString(16)}}`;
  if (kind === 'p' || kind === 'P') return `\\${kind}{${category(rest.slice(1, -1))}}`;
  if (kind === '0') return '\\x{0}';
  if (kind === 'k' || /\d/.test(kind)) throw new Unsupported('back-references are not supported');
  return token;
}

/** `\ud83d\ude00` is one character. */
const joinSurrogates = (source: string) =>
  source.replace(/\\x\{(d[89ab]..)\}\\x\{(d[c-f]..)\}/gi, (_, high: string, low: string) => {
    const pair = String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16));
    return `\\x{${pair.codePointAt(0)?.toString(16)}}`;
  });

/** With RE2's name: `Letter`, `gc=L` and `L` are the same. */
function category(name: string): string {
  const [, key = '', value = name] = /^(\w+)=(\w+)$/.exec(name) ?? [];
  if (key.startsWith('scx') || key === 'Script_Extensions')
    throw new Unsupported(`${key} is not supported`);
  if (value === 'ASCII') return 'Ascii';
  return shortNames[value] ?? value;
}

const shortNames: Record<string, string> = Object.fromEntries(
  `Letter L Cased_Letter LC Uppercase_Letter Lu Lowercase_Letter Ll Titlecase_Letter Lt Modifier_Letter
  Lm Other_Letter Lo Mark M Combining_Mark M Nonspacing_Mark Mn Spacing_Mark Mc Enclosing_Mark Me Number N
  Decimal_Number Nd digit Nd Letter_Number Nl Other_Number No Punctuation P punct P Connector_Punctuation
  Pc Dash_Punctuation Pd Open_Punctuation Ps Close_Punctuation Pe Initial_Punctuation Pi Final_Punctuation
  Pf Other_Punctuation Po Symbol S Math_Symbol Sm Currency_Symbol Sc Modifier_Symbol Sk Other_Symbol So
  Separator Z Space_Separator Zs Line_Separator Zl Paragraph_Separator Zp Other C Control Cc cntrl Cc
  Format Cf Surrogate Cs Private_Use Co Unassigned Cn`
    .split(/\s+/)
    .flatMap((name, index, all) => (index % 2 === 0 ? [[name, all[index + 1] ?? '']] : [])),
);

/** Estimates the number of states of a pattern: a repeated part is compiled as often. */
class Sizes {
  states = 0;
  /** The count before each open group. */
  private readonly open: number[] = [];
  /** The count of the part that a repetition would repeat. */
  private last = 0;

  add(token: string): void {
    if (token.startsWith('(')) this.open.push(this.states);
    else if (token === ')') this.last = this.states - (this.open.pop() ?? 0);
    else if (/^[*+?]$/.test(token)) this.grow(this.last + 1);
    else if (/^\{./.test(token)) this.grow(repeated(this.last, token));
    else {
      this.states += 1;
      this.last = 1;
    }
    if (this.states > MOST_STATES) throw new Unsupported('the pattern is too large');
  }

  private grow(size: number): void {
    this.states += size - this.last;
    this.last = size;
  }
}

function repeated(size: number, token: string): number {
  const [least = 0, most = least] = token.slice(1, -1).split(',').map(Number);
  return Math.max(1, size * Math.max(least, most) + Math.max(0, most - least));
}
