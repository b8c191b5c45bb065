import { parseJson } from '../../core/json.ts';

/** The entries that this browser stores between visits. Each entry belongs to a person, whose id begins its key. */
export type KeptKind =
  | 'draft'
  | 'message-draft'
  | 'messages'
  | 'seen'
  | 'answer'
  | 'lease'
  | 'answered'
  | 'desktop'
  | 'answers-ended'
  | 'notified'
  | 'push';

export const keptKey = (userId: string, kind: KeptKind, id = ''): string =>
  `${userId} ${kind} ${id}`;

export function readKept<T>(key: string): T | null {
  try {
    return parseJson(localStorage.getItem(key) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

/** Null removes it. False if the browser stores nothing: it is kept until the page is left. */
export function keep(key: string, value: unknown): boolean {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Returns the keys of a person's entries, of one kind or all. */
export function keysOf(userId: string, kind?: KeptKind): string[] {
  const prefix = kind === undefined ? `${userId} ` : keptKey(userId, kind);
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** Removes all but what was chosen about notifications: nobody wants to be asked at each login. */
export function forgetPerson(userId: string): void {
  const kept = [...keysOf(userId, 'desktop'), ...keysOf(userId, 'answers-ended')];
  for (const key of keysOf(userId)) if (!kept.includes(key)) keep(key, null);
}

/** Before keys began with a person, the owner of these was unknown. */
const NOBODYS = /^inbox-(draft|outbox|seen)[ -]/;

export function forgetNobodys(): void {
  try {
    for (const key of Object.keys(localStorage)) if (NOBODYS.test(key)) keep(key, null);
  } catch {
    // The browser stores nothing.
  }
}
