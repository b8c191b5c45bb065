/** A person's unsent answers: a list for this page, stored for its other pages and later visits. */
import { withHeld } from '../../client/undo.ts';
import { keep, keptKey, keysOf, readKept } from '../data/kept.ts';
import { createStore } from '../live/store.ts';
import type { Unsent } from './unsent.ts';

export type Shelf = ReturnType<typeof createShelf>;

export function createShelf(userId: string) {
  const prefix = keptKey(userId, 'answer');
  const read = () => keysOf(userId, 'answer').flatMap((key) => readKept<Unsent>(key) ?? []);
  const store = createStore<readonly Unsent[]>(read().sort(inOrder));
  /** Answers that the browser would not store. */
  const unkept = new Set<string>();
  const others = (id: string) => store.get().filter((one) => one.id !== id);

  return {
    store,
    find: (id: string) => store.get().find((one) => one.id === id),
    /** Another page of this browser may just have changed it. */
    latest(id: string): Unsent | undefined {
      if (unkept.has(id)) return store.get().find((one) => one.id === id);
      return readKept<Unsent>(prefix + id) ?? undefined;
    },
    put(unsent: Unsent): void {
      if (unsent.isKept && keep(prefix + unsent.id, unsent)) unkept.delete(unsent.id);
      else unkept.add(unsent.id);
      store.set(withHeld(store.get(), unsent));
    },
    remove(id: string): void {
      keep(prefix + id, null);
      unkept.delete(id);
      store.set(others(id));
    },
    /** Calls `onChange` with each answer that another page of this browser stored or removed. */
    follow(onChange: (unsent: Unsent | null) => void): () => void {
      const listen = ({ key, storageArea }: StorageEvent) => {
        if (storageArea !== localStorage || !key?.startsWith(prefix)) return;
        const id = key.slice(prefix.length);
        const unsent = readKept<Unsent>(key);
        store.set(unsent ? withHeld(store.get(), unsent) : others(id));
        onChange(unsent);
      };
      window.addEventListener('storage', listen);
      return () => window.removeEventListener('storage', listen);
    },
  };
}

const inOrder = (one: Unsent, other: Unsent) => one.chosenAt - other.chosenAt;

type Answered = { day: string; count: number };

/** Counts the questions that this person has answered today in this browser. */
export function answeredToday(userId: string): number {
  const kept = readKept<Answered>(keptKey(userId, 'answered'));
  return kept?.day === today() ? kept.count : 0;
}

export function countAnswered(userId: string): void {
  keep(keptKey(userId, 'answered'), { day: today(), count: answeredToday(userId) + 1 });
}

const today = () => new Date().toDateString();
