import type { Message } from '../../core/messages/schema.ts';
import type { Review } from '../../core/reviews/schema.ts';

/** A message with a question. */
export type Asked = Message & { review: Review };
