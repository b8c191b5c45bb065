import { type RawBuilder, sql } from 'kysely';

/** When a message changed: `at`, or when it last did if the clock has gone back since. */
export const changedAt = (at: string | RawBuilder<string>) =>
  sql<string>`max(${at}, ${sql.ref('updatedAt')})`;
