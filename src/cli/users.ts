import type { User } from '../core/access/schema.ts';
import { UsageError } from './errors.ts';

/** The user of that id or e-mail address. */
export function userNamed(users: User[], named: string): User {
  const wanted = named.trim().toLowerCase();
  const found = users.find(({ id, email }) => id === named || email === wanted);
  if (found) return found;
  throw new UsageError(`There is no user "${named}": see \`inbox user list\``);
}
