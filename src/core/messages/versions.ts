import { type RawBuilder, sql } from 'kysely';

/** Returns when a message changed: `at`, or its last change if the clock was set back since. */
export const changedAt = (at: string | RawBuilder<string>) =>
  sql<string>`max(${at}, ${sql.ref('updatedAt')})`;
