/** The line above a message: its channel, age, deadline and id. */

import { nameOnOneLine } from '../../core/letters.ts';
import type { Message } from '../../core/messages/schema.ts';
import { sourceLine } from '../../core/messages/source.ts';
import { answerLine } from '../../core/reviews/kinds/answer-words.ts';
import { isOpen } from '../../core/reviews/open.ts';
import type { Review } from '../../core/reviews/schema.ts';
import { leftUntil, timeSince } from '../../core/spans.ts';
import { shortId } from '../ids.ts';
import { clockOf } from '../moments.ts';
import { oneLine, onOneLine, printable } from '../output.ts';
import { reachLine, urgencyStyle } from '../reach/reach-line.ts';
import { styled } from '../style.ts';
import { urgencyOf } from '../urgency.ts';
import { brokenRows } from './rows.ts';

export type Page = {
  now: number;
  columns: number;
  stream?: NodeJS.WriteStream | undefined;
  /** Whether the question has ended since it was read. */
  hasEnded?: boolean;
  /** Shows Markdown as it was written. */
  isSource?: boolean | undefined;
  /** The activity of the channel's agent. */
  status?: string | null | undefined;
};

const LONGEST_NAME = 30;

export function headRows(message: Message, channelName: string, page: Page): string[] {
  const { now, columns, stream, status, hasEnded = false } = page;
  const { id, senderType, createdAt, review } = message;
  const sender = status && senderType === 'agent' ? `agent ${oneLine(status, 20)}` : senderType;
  const until = review ? [hasEnded ? 'ended' : deadline(review, now, stream)] : [];
  const since = timeSince(createdAt, now);
  const urgency = review ? urgencyParts(review, stream) : [];
  const from = [oneLine(nameOnOneLine(channelName), LONGEST_NAME), sender, since];
  const reach = review && !hasEnded ? reachLine(review, now) : null;
  const source = sourceLine(message);
  return [
    ...brokenRows([...from, ...urgency, ...until, shortId(id)].join(' · '), columns),
    ...(source === null ? [] : brokenRows(styled('dim', printable(source), stream), columns)),
    ...(hasEnded ? [] : defaultRows(review, page)),
    ...(reach === null ? [] : brokenRows(styled('dim', reach, stream), columns)),
  ];
}

/** The default answer of a question, and when it is given. */
function defaultRows(review: Review | null, { now, columns }: Page): string[] {
  if (!isOpen(review) || !review.default) return [];
  const words = oneLine(answerLine({ ...review, response: review.default }), 60);
  const reason = review.defaultReason ? `: ${onOneLine(review.defaultReason)}` : '';
  const at = clockOf(review.expiresAt, now);
  return brokenRows(`Answers itself with “${words}” at ${at}${reason}`, columns);
}

function urgencyParts(review: Review, stream?: NodeJS.WriteStream): string[] {
  const { urgency, lowered } = review;
  if (urgency === 'normal') return [];
  const word = lowered ? `${urgency} (asked as critical)` : urgency;
  return [urgency === 'low' ? word : styled(urgencyStyle(review), word, stream)];
}

/** Returns the deadline of a question, or how it ended. */
export function deadline(review: Review, now: number, stream?: NodeJS.WriteStream): string {
  const { status, expiresAt, withdrawn } = review;
  if (isOpen(review)) {
    const left = `in ${leftUntil(review.expiresAt, now)}`;
    const text = `expires ${clockOf(review.expiresAt, now)} (${left})`;
    const style = urgencyOf(Date.parse(review.expiresAt) - now);
    return style ? styled(style, text, stream) : text;
  }
  if (status === 'pending') return 'still being written';
  if (status === 'completed') return 'answered';
  if (status === 'withdrawn') {
    return withdrawn ? `withdrawn ${clockOf(withdrawn.at, now)}` : 'withdrawn';
  }
  return expiresAt ? `expired ${clockOf(expiresAt, now)}` : 'expired';
}
