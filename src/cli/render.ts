/** Renders a message for a terminal. */

import type { Message } from '../core/messages/schema.ts';
import { headRows, type Page } from './layout/head.ts';
import { laidOut } from './layout/message.ts';

/** Renders a message before its question is asked; the choices come with the prompt. */
export const questionRows = (message: Message, channelName: string, page: Page): string[] => [
  ...headRows(message, channelName, page),
  '',
  ...laidOut(message, page),
];
