import { useEffect, useEffectEvent, useRef } from 'react';
import type { Message } from '../../core/messages/schema.ts';
import { isOpen } from '../../core/reviews/open.ts';
import { usePending } from '../data/reviews.ts';
import { useLiveEvents } from './live.tsx';

/** Calls with the questions that have been asked since the page opened, heard live or found later. */
export function useNewQuestions(hear: (...questions: [Message, ...Message[]]) => void): void {
  const { data, pending } = usePending();
  const seen = useRef<{ since: string; ids: Set<string> }>(undefined);
  const find = useEffectEvent((questions: Message[]) => {
    if (!seen.current) return;
    const { since, ids } = seen.current;
    const [first, ...others] = questions.filter(
      ({ id, review }) => isOpen(review) && review.openedAt >= since && !ids.has(id),
    );
    for (const { id } of questions) ids.add(id);
    if (first) hear(first, ...others);
  });
  useEffect(() => {
    if (!data || !pending) return;
    seen.current ??= {
      since: data.pages[0]?.readAt ?? '',
      ids: new Set(pending.map(({ id }) => id)),
    };
    find(pending);
  }, [data, pending]);
  // One that expires late stands on no page that was read.
  useLiveEvents((name, payload) => {
    if (name === 'message:created' || name === 'message:updated') find([payload as Message]);
  });
}
