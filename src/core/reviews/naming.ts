/** How people are named to people: where two users' names look alike, with their e-mail addresses. */
import type { NamedPerson } from '../access/people.ts';
import type { Inbox } from '../inbox.ts';
import { knownPeople } from '../notify/people.ts';
import { withReach } from '../notify/reach.ts';
import type { Review } from './schema.ts';

/** Adds the e-mail address, if it is needed. */
export type Naming = <Person extends NamedPerson>(person: Person) => Person;

type Place = Pick<Inbox, 'people' | 'store'>;

/** Agents learn no e-mail address. */
export async function namingFor(inbox: Place, { kind }: { kind: string }): Promise<Naming> {
  if (kind !== 'human') return (person) => person;
  const { alike } = await knownPeople(inbox);
  return (person) =>
    person.id !== null && alike.has(person.id)
      ? { ...person, email: alike.get(person.id) }
      : person;
}

type Asking = { id: string; channelId: string; review: Review | null };

/** Returns the message with its answerer named. */
export function withAnswerer<M extends Asking>(message: M, naming: Naming): M {
  const { review } = message;
  if (!review?.respondedBy) return message;
  return { ...message, review: { ...review, respondedBy: naming(review.respondedBy) } };
}

/** Returns messages as they are read by a caller now. */
export async function readBy<M extends Asking>(
  inbox: Inbox,
  caller: { kind: string },
  messages: readonly M[],
): Promise<M[]> {
  const naming = await namingFor(inbox, caller);
  return (await withReach(inbox, messages)).map((message) => withAnswerer(message, naming));
}
