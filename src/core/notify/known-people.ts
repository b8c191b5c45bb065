import type { Store } from '../../storage/store.ts';
import type { Bus } from '../bus.ts';
import { type Audience, audienceOf } from './people.ts';
import { usersAndChannels } from './rules-table.ts';

type Known = {
  /** People who are enabled, with the channels that they see. */
  people: { id: string; channels: 'all' | Set<string> }[];
  /** By id, the e-mail addresses of users whose names look like another user's. */
  alike: Map<string, string | null>;
  hasContacts: boolean;
  /** Whether there is a contact or a second user. */
  setUp: boolean;
};

/** Caches users, their channels and contacts, so that they are not read for each question. */
export type KnownPeople = {
  known: Known | null;
  /** By channel. */
  audiences: Map<string, Audience>;
  forgotten: number;
};

export const createKnownPeople = (): KnownPeople => ({
  known: null,
  audiences: new Map(),
  forgotten: 0,
});

/** Events that change who can be notified. */
export const peopleEvents = [
  'access:changed',
  'agent:deleted',
  'contact:changed',
  'contact:health',
  'ladder:changed',
] as const;

/** Reads it again after each change of people, their channels or contacts. */
export function watchKnownPeople(people: KnownPeople, bus: Bus): void {
  const forget = () => {
    people.known = null;
    people.audiences = new Map();
    people.forgotten++;
  };
  for (const name of peopleEvents) bus.on(name, forget);
}

type Place = { people: KnownPeople; store: Store };

export async function knownPeople({ people, store }: Place): Promise<Known> {
  if (people.known) return people.known;
  const { forgotten } = people;
  const known = await usersAndChannels(store.read);
  // People who were read before a change must not be remembered after it.
  if (forgotten === people.forgotten) people.known = known;
  return known;
}

/** Who can be notified of a channel's questions. */
export async function knownAudience(
  { people, store }: Place,
  channelId: string,
): Promise<Audience> {
  const { audiences } = people;
  const known = audiences.get(channelId) ?? (await audienceOf(store.read, channelId, ''));
  audiences.set(channelId, known);
  return known;
}

/** The ids of those who see a channel. */
export const seersOf = ({ people }: Known, channelId: string): string[] =>
  people
    .filter(({ channels }) => channels === 'all' || channels.has(channelId))
    .map(({ id }) => id);
