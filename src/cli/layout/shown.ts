/** What `inbox show` prints: title and options first, then the texts, then how it ended. */
import type { Message } from '../../core/messages/schema.ts';
import { filesIn } from '../../core/reviews/kinds/diff-review/files.ts';
import { onOneLine, printable } from '../output.ts';
import { answeredRows } from './answered.ts';
import { choiceRows } from './choices.ts';
import { headRows, type Page } from './head.ts';
import { cutMarkdown, fileRows, paragraphs, showAll, textsOf, titleRows } from './message.ts';
import { factsOf, scaleOf, subjectRows } from './subject.ts';

/** For a person: laid out, and long texts cut. */
export function shownRows(message: Message, channelName: string, page: Page): string[] {
  const { review } = message;
  const { columns, stream } = page;
  const title = review?.payload.title;
  const cut = { columns, all: showAll(message), stream };
  return paragraphs([
    headRows(message, channelName, page),
    typeof title === 'string' ? titleRows(title, columns, stream) : [],
    review ? choiceRows(review, page) : [],
    ...textsOf(message).map((text) => cutMarkdown(text, cut)),
    review ? subjectRows(review, cut) : [],
    fileRows(message, columns),
    review ? answeredRows(review, page) : [],
  ]);
}

const ANY_WIDTH = 1_000_000;

/** For a pipe or a pager: every text whole, as it was written. */
export function wholeText(message: Message, channelName: string, now: number): string {
  const { review } = message;
  const page = { now, columns: ANY_WIDTH };
  const title = review?.payload.title;
  return paragraphs([
    headRows(message, channelName, page),
    typeof title === 'string' ? [onOneLine(title)] : [],
    review ? choiceRows(review, page) : [],
    ...textsOf(message).map(printable).map(lines),
    review ? lines(wholeSubject(review)) : [],
    fileRows(message, ANY_WIDTH),
    review ? answeredRows(review, page) : [],
  ]).join('\n');
}

const lines = (text: string) => text.trimEnd().split('\n');

function wholeSubject(review: NonNullable<Message['review']>): string {
  const { type, payload } = review;
  const files = type === 'diff-review' ? (filesIn(payload) ?? []) : [];
  if (files.length > 0) {
    return printable(files.map(({ path, diff }) => `${path}\n${diff.trimEnd()}`).join('\n\n'));
  }
  return type === 'rating' ? scaleOf(payload) : factsOf(review);
}
