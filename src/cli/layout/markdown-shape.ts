/** Renders each part of a Markdown text. */
import { hostOf } from '../../core/hosts.ts';
import { printable } from '../output.ts';
import { type Style, styled } from '../style.ts';
import { type Broken, codeRows } from './rows.ts';
import { type Align, type Cell, type Table, tableRows } from './table.ts';

type Shape = NonNullable<Parameters<typeof Bun.markdown.render>[1]>;
type Paint = (style: Style) => (text: string) => string;
export type Blocks = {
  /** In the order in which they ended: inner ones before outer ones. */
  laidOut: ((columns: number) => string[])[];
  namesCode: boolean;
  /** Lays out what is in a block. */
  rowsIn: (children: string, columns: number, broken?: Broken) => string[];
};

const RULE_COLUMNS = 40;
/** With less room left, nothing is indented further. */
const NARROW = 12;

export function shape(blocks: Blocks, stream: NodeJS.WriteStream | undefined): Shape {
  const paint: Paint = (style) => (text) => styled(style, text, stream);
  const block = (layOut: (columns: number) => string[]) => {
    blocks.laidOut.push(layOut);
    return `\n\u0011${blocks.laidOut.length - 1}\u0012\n\n`;
  };
  const dim = paint('dim');
  const laidOut = (children: string) => (columns: number) => blocks.rowsIn(children, columns, {});
  return {
    // Every text passes here, with entities such as `&#27;` decoded. Before, the name of a hidden
    // letter would be in brackets, and so could become a link.
    text: printable,
    strong: paint('bold'),
    emphasis: paint('italic'),
    strikethrough: paint('strikethrough'),
    codespan: paint('cyan'),
    heading: (text) => `${paint(['bold', 'underline'])(text)}\n\n`,
    paragraph: (text) => `${text}\n\n`,
    blockquote: (text) => block(marked(dim('│'), laidOut(text))),
    code: (text, { language } = {}) => {
      const rows = code(text.trimEnd(), language, paint);
      if (!blocks.namesCode || !language) return block(marked(dim('┃'), rows));
      const name = (columns: number) => codeRows(printable(language), columns).map(dim);
      return block(marked(dim('┃'), (columns) => [...name(columns), ...rows(columns)]));
    },
    hr: () => block((columns) => [dim('─'.repeat(Math.min(columns, RULE_COLUMNS)))]),
    // Only items, each on a line of its own.
    list: (text, { depth }) =>
      `\n${text.replaceAll(/\n+/g, '\n').trim()}\n${depth > 0 ? '' : '\n'}`,
    listItem: (text, item) => block(listItem(text, markOf(item), blocks)),
    link: (text, { href }) => link(text, printable(spelled(href)), paint),
    image: (text, { src }) => `[${printable(text)}] ${dim(`(${printable(src)})`)}`,
    th: (text, meta) => cell(paint('bold')(text), meta?.align),
    td: (text, meta) => cell(text, meta?.align),
    tr: (text) => `${text}${ROW}`,
    table: (text) => block((columns) => tableRows(tableOf(text), columns, dim)),
  };
}

const marked = (mark: string, layOut: (columns: number) => string[]) => (columns: number) =>
  columns < NARROW
    ? layOut(columns)
    : layOut(columns - 2).map((row) => (row === '' ? mark : `${mark} ${row}`));

function code(text: string, language: string | undefined, paint: Paint) {
  const paintLine = language === 'diff' ? diffLine(paint) : paint('cyan');
  return (columns: number) =>
    text.split('\n').flatMap((line) => codeRows(line, columns).map(paintLine));
}

const diffLine = (paint: Paint) => (line: string) => {
  if (line.startsWith('+')) return paint('green')(line);
  return line.startsWith('-') ? paint('red')(line) : line;
};

type Item = { index: number; start?: number; checked?: boolean };

function markOf({ index, start, checked }: Item): string {
  if (checked !== undefined) return checked ? '[x]' : '[ ]';
  return start === undefined ? '•' : `${start + index}.`;
}

function listItem(children: string, mark: string, { rowsIn }: Blocks) {
  const text = children.trim();
  return (columns: number) => {
    if (columns - mark.length < NARROW) return rowsIn(`${mark}\n${text}`, columns, {});
    const [first = '', ...rest] = rowsIn(text, columns - mark.length - 1, {});
    const blanks = ' '.repeat(mark.length + 1);
    return [`${mark} ${first}`, ...rest.map((row) => blanks + row)].map((row) => row.trimEnd());
  };
}

/** Letters of several scripts in a host look like those of one: the browser's spelling shows them. */
const spelled = (href: string) =>
  URL.canParse(href) && hostOf(href).includes('xn--') ? new URL(href).href : href;

/** Always prints a link's target: its text may claim another one. */
function link(text: string, href: string, paint: Paint): string {
  const isPlain = Bun.stripANSI(text) === href.replace(/^mailto:/, '');
  const under = paint('underline')(text);
  return isPlain ? under : `${under} ${paint('dim')(`(${href})`)}`;
}

// A character that texts no longer contain; it separates table cells.
const CELL = '\u001f';
const ROW = '\u001e';
const aligns: Align[] = ['left', 'center', 'right'];

const cell = (text: string, align: Align = 'left') => `${aligns.indexOf(align)}${text}${CELL}`;

function tableOf(text: string): Table {
  const [head = [], ...body] = text.split(ROW).slice(0, -1).map(cellsOf);
  return { head, body };
}

const cellsOf = (row: string): Cell[] =>
  row
    .split(CELL)
    .slice(0, -1)
    .map((one) => ({ align: aligns[Number(one[0])] ?? 'left', text: one.slice(1).trim() }));
