/**
 * A removed channel disappears immediately, and its rows are deleted gradually. Until the last is
 * deleted, every query leaves them out.
 */
import { expressionBuilder, sql } from 'kysely';
import { prepared } from '../storage/prepared.ts';
import type { Tx } from '../storage/store.ts';
import type { Tables } from '../storage/tables.ts';
import type { Channels } from './access/callers.ts';

/** True for the rows of existing channels. */
export function isPresent(db: Tx, channelId: string) {
  const eb = expressionBuilder<Tables, never>();
  const removed = db.selectFrom('removed_channels').select('removed_channels.id');
  return eb(sql.ref<string>(channelId), 'not in', removed);
}

const removed = prepared<object, { id: string }>((db) =>
  db.selectFrom('removed_channels').select('id'),
);

export async function removedChannels(db: Tx): Promise<Set<string>> {
  return new Set((await removed(db, {})).map(({ id }) => id));
}

/**
 * Returns the existing channels of a scope. A page is read from the end of an index; one of all
 * channels would first scan what remains of a removed one.
 */
export async function presentIn(db: Tx, scope: Channels): Promise<Channels> {
  const gone = await removedChannels(db);
  if (gone.size === 0) return scope;
  if (scope !== 'all') return scope.filter((id) => !gone.has(id));
  const rows = await db
    .selectFrom('channels')
    .select('id')
    .where(isPresent(db, 'channels.id'))
    .execute();
  return rows.map(({ id }) => id);
}
