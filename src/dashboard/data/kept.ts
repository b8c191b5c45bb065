/** What this browser keeps between visits. All of it belongs to a person: their id begins each key. */
export type KeptKind =
  | 'draft'
  | 'message-draft'
  | 'messages'
  | 'seen'
  | 'answer'
  | 'lease'
  | 'answered'
  | 'desktop'
  | 'notified';

export const keptKey = (userId: string, kind: KeptKind, id = ''): string =>
  `${userId} ${kind} ${id}`;

export function readKept<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

/** Null forgets it. False for a browser that keeps nothing: it is there until the page is left. */
export function keep(key: string, value: unknown): boolean {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** The keys of what is kept of a person, of one kind or of all. */
export function keysOf(userId: string, kind?: KeptKind): string[] {
  const prefix = kind === undefined ? `${userId} ` : keptKey(userId, kind);
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** All but how this browser is to call them: nobody wants to be asked at each login. */
export function forgetPerson(userId: string): void {
  const kept = keysOf(userId, 'desktop');
  for (const key of keysOf(userId)) if (!kept.includes(key)) keep(key, null);
}

/** Before keys began with a person, nobody could tell whose words these were. */
const NOBODYS = /^inbox-(draft|outbox|seen)[ -]/;

export function forgetNobodys(): void {
  try {
    for (const key of Object.keys(localStorage)) if (NOBODYS.test(key)) keep(key, null);
  } catch {
    // A browser that keeps nothing.
  }
}
