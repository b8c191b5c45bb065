/** Markdown as plain text, for where nothing lays it out: titles, notifications, mails, chats. */
import { isBlank } from '../letters.ts';
import { closes, type Fence, fenceOf, whyPlain } from './markdown.ts';

/** Prose without its marks, code within a line, or a block of code. */
export type PlainPart = { is: 'prose' | 'code' | 'block'; text: string };

/**
 * Returns the parts of a text for a page that lays out nothing but code, without the marks of headings and
 * emphasis; a link is followed by its address. Blocks of code stay as they are, and so does a text that is not
 * laid out elsewhere either.
 */
export const plainParts = (markdown: string): PlainPart[] =>
  sectionsOf(markdown).flatMap(({ is, lines }) =>
    is === 'prose'
      ? lines.flatMap((line, index) => [
          ...(index === 0 ? [] : [{ is, text: '\n' }]),
          ...piecesOf(line, addressed),
        ])
      : [{ is: is === 'block' ? is : 'prose', text: lines.join('\n') }],
  );

/** Returns the first line that has words, without its marks; a link is its label. */
export const firstLineOf = (markdown: string): string =>
  plainLines(markdown.trimStart().slice(0, LONGEST), labelled)
    .map((line) => line.trim())
    .find((line) => !isBlank(line)) ?? '';

/** Returns the beginning of a text in one line, without its marks; a link is its label. */
export const inOneLine = (markdown: string): string =>
  plainLines(markdown.slice(0, LONGEST), labelled)
    .map((line) => line.replace(BLOCK, '').trim())
    .filter((line) => line !== '')
    .join(' ');

const LONGEST = 2000;
/** A list or a quotation. */
const BLOCK = /^\s*(?:[-+*>]|\d+[.)])\s+/;

const plainLines = (markdown: string, link: LinkWords): string[] =>
  sectionsOf(markdown).flatMap(({ is, lines }) =>
    is === 'prose' ? lines.map((line) => plainLine(line, link)) : lines,
  );

/** `plain` for all of a text that is not laid out elsewhere either. */
type Section = { is: 'prose' | 'block' | 'plain'; lines: string[] };

function sectionsOf(markdown: string): Section[] {
  const lines = markdown.split('\n');
  if (whyPlain(markdown) !== null) return [{ is: 'plain', lines }];
  let last: Section = { is: 'prose', lines: [] };
  const sections = [last];
  let fence: Fence | undefined;
  const begin = (is: Section['is']) => {
    last = { is, lines: [] };
    sections.push(last);
  };
  for (const line of lines) {
    const opened = fence ? undefined : fenceOf(line);
    const isEnd = fence !== undefined && closes(line, fence);
    if (opened) begin('block');
    else if (isEnd) begin('prose');
    else last.lines.push(line);
    if (opened || isEnd) fence = opened;
  }
  return sections.filter((section) => section.lines.length > 0);
}

const HEADING = /^ {0,3}#{1,6}[ \t]+/;
const LINK = /!?\[([^\]]*)\]\(<?([^()\s<>]+)>?\)/g;
const CODE = /(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g;
/** Within a word, as in `user_id`, an underscore is a letter. */
const EMPHASIS = [
  /\*\*(?=\S)(.+?)(?<=\S)\*\*/g,
  /~~(?=\S)(.+?)(?<=\S)~~/g,
  /(?<![\p{L}\p{N}_])__(?=\S)(.+?)(?<=\S)__(?![\p{L}\p{N}_])/gu,
  /(?<![\p{L}\p{N}*])\*(?=[^\s*])([^*]*?)(?<=[^\s*])\*(?![\p{L}\p{N}*])/gu,
  /(?<![\p{L}\p{N}_])_(?=[^\s_])([^_]*?)(?<=[^\s_])_(?![\p{L}\p{N}_])/gu,
];

const plainLine = (line: string, link: LinkWords): string =>
  piecesOf(line, link)
    .map(({ text }) => text)
    .join('');

function piecesOf(line: string, link: LinkWords): PlainPart[] {
  const codes: string[] = [];
  const keep = (_: string, __: string, code: string) => `\uE000${codes.push(code) - 1}\uE001`;
  const rest = line
    .replace(HEADING, '')
    .replace(CODE, keep)
    .replace(LINK, (_, label: string, url: string) => link(label, url));
  const plain = EMPHASIS.reduce((text, mark) => text.replace(mark, '$1'), rest);
  return plain.split(/(\uE000\d+\uE001)/).map((text, index) => {
    const code = index % 2 === 0 ? undefined : codes[Number(text.slice(1, -1))];
    return code === undefined ? { is: 'prose', text } : { is: 'code', text: code };
  });
}

type LinkWords = (label: string, url: string) => string;
const labelled: LinkWords = (label, url) => label || url;
const addressed: LinkWords = (label, url) =>
  label === '' || label === url ? url : `${label} (${url})`;
