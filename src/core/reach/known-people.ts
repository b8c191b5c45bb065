import type { Store } from '../../storage/store.ts';
import type { Bus } from '../bus.ts';
import { usersAndChannels } from './table.ts';

type Known = {
  /** Those who are enabled, with the channels that they see. */
  people: { id: string; channels: 'all' | Set<string> }[];
  hasContacts: boolean;
};

/** Caches users and their channels, so that they are not read for each question. */
export type KnownPeople = { known: Known | null; forgotten: number };

export const createKnownPeople = (): KnownPeople => ({ known: null, forgotten: 0 });

/** Reads it again after each change of people, their channels or contacts. */
export function watchKnownPeople(people: KnownPeople, bus: Bus): void {
  const forget = () => {
    people.known = null;
    people.forgotten++;
  };
  for (const name of ['access:changed', 'agent:deleted', 'contact:changed'] as const) {
    bus.on(name, forget);
  }
}

export async function knownPeople({
  people,
  store,
}: {
  people: KnownPeople;
  store: Store;
}): Promise<Known> {
  if (people.known) return people.known;
  const { forgotten } = people;
  const known = await usersAndChannels(store.read);
  // What was read before a change must not be remembered after it.
  if (forgotten === people.forgotten) people.known = known;
  return known;
}

/** The ids of those who see a channel. */
export const seersOf = ({ people }: Known, channelId: string): string[] =>
  people
    .filter(({ channels }) => channels === 'all' || channels.has(channelId))
    .map(({ id }) => id);
