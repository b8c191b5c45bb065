import type { User } from '../core/access/schema.ts';
import { folded } from '../core/letters.ts';
import { hasPart, inFlag, single } from './ids.ts';

/** Finds the user by their id, part of it, e-mail address, or name. */
export function userNamed(users: User[], named: string): User {
  const wanted = folded(named.trim());
  const whole = users.find(({ id, email }) => id.toLowerCase() === wanted || email === wanted);
  if (whole) return whole;
  const ofName = users.filter(({ name }) => folded(name) === wanted);
  const found = ofName.length > 0 ? ofName : users.filter(({ id }) => hasPart(id, named.trim()));
  return single(ids, found, named);
}

/** Finds the id of the user whom a flag names. */
export const userIdIn = (users: User[], named: string): Promise<string> =>
  inFlag(Promise.try(() => userNamed(users, named).id));

/** Returns whose something is: the e-mail address, or else the name, of the user. */
export function whoseOf({ userId }: { userId: string }, users: User[]): string {
  const whose = users.find(({ id }) => id === userId);
  return whose?.email ?? whose?.name ?? '';
}

const ids = {
  kind: 'user',
  list: 'inbox user list',
  words: ({ email, name }: User) => [name, email].filter(Boolean).join(' '),
};
