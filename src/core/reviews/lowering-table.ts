/** The critical questions of the last hour. A retracted one still counts. */
import { prepared } from '../../storage/prepared.ts';
import type { Row } from '../../storage/tables.ts';

type Whose = { channelId: string; askedBy: string | null; since: string };
/** How many stayed critical in a channel, and of a key. */
export const kept = prepared<Whose, { ofChannel: number; ofKey: number }>((db, parameter) =>
  db
    .selectFrom('critical_asks')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('channelId', '=', parameter('channelId')).as('ofChannel'),
      fn.countAll<number>().filterWhere('askedBy', '=', parameter('askedBy')).as('ofKey'),
    ])
    .where('at', '>', parameter('since')),
);

export const keep = prepared<Row<'critical_asks'>, never>((db, parameter) =>
  db.insertInto('critical_asks').values({
    channelId: parameter('channelId'),
    askedBy: parameter('askedBy'),
    at: parameter('at'),
  }),
);

/** Deletes those that count no longer. */
export const forget = prepared<{ since: string }, never>((db, parameter) =>
  db.deleteFrom('critical_asks').where('at', '<=', parameter('since')),
);
