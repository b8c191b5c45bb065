import type { Expression } from 'kysely';
import type { Tx } from '../../storage/store.ts';
import { sqlOf } from '../../storage/words.ts';

/** When a message changed: `at`, or when it last did if the clock has gone back since. */
export const changedAt = (db: Tx, at: string | Expression<string>) =>
  sqlOf(db).later(at, 'updatedAt');
