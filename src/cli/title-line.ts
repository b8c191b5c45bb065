import type { Message } from '../core/messages/schema.ts';
import { titleIn } from '../core/messages/title.ts';

const LONGEST_TITLE = 2000;

/** Titles a message on one line of a terminal, even if it has no text. */
export function titleLine(message: Message): string {
  const words = titleIn(message) ?? message.review?.type ?? '(no text)';
  return words.trimStart().slice(0, LONGEST_TITLE).split('\n')[0]?.trimEnd() ?? '';
}
