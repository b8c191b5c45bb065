/** Markdown as it reads in a terminal: what an agent wrote, with nothing hidden and nothing obeyed. */
import { printable } from './output.ts';
import { type Style, styled } from './style.ts';

type Stream = NodeJS.WriteStream;
type Shape = NonNullable<Parameters<typeof Bun.markdown.render>[1]>;

const MARK_COLUMNS = 40;

/** The text in lines of at most `columns`, without a line break at its end. */
export function markdownText(text: string, columns: number, stream?: Stream): string {
  const shown = Bun.markdown.render(printable(text), shape(columns, stream), { autolinks: true });
  return brokenAt(shown, columns)
    .replaceAll(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .trimEnd();
}

/** Lines broken between words, and in a word only where it is longer than a line; no tabs. */
export const brokenAt = (text: string, columns: number): string =>
  Bun.wrapAnsi(text.replaceAll('\t', '    '), Math.max(1, columns), { hard: true, trim: false });

function shape(columns: number, stream: Stream | undefined): Shape {
  const style = (how: Style) => (text: string) => styled(how, text, stream);
  return {
    // An entity such as `&#27;` has become its character only here.
    text: printable,
    strong: style('bold'),
    emphasis: style('italic'),
    strikethrough: style('strikethrough'),
    codespan: style('cyan'),
    heading: (text) => `${style(['bold', 'underline'])(text)}\n\n`,
    paragraph: (text) => `${text}\n\n`,
    blockquote: (text) => `${behind(style('dim')('│ '), text, columns, 2)}\n\n`,
    code: (text) => `${behind(style('dim')('┃ '), style('cyan')(text.trimEnd()), columns, 2)}\n\n`,
    hr: () => `${style('dim')('─'.repeat(Math.min(columns, MARK_COLUMNS)))}\n\n`,
    list: (text, { depth }) => (depth > 0 ? `\n${text.trimEnd()}` : `${text}\n`),
    listItem: (text, item) => `${listItem(text, item, columns)}\n`,
    link: (text, { href }) => link(text, href, style('underline'), style('dim')),
    image: (text, { src }) => `[${text}] ${style('dim')(`(${src})`)}`,
    th: (text) => `${style('bold')(text)}  `,
    td: (text) => `${text}  `,
    tr: (text) => `${text.trimEnd()}\n`,
    table: (text) => `${text}\n`,
  };
}

type Item = { index: number; depth: number; start?: number; checked?: boolean };

function listItem(text: string, { index, depth, start, checked }: Item, columns: number): string {
  const number = start === undefined ? '•' : `${start + index}.`;
  const mark = checked === undefined ? number : checked ? '[x]' : '[ ]';
  const rest = ' '.repeat(mark.length + 1);
  const lines = brokenAt(text.trim(), columns - (depth + 1) * rest.length).split('\n');
  return `${mark} ${lines.join(`\n${rest}`)}`;
}

/** Where a link leads is always told: its text may say otherwise. */
function link(
  text: string,
  href: string,
  under: (t: string) => string,
  dim: (t: string) => string,
) {
  const isPlain = Bun.stripANSI(text) === href.replace(/^mailto:/, '');
  return isPlain ? under(text) : `${under(text)} ${dim(`(${href})`)}`;
}

function behind(mark: string, text: string, columns: number, taken: number): string {
  const lines = brokenAt(text.trimEnd(), columns - taken).split('\n');
  return lines.map((line) => mark + line).join('\n');
}
