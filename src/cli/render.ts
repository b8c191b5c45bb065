/** How a message reads in a terminal. */

import type { Message } from '../core/messages/schema.ts';
import { headRows, type Page } from './layout/head.ts';
import { laidOut } from './layout/message.ts';

const LONGEST_TITLE = 2000;

/** What a message is about: the title of its question, else the first line of its text. */
export function titleOf({ text, review }: Message): string {
  const { title, prompt } = review?.payload ?? {};
  const named = [title, text, prompt].find((one) => typeof one === 'string' && one.trim() !== '');
  const words = `${named ?? review?.type ?? '(no text)'}`.trimStart().slice(0, LONGEST_TITLE);
  return words.split('\n')[0]?.trimEnd() ?? '';
}

/** A message before its question is put; the choices come with the prompt. */
export const questionRows = (message: Message, channelName: string, page: Page): string[] => [
  ...headRows(message, channelName, page),
  '',
  ...laidOut(message, page.columns, page.stream),
];
