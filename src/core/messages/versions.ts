import { type RawBuilder, sql } from 'kysely';

/**
 * When a message changes: `at`, but later than the last time, also within a millisecond and where the
 * clock went back. No two states share a time: whoever holds one can tell that there is another.
 */
export const changedAt = (at: string | RawBuilder<string>) =>
  sql<string>`max(${at}, strftime('%Y-%m-%dT%H:%M:%fZ', ${sql.ref('updatedAt')}, '+0.001 seconds'))`;
