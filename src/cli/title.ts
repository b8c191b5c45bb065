import type { Message } from '../core/messages/schema.ts';

const LONGEST_TITLE = 2000;

/** Returns the title of a message's question, else the first line of its text. */
export function titleOf({ text, review }: Message): string {
  const { title, prompt } = review?.payload ?? {};
  const named = [title, text, prompt].find((one) => typeof one === 'string' && one.trim() !== '');
  const words = `${named ?? review?.type ?? '(no text)'}`.trimStart().slice(0, LONGEST_TITLE);
  return words.split('\n')[0]?.trimEnd() ?? '';
}
