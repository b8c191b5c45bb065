/** Lays out a message for a terminal, from the message and the width alone. */
import type { Message } from '../../core/messages/schema.ts';
import { CLAIMED } from '../../core/reviews/kinds/labels.ts';
import { wordsOf } from '../../core/reviews/kinds/words.ts';
import type { Review } from '../../core/reviews/schema.ts';
import type { Page } from '../kinds/kind.ts';
import { terminalOf } from '../kinds/kinds.ts';
import { oneLine, printable } from '../output.ts';
import { styled } from '../style.ts';
import { markdownRows } from './markdown.ts';
import { cutRows } from './plain.ts';
import { brokenRows } from './rows.ts';
import { partRows, rowsAsWritten } from './subject.ts';

/** Returns the command that shows all of a message. */
export const showAll = ({ id }: Message) => `inbox show ${id} --pager`;

type Laid = Omit<Page, 'all'>;

/** Caches each message for the last widths: the view is redrawn on every key and second. */
const kept = new WeakMap<Message, Map<string, string[]>>();
const KEPT_WIDTHS = 4;

/** Returns title, texts, subject and files as rows of at most `columns`. */
export function laidOut(message: Message, page: Laid): string[] {
  const widths = kept.get(message) ?? new Map<string, string[]>();
  kept.set(message, widths);
  const key = `${page.columns} ${page.stream === process.stderr} ${page.isSource === true}`;
  const rows = widths.get(key) ?? layOut(message, page);
  const [oldest] = widths.keys();
  if (!widths.has(key) && widths.size >= KEPT_WIDTHS && oldest !== undefined) widths.delete(oldest);
  widths.set(key, rows);
  return rows;
}

function layOut(message: Message, { columns, stream, isSource }: Laid): string[] {
  const { title } = message.review?.payload ?? {};
  const page = { columns, all: showAll(message), stream, isSource };
  return paragraphs([
    typeof title === 'string' ? titleRows(title, columns, stream) : [],
    ...inOrder(message.review, {
      texts: textsOf(message).map((text) =>
        isSource ? rowsAsWritten(text, columns) : markdownRows(text, page),
      ),
      subject: message.review ? subjectRows(message.review, page) : [],
    }),
    fileRows(message, columns),
  ]);
}

/** The agent's texts and the subject: a subject of its own is first, and the texts are marked. */
export function inOrder(
  review: Message['review'],
  { texts, subject }: { texts: string[][]; subject: string[] },
): string[][] {
  if (!review || !wordsOf(review.type).subject) return [...texts, subject];
  return [subject, ...(texts.length > 0 ? [[`${CLAIMED}:`]] : []), ...texts];
}

export const titleRows = (title: string, columns: number, stream?: NodeJS.WriteStream) =>
  brokenRows(styled('bold', printable(title).trim(), stream), columns);

/** Returns the agent's texts in reading order. */
export function textsOf({ text, review }: Message): string[] {
  const { description, prompt } = review?.payload ?? {};
  const claims = review && wordsOf(review.type).claims?.(review.payload);
  return [...(claims ?? []), text, description, prompt].filter(isText);
}

const isText = (text: unknown): text is string => typeof text === 'string' && text.trim() !== '';

/** Returns what it asks about besides its texts. */
export const subjectRows = ({ type, payload }: Review, page: Page): string[] =>
  terminalOf(type).view.subject?.(payload, page) ??
  (wordsOf(type).subject?.(payload) ?? []).flatMap((part) => partRows(part, page));

export function fileRows({ attachments }: Message, columns: number): string[] {
  if (attachments.length === 0) return [];
  const names = attachments.map(({ filename, size }) => `${oneLine(filename, 60)} (${size} B)`);
  return ['Attachments:', ...names.flatMap((name) => indented(name, columns))];
}

export const indented = (text: string, columns: number, blanks = '  ') =>
  brokenRows(text, columns - blanks.length).map((row) => blanks + row);

/** Joins parts with an empty row between them. */
export const paragraphs = (parts: string[][]): string[] =>
  parts
    .filter((rows) => rows.some((row) => row !== ''))
    .flatMap((rows, at) => (at > 0 ? ['', ...rows] : rows));

/** Renders Markdown, cut if long. */
export const cutMarkdown = (text: string, page: Parameters<typeof markdownRows>[1]) =>
  cutRows(markdownRows(text, page), page);

/** Cut like a text: who decides has seen all of it before the choices. */
export const cutSubject = (review: Review, page: Page) => cutRows(subjectRows(review, page), page);
