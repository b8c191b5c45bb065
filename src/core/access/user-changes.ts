import { canonicalJson, type JsonObject } from '../json.ts';
import type { User } from './schema.ts';

const fields = ['name', 'email', 'role', 'disabled', 'channels'] as const;

/** Returns the changes of a user except the password, for the audit log; null for none. */
export function changesOf(before: User, now: User): JsonObject | null {
  const changed = fields.filter(
    (field) => canonicalJson(before[field]) !== canonicalJson(now[field]),
  );
  if (changed.length === 0) return null;
  const values = changed.map((field) => [field, { from: before[field], to: now[field] }]);
  return { changed, ...Object.fromEntries(values) };
}
