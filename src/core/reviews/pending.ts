/** Pages the reviews that can be answered now, soonest to expire first. */
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { type Parameter, preparedFor } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import type { Tables } from '../../storage/tables.ts';
import { sqlOf } from '../../storage/words.ts';
import type { Channels } from '../access/callers.ts';
import { LOCAL } from '../messages/source.ts';
import { idsOfSession } from '../messages/stored.ts';
import type { ListPending } from './schema.ts';

type Order = NonNullable<ListPending['order']>;
type Unread = ListPending['unread'] | 'any';
type Shape = {
  channels: boolean;
  type: boolean;
  session: boolean;
  askedBy: boolean;
  before: boolean;
  unread: Unread;
  order: Order;
  cursor: boolean;
};
type Values = {
  channels: string;
  type: string;
  session: string;
  askedBy: string;
  before: string;
  userId: string;
  expiresAt: string;
  messageId: string;
  limit: number;
};
/** Filters and order; `userId` is the person whose read marks count. */
export type Narrowed = Omit<ListPending, 'channel' | 'search'> & { userId?: string | undefined };

/** Returns the positions of a page, one more than the limit. */
export const placesOfPage = (db: Tx, scope: Channels, list: Narrowed): Promise<Position[]> =>
  page(db, shapeOf(scope, list), { ...valuesFor(scope, list), limit: list.limit + 1 });

/** Returns the total. */
export async function countPending(db: Tx, scope: Channels, list: Narrowed): Promise<number> {
  const { unread, ...any } = { ...list, cursor: undefined };
  const counted = async (of: Narrowed) => {
    const [row] = await count(db, shapeOf(scope, of), valuesFor(scope, of));
    return row?.count ?? 0;
  };
  // A person has read few of the pending questions.
  if (unread !== 'true') return counted({ ...any, unread });
  return (await counted(any)) - (await counted({ ...any, unread: 'false' }));
}

/** The cursor of the next page: a question's expiry does not change while it is pending. */
export const cursorAfter = ({ expiresAt, id }: Position) => `${expiresAt}_${id}`;

export const readCursor = (cursor: string) => {
  const [expiresAt = '', messageId = ''] = cursor.split('_');
  return { expiresAt, messageId };
};

/** When a review expires, and its message. */
export type Position = { expiresAt: string; id: string };
/** A position with its message's place in the index, and the length of its searchable text. */
export type Place = Position & { seq: number; bytes: number };

/** Returns the positions of the reviews after a cursor, soonest to expire first. */
export const placesAfter = (db: Tx, scope: Channels, list: Narrowed): Promise<Place[]> => {
  const soonest: Narrowed = { ...list, order: 'expires' };
  return places(db, shapeOf(scope, soonest), {
    ...valuesFor(scope, soonest),
    limit: list.limit,
  });
};

const places = preparedFor<Shape, Values, Place>((db, parameter: Parameter<Values>, shape) =>
  db
    .selectFrom('reviews')
    .innerJoin('messages', 'messages.id', 'reviews.messageId')
    .select([
      sql<string>`reviews."expiresAt"`.as('expiresAt'),
      'messageId as id',
      'seq',
      // SQLite knows the length of a text without reading it.
      sql<number>`coalesce(octet_length(text), 0) + octet_length(payload)`.as('bytes'),
    ])
    .where(matches(db, parameter, shape))
    .orderBy('reviews.expiresAt')
    .orderBy('reviews.messageId')
    .limit(parameter('limit')),
);

const page = preparedFor<Shape, Values, Position>((db, parameter, shape) =>
  db
    .selectFrom('reviews')
    .select([sql<string>`reviews."expiresAt"`.as('expiresAt'), 'reviews.messageId as id'])
    .where(matches(db, parameter, shape))
    .$if(shape.order === 'expires', (query) => query.orderBy('reviews.expiresAt'))
    .orderBy('reviews.messageId', shape.order === 'newest' ? 'desc' : 'asc')
    .limit(parameter('limit')),
);

const count = preparedFor((db, parameter: Parameter<Values>, shape: Shape) =>
  db
    .selectFrom('reviews')
    .$if(shape.unread === 'false', (query) =>
      // Starting from the read marks, which are fewer than the pending reviews.
      query.innerJoin('review_reads', (join) =>
        join
          .onRef('review_reads.messageId', '=', 'reviews.messageId')
          .on('review_reads.userId', '=', parameter('userId')),
      ),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(matches(db, parameter, shape)),
);

const shapeOf = (scope: Channels, list: Narrowed): Shape => ({
  channels: scope !== 'all',
  type: list.type !== undefined,
  session: list.session !== undefined,
  askedBy: list.askedBy !== undefined,
  before: list.expiresBefore !== undefined,
  unread: list.unread ?? 'any',
  order: list.order ?? 'expires',
  cursor: list.cursor !== undefined,
});

const valuesFor = (scope: Channels, list: Narrowed): Values => ({
  channels: JSON.stringify(scope === 'all' ? [] : scope),
  type: list.type ?? '',
  session: list.session ?? '',
  askedBy: list.askedBy ?? '',
  before: list.expiresBefore ?? '',
  userId: list.userId ?? '',
  ...readCursor(list.cursor ?? ''),
  limit: 0,
});

function matches(db: Tx, parameter: Parameter<Values>, shape: Shape): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'reviews'>();
  const isRead = eb.exists(
    eb
      .selectFrom('review_reads')
      .select('review_reads.messageId')
      .whereRef('review_reads.messageId', '=', 'reviews.messageId')
      .where('review_reads.userId', '=', parameter('userId')),
  );
  return eb.and([
    eb('reviews.status', '=', 'pending'),
    ...(shape.channels
      ? [eb('reviews.channelId', 'in', sqlOf(db).valuesOf(parameter('channels')))]
      : []),
    ...(shape.type ? [eb('reviews.type', '=', parameter('type'))] : []),
    ...(shape.session
      ? [eb('reviews.messageId', 'in', idsOfSession(db, parameter('session')))]
      : []),
    ...(shape.askedBy
      ? [eb(eb.fn.coalesce('reviews.askedBy', sql.lit(LOCAL)), '=', parameter('askedBy'))]
      : []),
    ...(shape.before ? [eb('reviews.expiresAt', '<', parameter('before'))] : []),
    ...(shape.unread === 'true' ? [eb.not(isRead)] : []),
    ...(shape.unread === 'false' ? [isRead] : []),
    ...(shape.cursor ? [afterCursor[shape.order](parameter)] : []),
  ]);
}

const afterCursor: Record<Order, (parameter: Parameter<Values>) => Expression<SqlBool>> = {
  expires: (parameter) =>
    sql<SqlBool>`(reviews."expiresAt", reviews."messageId") >
      (${parameter('expiresAt')}, ${parameter('messageId')})`,
  newest: (parameter) => sql<SqlBool>`reviews."messageId" < ${parameter('messageId')}`,
  oldest: (parameter) => sql<SqlBool>`reviews."messageId" > ${parameter('messageId')}`,
};
