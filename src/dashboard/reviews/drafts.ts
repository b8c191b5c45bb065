/** Unfinished answers, stored in this browser until they are sent. */
import { useRef, useState, useSyncExternalStore } from 'react';
import { forgetNobodys, keep, keptKey, keysOf, readKept } from '../data/kept.ts';
import { useMe } from '../data/session.ts';

const KEPT_MS = 30 * 24 * 3600_000;
type Kept = { at: number; draft: unknown };

/**
 * The person's draft of an answer; `initial` until they change it.
 * @param kept what of it may be stored: everything, unless it contains secrets
 */
export function useDraft<T>(messageId: string, initial: T, kept: (draft: T) => T = (all) => all) {
  const key = keptKey(useMe().id, 'draft', messageId);
  const [draft, setDraft] = useState<T>(() => (readKept<Kept>(key)?.draft as T) ?? initial);
  const latest = useRef(draft);
  const change = (next: T | ((now: T) => T)) => {
    // Two fields may change in one turn, as the focus moves between them.
    latest.current = next instanceof Function ? next(latest.current) : next;
    setDraft(latest.current);
    keep(key, { at: Date.now(), draft: kept(latest.current) } satisfies Kept);
    notifyListeners();
  };
  return [draft, change] as const;
}

/** Returns the text a person wrote and never sent; '' if there is none to read. */
export const writtenDraft = (userId: string, messageId: string): string =>
  wordsIn(readKept<Kept>(keptKey(userId, 'draft', messageId))?.draft).trim();

export function forgetDraft(userId: string, messageId: string): void {
  keep(keptKey(userId, 'draft', messageId), null);
  notifyListeners();
}

const listeners = new Set<() => void>();

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Whether the person has begun to answer a question: with text, or with choices. */
export function useHasDraft(messageId: string): boolean {
  const key = keptKey(useMe().id, 'draft', messageId);
  return useSyncExternalStore(subscribe, () => hasAny(readKept<Kept>(key)?.draft));
}

/** Whether a draft has any content: an emptied one stays stored. */
function hasAny(draft: unknown): boolean {
  if (typeof draft === 'string') return draft.trim() !== '';
  if (typeof draft === 'object' && draft !== null) return Object.values(draft).some(hasAny);
  return draft !== undefined && draft !== null && draft !== false;
}

/** Collects the texts of a draft, in fields and comments as well; ignores choices. */
function wordsIn(draft: unknown): string {
  if (typeof draft === 'string') return draft;
  if (typeof draft !== 'object' || draft === null) return '';
  const parts = Object.values(draft).map((part) =>
    Array.isArray(draft) && typeof part === 'string' ? '' : wordsIn(part),
  );
  return parts.filter((words) => words.trim() !== '').join('\n');
}

/** Deletes drafts that nobody has touched for a month. */
export function sweepDrafts(userId: string, now = Date.now()): void {
  forgetNobodys();
  for (const key of keysOf(userId, 'draft')) {
    const at = readKept<Kept>(key)?.at;
    if (!at || now - at > KEPT_MS) keep(key, null);
  }
}
