import { sql } from 'kysely';
import type { Tx } from '../../storage/store.ts';
import type { Channels } from '../access/callers.ts';

/** Whose events to read: all, or those of channels and those about oneself. */
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
 * Deletes at most `limit` events before a time, oldest first, but never the newest; returns how
 * many.
 */
export async function deleteEventsBefore(tx: Tx, at: string, limit: number): Promise<number> {
  const old = sql<number>`(select seq from events
    where seq < (select max(seq) from events) and at < ${at} order by seq limit ${limit})`;
  const { numDeletedRows } = await tx
    .deleteFrom('events')
    .where('seq', 'in', old)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** The events in a restored backup belong to another log. */
export const deleteEvents = (tx: Tx) => tx.deleteFrom('events').execute();
