import type { Inbox } from '../inbox.ts';
import { watching } from './presence.ts';
import type { Reach } from './schema.ts';

type Asking = { channelId: string; review: { status: string; reach: Reach } | null };

/** A message with the people who have its channel in front of them now, while its question is pending. */
export function withWatching<M extends Asking>(inbox: Inbox, message: M): M {
  const { channelId, review } = message;
  if (review?.status !== 'pending') return message;
  const count = watching(inbox, channelId);
  if (count === 0) return message;
  return { ...message, review: { ...review, reach: { ...review.reach, ...watchedBy(count) } } };
}

const watchedBy = (count: number) => ({ watching: count, warning: null });
