/** A page without a search: its ids are read from the end of an index, however many messages exist. */
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { type Parameter, preparedFor } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import type { Tables } from '../../storage/tables.ts';
import { sqlOf } from '../../storage/words.ts';
import type { Channels } from '../access/callers.ts';
import { filesWith } from '../files/stored.ts';
import type { ListMessages } from './schema.ts';
import { idsOfSession, reviewWith } from './stored.ts';

/** The differences between the queries of two pages, besides their values. */
type Shape = {
  channels: 'all' | 'one' | 'some';
  review: 'none' | 'any' | 'one';
  files: 'any' | 'true' | 'false';
  session: boolean;
  after: boolean;
  cursor: boolean;
};
type Values = {
  /** One, or a JsonList of several. */
  channels: string;
  review: string;
  session: string;
  after: string;
  cursor: string;
  limit: number;
};
type Query = {
  db: Tx;
  parameter: Parameter<Values>;
  shape: Shape;
  /** The channel of the messages; null for all. */
  channel: Expression<string> | null;
};

/** The ids of one message more than the limit: newest first, or, after a message, oldest first. */
export function idsOfPage(db: Tx, scope: Channels, list: ListMessages): Promise<{ id: string }[]> {
  const { review = 'none', has_attachments: files = 'any' } = list;
  const { session = '', after = '', cursor = '' } = list;
  const channels = scope === 'all' ? [] : [...new Set(scope)];
  const [one = ''] = channels;
  const shape: Shape = {
    channels: scope === 'all' ? 'all' : channels.length === 1 ? 'one' : 'some',
    review: review === 'none' || review === 'any' ? review : 'one',
    files,
    session: session !== '',
    after: after !== '',
    cursor: cursor !== '',
  };
  return ids(db, shape, {
    review,
    session,
    after,
    cursor,
    limit: list.limit + 1,
    channels: shape.channels === 'one' ? one : JSON.stringify(channels),
  });
}

/** For several channels: reads a page of each, and returns the first of those. */
const ids = preparedFor<Shape, Values, { id: string }>((db, parameter, shape) => {
  const idsOf = (channel: Query['channel']) => source(shape)({ db, parameter, shape, channel });
  if (shape.channels === 'all') return idsOf(null);
  if (shape.channels === 'one') return idsOf(parameter('channels'));
  return sqlOf(db)
    .pageOfChannels(db, 'messages', { channels: parameter('channels'), id: 'messages.id', idsOf })
    .select('messages.id')
    .orderBy('messages.id', order(shape))
    .limit(parameter('limit'));
});

const order = ({ after }: Shape) => (after ? 'asc' : 'desc');

/** Starts from the smallest table: few messages have files, and more of them have a review. */
function source({ files, review }: Shape) {
  if (files === 'true') return fromFiles;
  return review === 'none' ? fromMessages : fromReviews;
}

const fromMessages = ({ db, parameter, shape, channel }: Query) =>
  db
    .selectFrom('messages')
    .select('messages.id')
    .where(pageConditions('messages.channelId', 'messages.id', { db, parameter, shape, channel }))
    .orderBy('messages.id', order(shape))
    .limit(parameter('limit'));

const fromReviews = ({ db, parameter, shape, channel }: Query) =>
  db
    .selectFrom('reviews')
    .select('reviews.messageId as id')
    .where(
      pageConditions('reviews.channelId', 'reviews.messageId', { db, parameter, shape, channel }),
    )
    .$if(shape.review === 'one', (q) => q.where('reviews.status', '=', parameter('review')))
    .orderBy('reviews.messageId', order(shape))
    .limit(parameter('limit'));

function fromFiles({ db, parameter, shape, channel }: Query) {
  const status = shape.review === 'one' ? parameter('review') : undefined;
  return db
    .selectFrom('attachments')
    .select('attachments.messageId as id')
    .distinct()
    .where('attachments.messageId', 'is not', null)
    .where(
      pageConditions('attachments.channelId', 'attachments.messageId', {
        db,
        parameter,
        shape,
        channel,
      }),
    )
    .$if(shape.review !== 'none', (q) =>
      q.where(({ exists }) => exists(reviewWith(db, 'attachments.messageId', status))),
    )
    .orderBy('attachments.messageId', order(shape))
    .limit(parameter('limit'));
}

/** In the channel and the session, between the bounds and, if requested, without files. */
function pageConditions(channelId: string, id: string, { db, parameter, shape, channel }: Query) {
  const eb = expressionBuilder<Tables, never>();
  const column = sql.ref<string>;
  const conditions: Expression<SqlBool>[] = [];
  if (channel) conditions.push(eb(column(channelId), '=', channel));
  if (shape.after) conditions.push(eb(column(id), '>', parameter('after')));
  if (shape.cursor) conditions.push(eb(column(id), shape.after ? '>' : '<', parameter('cursor')));
  if (shape.session) {
    conditions.push(eb(column(id), 'in', idsOfSession(db, parameter('session'))));
  }
  if (shape.files === 'false') conditions.push(eb.not(eb.exists(filesWith(db, id))));
  return eb.and(conditions);
}
