/** Answers that are being written: kept in this browser until they are sent. */
import { useRef, useState } from 'react';
import { useMe } from '../data/session.ts';

const PREFIX = 'inbox-draft ';
const KEPT_MS = 30 * 24 * 3600_000;
type Kept = { at: number; draft: unknown };

/**
 * The person's draft of an answer; `initial` until they change it.
 * @param keep what of it may be kept: all, unless there are secrets in it
 */
export function useDraft<T>(messageId: string, initial: T, keep: (draft: T) => T = (all) => all) {
  const { id } = useMe();
  const key = keyOf(id, messageId);
  const [draft, setDraft] = useState<T>(() => read(key) ?? initial);
  const latest = useRef(draft);
  const change = (next: T | ((now: T) => T)) => {
    // Two fields may change in one turn, as one is left for the other.
    latest.current = next instanceof Function ? next(latest.current) : next;
    setDraft(latest.current);
    write(key, keep(latest.current));
  };
  return [draft, change] as const;
}

/** Returns what throws a draft away. */
export function useForgetDraft() {
  const { id } = useMe();
  return (messageId: string) => remove(keyOf(id, messageId));
}

const keyOf = (userId: string, messageId: string) => `${PREFIX}${userId} ${messageId}`;

function read<T>(key: string): T | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null;
    return kept ? (kept.draft as T) : undefined;
  } catch {
    return undefined;
  }
}

function write(key: string, draft: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify({ at: Date.now(), draft } satisfies Kept));
  } catch {
    // A browser that keeps nothing, or is full: the draft lasts as long as the page.
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

/** Throws drafts away that nobody has touched for a month. */
export function sweepDrafts(now = Date.now()): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith(PREFIX)) continue;
      const { at } = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Kept>;
      if (!at || now - at > KEPT_MS) localStorage.removeItem(key);
    }
  } catch {
    // Not worth more than a try.
  }
}
