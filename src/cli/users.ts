import type { User } from '../core/access/schema.ts';
import { folded } from '../core/letters.ts';
import { hasPart, single } from './ids.ts';

/** Finds the user by their id, part of it, e-mail address, or name. */
export function userNamed(users: User[], named: string): User {
  const wanted = folded(named.trim());
  const whole = users.find(({ id, email }) => id.toLowerCase() === wanted || email === wanted);
  if (whole) return whole;
  const ofName = users.filter(({ name }) => folded(name) === wanted);
  const found = ofName.length > 0 ? ofName : users.filter(({ id }) => hasPart(id, named.trim()));
  return single(ids, found, named);
}

const ids = {
  kind: 'user',
  list: 'inbox user list',
  words: ({ email, name }: User) => [name, email].filter(Boolean).join(' '),
};
