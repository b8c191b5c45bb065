/** Markdown as it reads in a terminal: what an agent wrote, with nothing hidden and nothing obeyed. */
import { whyPlain } from '../core/messages/markdown.ts';
import { brokenAt, printable } from './output.ts';
import { plainText } from './plain.ts';
import { type Style, styled } from './style.ts';

type Stream = NodeJS.WriteStream;
type Shape = NonNullable<Parameters<typeof Bun.markdown.render>[1]>;

const MARK_COLUMNS = 40;

/** What was laid out last, as the view is drawn with every key and every second. */
const KEPT = 20;
const kept = new Map<string, string>();

/**
 * The text in lines of at most `columns`, without a line break at its end; plain where laying it out
 * could take too long. `all` is the command that shows all of it.
 */
export function markdownText(text: string, columns: number, all: string, stream?: Stream): string {
  const key = [columns, stream === process.stderr, all, text].join('\n');
  const shown = kept.get(key) ?? laidOut(printable(text), columns, all, stream);
  // Behind the others: the oldest one is the first to go.
  kept.delete(key);
  kept.set(key, shown);
  const [oldest] = kept.keys();
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
  return shown;
}

function laidOut(text: string, columns: number, all: string, stream?: Stream): string {
  const why = whyPlain(text);
  if (why !== null) {
    const notice = styled('dim', brokenAt(`(shown as plain text: ${why})`, columns), stream);
    return `${notice}\n\n${plainText(text, columns, all).trimEnd()}`;
  }
  return brokenAt(Bun.markdown.render(text, shape(columns, stream), { autolinks: true }), columns)
    .replaceAll(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .trimEnd();
}

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
