import type { Review } from './schema.ts';

export type OpenReview = Review & { status: 'pending'; openedAt: string; expiresAt: string };

/** Whether a review can be answered: on a draft that is still being written it is pending and not open. */
export const isOpen = (review: Review | null | undefined): review is OpenReview =>
  review?.status === 'pending' && review.openedAt !== null;
