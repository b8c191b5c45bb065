import type { Message } from '../../core/messages/schema.ts';
import type { Review } from '../../core/reviews/schema.ts';

/** A message that asks. */
export type Asked = Message & { review: Review };
