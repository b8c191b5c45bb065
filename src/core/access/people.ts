/** Names of people, several of whom may have the same. */
import { alikeIn, nameOnOneLine } from '../letters.ts';
import type { User } from './schema.ts';

type Person = Pick<User, 'id' | 'name' | 'email'>;

/** A person as a record names them. */
export type NamedPerson = {
  id: string | null;
  name: string | null;
  /** Only if another user's name looks alike; null for a user without an e-mail address. */
  email?: string | null | undefined;
};

/** Returns the e-mail addresses, by id, of those whose names look like another one's. */
export const alikeAmong = (people: Person[]): Map<string, string | null> =>
  new Map(alikeIn(people, ({ name }) => name).map(({ id, email }) => [id, email]));

/** Returns the name to show: with the e-mail address of one that looks like another one. */
export const shownName = ({ id, name, email }: NamedPerson): string =>
  email === undefined ? `${name}` : `${name} (${email ?? id?.slice(-8)})`;

/** Returns the names to show, by id. */
export function shownPeople(people: Person[]): Map<string, string> {
  const alike = alikeAmong(people);
  return new Map(
    people.map(({ id, name }) => [
      id,
      shownName({ id, name: nameOnOneLine(name), email: alike.get(id) }),
    ]),
  );
}
