/** Times as a person reads them, in words that stay true while they are shown. */
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void) {
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

/** Words made of the time; the component is drawn anew when they change, not each second. */
export const useWords = (words: (nowMs: number) => string): string =>
  useSyncExternalStore(subscribe, () => words(Date.now()));

/** `just now`, `42 s ago`, `in 3 min`, `5 days ago`. */
export function relative(at: string, nowMs: number): string {
  const ms = Date.parse(at) - nowMs;
  const seconds = Math.round(Math.abs(ms) / 1000);
  if (seconds < 5) return 'just now';
  const span = spanOf(seconds);
  return ms < 0 ? `${span} ago` : `in ${span}`;
}

function spanOf(seconds: number): string {
  if (seconds < 90) return `${seconds} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  if (seconds < 36 * 3600) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}

export const dateOf = (at: string) =>
  new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

export const timeOf = (at: string) =>
  new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
