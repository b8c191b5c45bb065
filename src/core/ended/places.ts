/** The positions of ended questions: by when they ended, latest first. */
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { type Parameter, preparedFor } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import type { Tables } from '../../storage/tables.ts';
import { sqlOf } from '../../storage/words.ts';
import type { Channels } from '../access/callers.ts';
import { LOCAL } from '../messages/source.ts';
import { idsOfSession } from '../messages/stored.ts';
import type { EndedFilter } from '../reviews/ended-filter.ts';
import type { Ended } from '../reviews/schema.ts';
import { toTimestamp } from '../time.ts';

/** When a question ended, and its message. */
export type Place = { at: string; id: string };
export type Wanted = EndedFilter & { review: Ended };

const lists = ['type', 'verdict', 'respondedBy'] as const;
const texts = ['channels', 'session', 'askedBy', 'cursor', 'from', 'to'] as const;
type Given = (typeof texts)[number] | (typeof lists)[number];
/** The differences between the queries of two pages, besides their values. */
type Shape = { ended: Ended; given: Given[] };
type Values = Record<Given, string> & { at: string; id: string; limit: number };
type Query = { db: Tx; parameter: Parameter<Values>; shape: Shape };

/** Returns the first positions after a cursor. */
export function placesAfter(
  db: Tx,
  scope: Channels,
  wanted: Wanted,
  { cursor = '', limit }: { cursor?: string | undefined; limit: number },
): Promise<Place[]> {
  const [at = '', id = ''] = cursor.split('_');
  const values = { ...valuesOfWanted(scope, wanted), cursor, at, id, limit };
  return places(db, shapeOf(values, wanted), values);
}

/** Returns the total. */
export async function countEnded(db: Tx, scope: Channels, wanted: Wanted): Promise<number> {
  const values = { ...valuesOfWanted(scope, wanted), cursor: '', at: '', id: '', limit: 0 };
  const [row] = await count(db, shapeOf(values, wanted), values);
  return row?.count ?? 0;
}

/** The filter's conditions, for a query that finds its reviews by itself. */
export function fits(db: Tx, scope: Channels, wanted: Wanted): Expression<SqlBool> {
  const given = valuesOfWanted(scope, wanted);
  const parameter: Parameter<Values> = (name) => sql.val((given as Values)[name]);
  const query = { db, parameter, shape: shapeOf({ ...given, cursor: '' }, wanted) };
  return expressionBuilder<Tables, 'reviews'>().and([...filters(query), ...inChannels(query)]);
}

const columnsOfEnd = {
  completed: 'reviews.respondedAt',
  expired: 'reviews.expiresAt',
  withdrawn: 'reviews.withdrawnAt',
} as const;

export const columnOf = (ended: Ended) => columnsOfEnd[ended];

const places = preparedFor<Shape, Values, Place>((db, parameter, shape) => {
  const query = { db, parameter, shape };
  return shape.given.includes('channels') ? pageOfEach(query) : page(query);
});

const count = preparedFor<Shape, Values, { count: number }>((db, parameter, shape) =>
  db
    .selectFrom('reviews')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(({ and }) => {
      const query = { db, parameter, shape };
      return and([...filters(query), ...inChannels(query)]);
    }),
);

const page = ({ db, parameter, shape }: Query) =>
  db
    .selectFrom('reviews')
    .select([sql<string>`${sql.ref(columnOf(shape.ended))}`.as('at'), 'reviews.messageId as id'])
    .where(({ and }) =>
      and([...filters({ db, parameter, shape }), ...afterCursor(parameter, shape)]),
    )
    .orderBy(columnOf(shape.ended), 'desc')
    .orderBy('reviews.messageId', 'desc')
    .limit(parameter('limit'));

/** For some channels: reads a page of each, and returns the first of those. */
const pageOfEach = ({ db, parameter, shape }: Query) =>
  sqlOf(db)
    .pageOfChannels(db, 'reviews', {
      channels: parameter('channels'),
      id: 'reviews.messageId',
      idsOf: (channel) =>
        page({ db, parameter, shape })
          .clearSelect()
          .select('reviews.messageId')
          .where('reviews.channelId', '=', channel),
    })
    .select([sql<string>`${sql.ref(columnOf(shape.ended))}`.as('at'), 'reviews.messageId as id'])
    .orderBy(columnOf(shape.ended), 'desc')
    .orderBy('reviews.messageId', 'desc')
    .limit(parameter('limit'));

const columns = {
  type: 'reviews.type',
  verdict: 'reviews.verdict',
  respondedBy: 'reviews.answeredBy',
} as const;

function filters({ db, parameter, shape: { ended, given } }: Query): Expression<SqlBool>[] {
  const eb = expressionBuilder<Tables, 'reviews'>();
  const at = columnOf(ended);
  return [
    // A literal: SQLite uses a partial index only if it sees that it applies.
    eb('reviews.status', '=', sql.lit(ended)),
    ...(given.includes('session')
      ? [eb('reviews.messageId', 'in', idsOfSession(db, parameter('session')))]
      : []),
    ...(given.includes('askedBy')
      ? [eb(eb.fn.coalesce('reviews.askedBy', sql.lit(LOCAL)), '=', parameter('askedBy'))]
      : []),
    ...(given.includes('from') ? [eb(at, '>=', parameter('from'))] : []),
    ...(given.includes('to') ? [eb(at, '<', parameter('to'))] : []),
    ...lists
      .filter((name) => given.includes(name))
      .map((name) => eb(columns[name], 'in', sqlOf(db).valuesOf(parameter(name)))),
  ];
}

const inChannels = ({ db, parameter, shape }: Query): Expression<SqlBool>[] =>
  shape.given.includes('channels')
    ? [
        expressionBuilder<Tables, 'reviews'>()(
          'reviews.channelId',
          'in',
          sqlOf(db).valuesOf(parameter('channels')),
        ),
      ]
    : [];

const afterCursor = (parameter: Parameter<Values>, { ended, given }: Shape) =>
  given.includes('cursor')
    ? [
        sql<SqlBool>`(${sql.ref(columnOf(ended))}, reviews."messageId")
          < (${parameter('at')}, ${parameter('id')})`,
      ]
    : [];

/** As text; empty for a filter that is not set. */
function valuesOfWanted(scope: Channels, wanted: Wanted) {
  const timestamp = (time = '') => time && toTimestamp(Date.parse(time));
  const list = (values: readonly string[] | undefined) => (values ? JSON.stringify(values) : '');
  return {
    channels: scope === 'all' ? '' : list([...new Set(scope)]),
    type: list(wanted.type),
    verdict: list(wanted.verdict),
    respondedBy: list(wanted.respondedBy),
    session: wanted.session ?? '',
    askedBy: wanted.askedBy ?? '',
    from: timestamp(wanted.from),
    to: timestamp(wanted.to),
  };
}

const shapeOf = (values: Partial<Record<Given, string>>, { review }: Wanted): Shape => ({
  ended: review,
  given: [...lists, ...texts].filter((name) => (values[name] ?? '') !== ''),
});
