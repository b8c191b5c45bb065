import type { Message } from '../core/messages/schema.ts';
import { titleIn } from '../core/messages/title.ts';

const LONGEST_TITLE = 2000;

/** A message in one line of a terminal, also where it has no words. */
export function titleOf(message: Message): string {
  const words = titleIn(message) ?? message.review?.type ?? '(no text)';
  return words.trimStart().slice(0, LONGEST_TITLE).split('\n')[0]?.trimEnd() ?? '';
}
