/** The position of an ended question in lists, the latest first. */
import type { Message } from '../messages/schema.ts';
import type { Review } from './schema.ts';

type End = Pick<Review, 'status' | 'respondedAt' | 'expiresAt'>;

/** When a review was answered or expired; it never changes. */
export const endedAt = ({ status, respondedAt, expiresAt }: End) =>
  status === 'completed' ? respondedAt : expiresAt;

/** The position of a time and an id: also the cursor of the page after it. */
export const placeAt = (at: string | null, id: string) => `${at}_${id}`;

export const placeOfEnded = ({ id, review }: Pick<Message, 'id' | 'review'>) =>
  placeAt(review && endedAt(review), id);
