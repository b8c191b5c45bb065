import type { Expression } from 'kysely';
import type { Tx } from '../../storage/store.ts';
import { sqlOf } from '../../storage/words.ts';

/** Returns when a message changed: `at`, or its last change if the clock was set back since. */
export const changedAt = (db: Tx, at: string | Expression<string>) =>
  sqlOf(db).later(at, 'updatedAt');
