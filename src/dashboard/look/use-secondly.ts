import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for all components that change with time. */
function everySecond(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const one of listeners) one();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The result of `read`, evaluated every second; re-renders only when it changes. */
export const useSecondly = <T extends string | number | boolean>(read: () => T): T =>
  useSyncExternalStore(everySecond, read);
