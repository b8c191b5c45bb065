/** Markdown as plain text, for where nothing lays it out: titles, notifications, mails, chats. */
import { closes, type Fence, fenceOf, whyPlain } from './markdown.ts';

/**
 * Returns a text without the marks of headings, emphasis and code; a link is followed by its address.
 * What is between fences stays as it is, and so does a text that is not laid out elsewhere either.
 */
export const withoutMarks = (markdown: string): string =>
  plainLines(markdown, addressed).join('\n');

/** Returns the first line that has words, without its marks; a link is its label. */
export const firstLineOf = (markdown: string): string =>
  plainLines(markdown.trimStart().slice(0, LONGEST), labelled)
    .map((line) => line.trim())
    .find((line) => line !== '') ?? '';

/** Returns the beginning of a text in one line, without its marks; a link is its label. */
export const inOneLine = (markdown: string): string =>
  plainLines(markdown.slice(0, LONGEST), labelled)
    .map((line) => line.replace(BLOCK, '').trim())
    .filter((line) => line !== '')
    .join(' ');

const LONGEST = 2000;
/** A list or a quotation. */
const BLOCK = /^\s*(?:[-+*>]|\d+[.)])\s+/;

function plainLines(markdown: string, link: LinkWords): string[] {
  if (whyPlain(markdown) !== null) return markdown.split('\n');
  const lines: string[] = [];
  let fence: Fence | undefined;
  for (const line of markdown.split('\n')) {
    const opened = fence ? undefined : fenceOf(line);
    if (opened) fence = opened;
    else if (fence && closes(line, fence)) fence = undefined;
    else lines.push(fence ? line : plainLine(line, link));
  }
  return lines;
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

function plainLine(line: string, link: LinkWords): string {
  const codes: string[] = [];
  const keep = (_: string, __: string, code: string) => `\uE000${codes.push(code) - 1}\uE001`;
  const rest = line
    .replace(HEADING, '')
    .replace(CODE, keep)
    .replace(LINK, (_, label: string, url: string) => link(label, url));
  const plain = EMPHASIS.reduce((text, mark) => text.replace(mark, '$1'), rest);
  return plain.replace(/\uE000(\d+)\uE001/g, (mark, at: string) => codes[Number(at)] ?? mark);
}

type LinkWords = (label: string, url: string) => string;
const labelled: LinkWords = (label, url) => label || url;
const addressed: LinkWords = (label, url) =>
  label === '' || label === url ? url : `${label} (${url})`;
