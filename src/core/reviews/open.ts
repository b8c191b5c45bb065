import type { Review } from './schema.ts';

export type OpenReview = Review & { status: 'pending'; openedAt: string; expiresAt: string };

/** Returns whether a review can be answered: on an unfinished draft it is pending and not open. */
export const isOpen = (review: Review | null | undefined): review is OpenReview =>
  review?.status === 'pending' && review.openedAt !== null;
