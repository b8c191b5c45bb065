/** Pages of the questions that were answered, or that expired: by when they did, latest first. */
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { rowsOf } from '../../storage/lists.ts';
import type { Tx } from '../../storage/open.ts';
import { type Parameter, preparedFor } from '../../storage/prepared.ts';
import type { Tables } from '../../storage/tables.ts';
import type { Channels } from '../access/callers.ts';
import { type MessageRow, selectListed } from './stored.ts';

export type Ended = 'completed' | 'expired';
type Shape = { ended: Ended; channels: boolean; cursor: boolean };
type Values = { channels: string; at: string; id: string; limit: number };
type Query = { db: Tx; parameter: Parameter<Values>; shape: Shape };
type Page = { ended: Ended; cursor?: string | undefined; limit: number };

/** One row more than the limit. */
export function endedPage(db: Tx, scope: Channels, { ended, cursor = '', limit }: Page) {
  const [at = '', id = ''] = cursor.split('_');
  const channels = JSON.stringify(scope === 'all' ? [] : [...new Set(scope)]);
  const shape = { ended, channels: scope !== 'all', cursor: cursor !== '' };
  return rows(db, shape, { channels, at, id, limit: limit + 1 });
}

const rows = preparedFor<Shape, Values, MessageRow>((db, parameter, shape) =>
  selectListed(db)
    .where('messages.id', 'in', ids({ db, parameter, shape }))
    .orderBy(columnOf(shape), 'desc')
    .orderBy('reviews.messageId', 'desc'),
);

/** In some channels: the page of each, and of those the first. */
function ids(query: Query) {
  const { db, parameter, shape } = query;
  if (!shape.channels) return page(query);
  return (
    db
      .selectFrom(rowsOf(parameter('channels'), 'channel'))
      // An inner join would let SQLite read all reviews and look for each in the channels' pages.
      .crossJoin('reviews')
      .select('reviews.messageId')
      .where('reviews.messageId', 'in', page(query))
      .orderBy(columnOf(shape), 'desc')
      .orderBy('reviews.messageId', 'desc')
      .limit(parameter('limit'))
  );
}

const page = ({ db, parameter, shape }: Query) =>
  db
    .selectFrom('reviews')
    .select('reviews.messageId')
    .where(within(parameter, shape))
    .orderBy(columnOf(shape), 'desc')
    .orderBy('reviews.messageId', 'desc')
    .limit(parameter('limit'));

const columnOf = ({ ended }: Shape) =>
  ended === 'completed' ? ('reviews.respondedAt' as const) : ('reviews.expiresAt' as const);

function within(parameter: Parameter<Values>, shape: Shape): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'reviews'>();
  const place = sql`(${sql.ref(columnOf(shape))}, reviews."messageId")`;
  return eb.and([
    // A literal: SQLite uses an index over some of the rows only where it sees that it fits.
    eb('reviews.status', '=', sql.lit(shape.ended)),
    ...(shape.channels ? [sql<SqlBool>`reviews."channelId" = channel.value`] : []),
    ...(shape.cursor ? [sql<SqlBool>`${place} < (${parameter('at')}, ${parameter('id')})`] : []),
  ]);
}
