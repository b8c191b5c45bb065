import type { Message } from '../../core/messages/schema.ts';
import { titleIn } from '../../core/messages/title.ts';

/** A question in one line. */
export const titleOf = (message: Pick<Message, 'text' | 'review'>): string =>
  titleIn(message) ?? 'Without words';
