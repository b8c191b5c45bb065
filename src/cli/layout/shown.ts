/** Formats the output of `inbox show`: title and options first, then the texts, then how it ended. */
import type { Message } from '../../core/messages/schema.ts';
import { wordsOf } from '../../core/reviews/kinds/words.ts';
import { terminalOf } from '../kinds/kinds.ts';
import { everyLetter, onOneLine, printable } from '../output.ts';
import { choiceRows } from './choices.ts';
import { endedRows } from './ended.ts';
import { headRows, type Page } from './head.ts';
import {
  cutMarkdown,
  cutSubject,
  fileRows,
  inOrder,
  paragraphs,
  showAll,
  textsOf,
  titleRows,
} from './message.ts';
import { wholePart } from './subject.ts';

/** For a person: laid out, with long texts cut. */
export function shownRows(message: Message, channelName: string, page: Page): string[] {
  const { review } = message;
  const { columns, stream } = page;
  const title = review?.payload.title;
  const cut = { columns, all: showAll(message), stream };
  return paragraphs([
    headRows(message, channelName, page),
    typeof title === 'string' ? titleRows(title, columns, stream) : [],
    review ? choiceRows(review, page) : [],
    ...inOrder(review, {
      texts: textsOf(message).map((text) => cutMarkdown(text, cut)),
      subject: review ? cutSubject(review, cut) : [],
    }),
    fileRows(message, columns),
    review ? endedRows(review, page) : [],
  ]);
}

const ANY_WIDTH = 1_000_000;

/** For a pipe or a pager: every text in full and unchanged. */
export function wholeText(message: Message, channelName: string, now: number): string {
  const { review } = message;
  const page = { now, columns: ANY_WIDTH };
  const title = review?.payload.title;
  return paragraphs([
    headRows(message, channelName, page),
    typeof title === 'string' ? [onOneLine(title)] : [],
    review ? choiceRows(review, page) : [],
    ...inOrder(review, {
      texts: textsOf(message).map(printable).map(lines),
      subject: review ? lines(wholeSubject(review)) : [],
    }),
    fileRows(message, ANY_WIDTH),
    review ? endedRows(review, page) : [],
  ]).join('\n');
}

const lines = (text: string) => text.trimEnd().split('\n');

const wholeSubject = ({ type, payload }: NonNullable<Message['review']>) =>
  terminalOf(type).view.wholeSubject?.(payload) ??
  everyLetter((wordsOf(type).subject?.(payload) ?? []).map(wholePart).join('\n'));
