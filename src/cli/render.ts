/** How a message reads in a terminal. */

import type { Message } from '../core/messages/schema.ts';
import { answerLine } from '../core/reviews/kinds/answer-words.ts';
import { isOpen } from '../core/reviews/open.ts';
import type { Review } from '../core/reviews/schema.ts';
import { leftUntil, timeSince } from '../core/spans.ts';
import { headRows } from './layout/head.ts';
import { laidOut } from './layout/message.ts';
import { oneLine, table, widthsOf } from './output.ts';

export { answererOf } from './layout/answered.ts';
export { laidOut, showAll } from './layout/message.ts';

const LONGEST_TITLE = 2000;

/** What a message is about: the title of its question, else the first line of its text. */
export function titleOf({ text, review }: Message): string {
  const { title, prompt } = review?.payload ?? {};
  const named = [title, text, prompt].find((one) => typeof one === 'string' && one.trim() !== '');
  const words = `${named ?? review?.type ?? '(no text)'}`.trimStart().slice(0, LONGEST_TITLE);
  return words.split('\n')[0]?.trimEnd() ?? '';
}

const WIDTH_UNKNOWN = 120;
const NARROWEST_TITLE = 16;

/**
 * One row a message: id, channel, what it asks, when it ends, its title; as wide as the terminal. Pages
 * that follow keep the columns of the first, unless they need more room.
 */
export function messageRows(channelName: (id: string) => string) {
  let widths: number[] = [];
  return (messages: Message[], now: number): string => {
    const columns = messages.map((message) => [
      message.id,
      oneLine(channelName(message.channelId), 12),
      oneLine(message.review?.type ?? message.status ?? '', 10),
      message.review ? stateOf(message.review, now) : timeSince(message.createdAt, now),
    ]);
    widths = widthsOf(columns, widths);
    const taken = widths.reduce((sum, width) => sum + width + 2, 0);
    const room = Math.max(NARROWEST_TITLE, (process.stdout.columns || WIDTH_UNKNOWN) - taken);
    const titles = messages.map((message) => oneLine(titleOf(message), room));
    return table(
      columns.map((row, at) => [...row, titles[at] ?? '']),
      widths,
    );
  };
}

function stateOf(review: Review, now: number): string {
  if (isOpen(review)) return leftUntil(review.expiresAt, now);
  return review.status === 'pending' ? 'still being written' : review.status;
}

type Page = { now: number; columns: number; stream?: NodeJS.WriteStream; status?: string | null };

/** A message before its question is put; the choices come with the prompt. */
export const questionText = (message: Message, channelName: string, page: Page): string =>
  [
    ...headRows(message, channelName, page),
    '',
    ...laidOut(message, page.columns, page.stream),
  ].join('\n');

/** The answer in a few words: labels rather than ids. */
export const answerWords = answerLine;
