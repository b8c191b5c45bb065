/** Names of people, several of whom may have the same. */
import { lookOf, nameOnOneLine } from '../letters.ts';
import type { User } from './schema.ts';

type Person = Pick<User, 'id' | 'name' | 'email'>;

/** Returns the names to show, by id: with the e-mail address of each that looks like another one. */
export function shownPeople(people: Person[]): Map<string, string> {
  const looks = new Map<string, number>();
  for (const { name } of people) looks.set(lookOf(name), (looks.get(lookOf(name)) ?? 0) + 1);
  return new Map(
    people.map(({ id, name, email }) => {
      const isOnly = looks.get(lookOf(name)) === 1;
      return [id, nameOnOneLine(name) + (isOnly ? '' : ` (${email ?? id.slice(-8)})`)];
    }),
  );
}
