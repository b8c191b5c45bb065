import type { Tx } from '../../storage/store.ts';
import type { Channels } from '../access/callers.ts';
import type { Change } from '../inbox.ts';

/** The events to read: all, or those of channels and those about oneself. */
export type EventScope = 'all' | { channels: Channels; self: string | null };
type Span = { after: number; until: number; channel?: string | undefined; limit: number };

/** Returns the events in a range that a caller may receive, oldest first. */
export function eventsIn(db: Tx, scope: EventScope, { after, until, channel, limit }: Span) {
  return db
    .selectFrom('events')
    .selectAll()
    .where('seq', '>', after)
    .where('seq', '<=', until)
    .$if(channel !== undefined, (query) => query.where('channelId', '=', channel ?? ''))
    .where((eb) => {
      if (scope === 'all') return eb.lit(true);
      const { channels, self } = scope;
      const own = eb('subjectId', '=', self);
      const theirs =
        channels === 'all' ? eb('channelId', 'is not', null) : eb('channelId', 'in', channels);
      return eb.or([theirs, own]);
    })
    .orderBy('seq')
    .limit(limit)
    .execute();
}

/** Returns the first event that is still kept; null for none. */
export async function oldestEvent(db: Tx): Promise<number | null> {
  const row = await db
    .selectFrom('events')
    .select(({ fn }) => fn.min('seq').as('seq'))
    .executeTakeFirst();
  return row?.seq ?? null;
}

/**
 * Deletes at most `limit` events, oldest first, up to the first that is not before a time, but never
 * the newest; returns how many. What stays has no gaps, even if the clock was turned back.
 */
export async function deleteEventsBefore(
  { tx }: Change,
  at: string,
  limit: number,
): Promise<number> {
  const oldest = await tx
    .selectFrom('events')
    .select(['seq', 'at'])
    .orderBy('seq')
    .limit(limit + 1)
    .execute();
  const kept = oldest.findIndex((event) => event.at >= at);
  const end = oldest.at(kept)?.seq;
  if (end === undefined) return 0;
  const { numDeletedRows } = await tx
    .deleteFrom('events')
    .where('seq', '<', end)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** The events in a restored backup belong to another log. */
export const deleteEvents = (tx: Tx) => tx.deleteFrom('events').execute();
