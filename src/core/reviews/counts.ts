import type { Tx } from '../../storage/open.ts';
import type { Caller, Channels } from '../access/callers.ts';
import { presentIn } from '../channels/removed.ts';
import type { Inbox } from '../inbox.ts';
import { settleExpired } from './expiry.ts';
import type { Counts } from './schema.ts';

/** How many questions can be answered now, in each of the caller's channels. */
export async function countByChannel(inbox: Inbox, caller: Caller): Promise<Counts> {
  await settleExpired(inbox);
  const rows = await pendingByChannel(
    inbox.store.read,
    await presentIn(inbox.store.read, caller.channels),
  );
  const channels = rows.map(({ channelId, pending }) => [channelId, { pending }] as const);
  return { channels: Object.fromEntries(channels) };
}

const pendingByChannel = (db: Tx, scope: Channels) =>
  db
    .selectFrom('reviews')
    .select(['channelId', (eb) => eb.fn.countAll<number>().as('pending')])
    .where('status', '=', 'pending')
    .$if(scope !== 'all', (query) => query.where('channelId', 'in', scope as string[]))
    .groupBy('channelId')
    .execute();
