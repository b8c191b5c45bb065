import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';
import type { Answers } from './answers.ts';
import { isHidden, type Unsent } from './unsent.ts';

export const Outbox = createContext<Answers | null>(null);

export function useAnswers(): Answers {
  const answers = useContext(Outbox);
  if (!answers) throw new Error('No outbox provider above this component');
  return answers;
}

const none: readonly Unsent[] = [];
const nothing = { subscribe: () => () => {}, get: () => none };

/** The person's unsent answers, oldest first; none if nobody is logged in. */
export function useAllUnsent(): readonly Unsent[] {
  const { subscribe, get } = useContext(Outbox)?.store ?? nothing;
  return useSyncExternalStore(subscribe, get);
}

export function useUnsent(id: string): Unsent | undefined {
  const { subscribe, get } = useContext(Outbox)?.store ?? nothing;
  return useSyncExternalStore(subscribe, () => get().find((one) => one.id === id));
}

/** Answers whose questions are hidden from the list, of a channel or all. */
export const useHidden = (channelId?: string): readonly Unsent[] =>
  useAllUnsent().filter(
    (one) => isHidden(one) && (channelId === undefined || one.channelId === channelId),
  );

// Which questions are visible: the result of an answer to another is shown separately.

const shown = new Map<string, number>();

export const isShown = (id: string): boolean => (shown.get(id) ?? 0) > 0;

export function useShown(id: string): void {
  useEffect(() => {
    const count = (by: number) => shown.set(id, (shown.get(id) ?? 0) + by);
    count(1);
    return () => void count(-1);
  }, [id]);
}
