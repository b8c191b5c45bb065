/**
 * A channel that was removed is gone for everybody at once, and its rows are deleted bit by bit. Until
 * the last of them is, every query leaves them out.
 */
import { expressionBuilder, sql } from 'kysely';
import { prepared } from '../storage/prepared.ts';
import type { Tx } from '../storage/store.ts';
import type { Tables } from '../storage/tables.ts';
import type { Channels } from './access/callers.ts';

/** True for the rows of channels that are still there. */
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
 * The channels of a scope that are still there. A page is read off the end of an index; one of all
 * channels would first walk past all that a removed one has left.
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
