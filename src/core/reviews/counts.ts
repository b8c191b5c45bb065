import type { Tx } from '../../storage/store.ts';
import { type Caller, type Channels, idsOf } from '../access/callers.ts';
import type { Inbox } from '../inbox.ts';
import { presentIn } from '../removed-channels.ts';
import { settleExpired } from './expiry.ts';
import { readByChannel } from './reads-table.ts';
import type { Counts } from './schema.ts';

/**
 * Counts the pending questions in each of the caller's channels, and how many a person has not
 * opened.
 */
export async function countByChannel(inbox: Inbox, caller: Caller): Promise<Counts> {
  await settleExpired(inbox);
  const rows = await pendingByChannel(
    inbox.store.read,
    await presentIn(inbox.store.read, caller.channels),
  );
  const read =
    caller.kind === 'human' ? await readByChannel(inbox.store.read, caller.userId) : null;
  const channels = rows.flatMap(({ id, pending }) => {
    if (!pending) return [];
    return [[id, { pending, ...(read && { unread: pending - (read.get(id) ?? 0) }) }] as const];
  });
  return { channels: Object.fromEntries(channels) };
}

/** By channel, from an index: grouping all pending reviews would sort them first. */
const pendingByChannel = (db: Tx, scope: Channels) =>
  db
    .selectFrom('channels')
    .select((eb) => [
      'id',
      eb
        .selectFrom('reviews')
        .select(({ fn }) => fn.countAll<number>().as('pending'))
        .whereRef('channelId', '=', 'channels.id')
        .where('reviews.status', '=', 'pending')
        .as('pending'),
    ])
    .$if(scope !== 'all', (query) => query.where('id', 'in', idsOf(scope)))
    .execute();
