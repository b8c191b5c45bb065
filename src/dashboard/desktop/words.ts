/** The text of a notification: who asks what. Locked screens show it, so it contains no answer. */
import { serverNow } from '../../client/clock.ts';
import { asksForPassword } from '../../client/undo.ts';
import { visible } from '../../core/letters.ts';
import type { Message } from '../../core/messages/schema.ts';
import { sourceLine } from '../../core/messages/source.ts';
import { titleOf } from '../../core/messages/title.ts';
import { leftUntil } from '../../core/spans.ts';
import type { Notice } from './notifier.ts';

const LONGEST_TITLE = 120;

export function noticeOf(question: Message, channel: string): Notice {
  const { id, review } = question;
  const left = review?.expiresAt ? leftUntil(review.expiresAt, serverNow()) : null;
  const source = sourceLine(question);
  const asked = [plain(titleOf(question)), source, left && `expires in ${left}`]
    .filter(Boolean)
    .join('\n');
  return {
    id,
    title: `${plain(channel)} asks`,
    body: review && asksForPassword(review) ? 'Asks for a password.' : asked,
  };
}

/** In one line, in which no letter hides. */
function plain(text: string): string {
  const start = text.slice(0, LONGEST_TITLE).toWellFormed();
  const line = visible(start).replace(/\s+/g, ' ').trim();
  return text.length > LONGEST_TITLE ? `${line}…` : line;
}
