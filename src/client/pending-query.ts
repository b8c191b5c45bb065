/** Which of the pending reviews, and in which order. */
export type PendingQuery = {
  channel?: string;
  type?: string;
  search?: string;
  expiresBefore?: string;
  unread?: 'true' | 'false';
  order?: 'expires' | 'newest' | 'oldest';
};
