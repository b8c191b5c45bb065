import { useEffect, useEffectEvent, useRef } from 'react';
import type { Message } from '../../core/messages/schema.ts';
import { isOpen } from '../../core/reviews/open.ts';
import { usePending } from '../data/reviews.ts';
import { useConnection, useLiveEvents } from './live.tsx';

/** Calls `onNew` with questions asked since the page opened: with those of a catch-up together. */
export function useNewQuestions(onNew: (...questions: [Message, ...Message[]]) => void): void {
  const { data, pending } = usePending();
  const isLive = useConnection() === 'live';
  const seen = useRef<{ since: string; ids: Set<string> }>(undefined);
  /** Questions that arrived during catch-up. */
  const missed = useRef(new Map<string, Message>());
  const find = useEffectEvent((questions: Message[]) => {
    if (!seen.current) return;
    const { since, ids } = seen.current;
    const [first, ...others] = questions.filter(
      ({ id, review }) => isOpen(review) && review.openedAt >= since && !ids.has(id),
    );
    for (const { id } of questions) ids.add(id);
    if (first) onNew(first, ...others);
  });
  useEffect(() => {
    if (!data || !pending) return;
    seen.current ??= {
      since: data.pages[0]?.readAt ?? '',
      ids: new Set(pending.map(({ id }) => id)),
    };
    if (!isLive) return;
    const others = pending.filter(({ id }) => !missed.current.has(id));
    find([...missed.current.values(), ...others]);
    missed.current.clear();
  }, [data, pending, isLive]);
  // One that expires late is on no page that was loaded.
  useLiveEvents(({ name, payload }) => {
    if (name === 'message:deleted') missed.current.delete(payload.id);
    if (name !== 'message:created' && name !== 'message:updated') return;
    if (isLive) find([payload]);
    else missed.current.set(payload.id, payload);
  });
}
