/** Filters and order of pending reviews. */
export type PendingQuery = {
  channel?: string;
  type?: string;
  search?: string;
  expiresBefore?: string;
  unread?: 'true' | 'false';
  order?: 'expires' | 'newest' | 'oldest';
};
