/**
 * Estimates the cost of laying out a Markdown text, before anything parses it. Browser and terminal
 * decide by the same count. It takes one pass over the text, and errs upwards: no parser creates
 * more levels, runs or nodes than are counted here.
 */

import { partsOf } from '../letters.ts';

export type MarkdownCount = { bytes: number; levels: number; runs: number; nodes: number };

export const markdownLimits: MarkdownCount = {
  bytes: 64 * 1024,
  levels: 20,
  runs: 1000,
  nodes: 2000,
};

/** How much of a plain text is shown; the rest on request. */
export const plainLimits = { lines: 200, characters: 20_000 };

/** Returns the beginning of a text that is shown plain. */
export function plainStart(text: string): string {
  const { lines, characters } = plainLimits;
  const start = text.slice(0, characters).toWellFormed();
  return start.split('\n', lines).join('\n');
}

const LONGEST_WORD = 500;

/**
 * Makes a text cheap to draw for a browser: it shapes a word again for each row that the word
 * breaks into, and a character again for each mark on it.
 */
export const drawable = (text: string) =>
  text
    .replaceAll(/(\p{M}{20})\p{M}+/gu, '$1')
    .replaceAll(/\S{1,500}/g, (part) => (part.length < LONGEST_WORD ? part : `${part}\n`));

/** Cuts a text that is drawn as it is into parts that are each cheap to draw. */
export const drawableParts = (text: string): string[] => text.match(/[\s\S]{1,500}/gu) ?? [];

const reasons: Record<keyof MarkdownCount, string> = {
  bytes: 'it is larger than 64KiB',
  levels: 'quotes and lists are nested more than 20 deep',
  runs: 'it has more than 1,000 emphasis marks and brackets',
  nodes: 'it has more than 2,000 elements',
};

/** Returns why a text is not laid out, as the end of a sentence; null for one that is. */
export function whyPlain(text: string): string | null {
  // Not even counted: a text has at least as many bytes as characters.
  if (text.length > markdownLimits.bytes) return reasons.bytes;
  const over = overLimit(countMarkdown(text));
  return over === undefined ? null : reasons[over];
}

const names = Object.keys(reasons) as (keyof MarkdownCount)[];
const overLimit = (count: MarkdownCount) =>
  names.find((name) => count[name] > markdownLimits[name]);

const LINE_END = /\r\n|\n|\r/;

/** Up to the first line over a limit: the rest can only add to it. */
export function countMarkdown(text: string): MarkdownCount {
  const tally = newTally(new TextEncoder().encode(text).length);
  let fence: Fence | undefined;
  for (const line of text.split(LINE_END)) {
    // The name of a letter that hides becomes an element.
    tally.nodes += partsOf(line).length - 1;
    if (fence) {
      tally.nodes += 1;
      if (closes(line, fence)) fence = undefined;
    } else {
      fence = tally.hasHtml ? undefined : fenceOf(line);
      if (fence) tally.nodes += 1;
      else countLine(line, tally);
    }
    if (overLimit(summed(tally))) break;
  }
  return summed(tally);
}

/** Each link may repeat the address of a definition: this many characters of them count as a node. */
const REPEATED = 512;

function summed(tally: Tally): MarkdownCount {
  const { bytes, levels, nodes, emphasis, opened, closed, definitions, longest } = tally;
  const links = Math.max(opened, closed);
  const repeated = definitions > 0 ? Math.ceil((links * longest) / REPEATED) : 0;
  return { bytes, levels, runs: emphasis + links, nodes: nodes + repeated };
}

type Tally = ReturnType<typeof newTally>;
const newTally = (bytes: number) => ({
  bytes,
  levels: 0,
  nodes: 0,
  emphasis: 0,
  opened: 0,
  closed: 0,
  definitions: 0,
  longest: 0,
  /** Columns of the table that the lines may belong to: each row has all of them, however short. */
  columns: 1,
  /** Whether something began like HTML, which may extend over what looks like a fence. */
  hasHtml: false,
});

export type Fence = { mark: string; length: number };
const FENCE = /^(?:(`{3,})[^`]*|(~{3,}).*)$/;
const FENCE_END = /^ {0,3}(`{3,}|~{3,})[ \t]*$/;

/** Only at the margin, where nothing but HTML can contain it: indented ones count as text. */
export function fenceOf(line: string): Fence | undefined {
  const [, ticks, tildes] = FENCE.exec(line) ?? [];
  const mark = ticks ?? tildes;
  return mark === undefined ? undefined : { mark: mark.charAt(0), length: mark.length };
}

export function closes(line: string, { mark, length }: Fence): boolean {
  const [, found = ''] = FENCE_END.exec(line) ?? [];
  return found.startsWith(mark) && found.length >= length;
}

function countLine(line: string, tally: Tally): void {
  const { end, levels, markers } = prefixOf(line);
  const rest = line.slice(end);
  tally.levels = Math.max(tally.levels, levels);
  tally.longest = Math.max(tally.longest, line.length);
  tally.hasHtml ||= rest.startsWith('<');
  if (isTableRule(rest)) tally.columns = Math.max(tally.columns, cellsOf(rest));
  if (end === line.length && markers === 0) tally.columns = 1;
  tally.nodes +=
    shapedIn(line) + markers + Math.max(tally.columns, cellsOf(rest)) + countInline(rest, tally);
}

/** The line under a table's header, which defines how many columns every row has. */
const isTableRule = (rest: string) => /^[-:| \t]*$/.test(rest) && rest.includes('-');

const cellsOf = (rest: string) =>
  rest.includes('|')
    ? rest
        .replace(/^\|/, '')
        .replace(/\|[ \t]*$/, '')
        .split('|').length
    : 1;

type Prefix = { end: number; levels: number; markers: number };
const BLANKS = /[ \t]*/y;
const MARKER = /[>]|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)|\[\^(?:\\.|[^\\\]])*\]:/y;

/**
 * Parses what precedes the words of a line: the quotes, lists and footnotes that begin there, and
 * the indentation that continues those of the lines above, at least 2 columns for each.
 */
function prefixOf(line: string): Prefix {
  let [end, markers, columns, levels] = [0, 0, 0, 0];
  while (true) {
    const blanks = matchAt(BLANKS, line, end) ?? '';
    end += blanks.length;
    // The blank after a marker belongs to it.
    columns += columnsOf(blanks) - (markers > 0 && blanks !== '' ? 1 : 0);
    const marker = matchAt(MARKER, line, end);
    if (marker === undefined) return { end, levels, markers };
    end += marker.length;
    markers += 1;
    levels = markers + Math.floor(columns / 2);
  }
}

function matchAt(pattern: RegExp, line: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(line)?.[0];
}

const TAB_COLUMNS = 4;
const columnsOf = (blanks: string) =>
  blanks.length + (TAB_COLUMNS - 1) * (blanks.split('\t').length - 1);

/** Letters that may begin an element, an entity or a link within a line. */
const INLINE = /([*_~])\1*|\p{M}{20,}|`+|[[\]]|[<&\\@]|:\/\/|www\./giu;

const MARK = /\p{M}/u;
const WORD = /\S{500,}/g;
/**
 * A long word is shaped again for each row that it breaks into: this much of its square counts as a
 * node.
 */
const SHAPED = 65_536;

const shapedIn = (line: string) =>
  [...line.matchAll(WORD)].reduce((sum, [word]) => sum + Math.ceil(word.length ** 2 / SHAPED), 0);

/** Counts the runs of a line; returns how many nodes its other marks may create. */
function countInline(rest: string, tally: Tally): number {
  let nodes = 0;
  for (const [found] of rest.matchAll(INLINE)) {
    const [mark = ''] = found;
    if (mark === '[') tally.opened += 1;
    else if (mark === ']') tally.closed += 1;
    // Two of the same may form one element: a long run nests half as deep as it is long.
    else if ('*_~'.includes(mark)) tally.emphasis += (found.length + 1) >> 1;
    // A long run searches for its match up to the end of the text; a single one finds it.
    else if (mark === '`' && found.length > 1) tally.emphasis += found.length >> 1;
    // A browser shapes a character again for each of its marks.
    else nodes += MARK.test(mark) ? found.length : 1;
  }
  if (rest.includes(']:')) tally.definitions += 1;
  return nodes;
}
