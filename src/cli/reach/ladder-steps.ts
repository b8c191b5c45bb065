/** Parses and prints a step of a ladder: `10m:ann@example.com,bob@example.com`. */
import type { User } from '../../core/access/schema.ts';
import type { Ladder } from '../../core/notify/schema.ts';
import { UsageError } from '../errors.ts';
import { parseDuration } from '../options.ts';
import { onOneLine } from '../output.ts';
import { userNamed } from '../users.ts';

type Step = Ladder['steps'][number];

/** @throws UsageError, or InboxError `not_found` for an unknown user */
export function parseStep(text: string, users: User[]): Step {
  const [, after = '', named = ''] = /^([^:]*):(.*)$/s.exec(text) ?? [];
  const names = named.split(',').filter((name) => name.trim() !== '');
  if (names.length === 0) {
    throw new UsageError(`--step: “${text}” has no users. Use 10m:ann@example.com,bob@example.com`);
  }
  const afterSeconds = parseDuration(after, '--step');
  const people = names.map((name) => userNamed(users, name).id);
  return { afterSeconds, people: [...new Set(people)] };
}

/** Lists the users of a step; a removed user is listed by id. */
export const peopleText = ({ people }: Step, users: User[]): string =>
  people
    .map((id) => {
      const user = users.find((one) => one.id === id);
      return onOneLine(user?.email ?? user?.name ?? id);
    })
    .join(', ');
