/** Pages of the reviews that can be answered now, soonest to expire first. */
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { valuesOf } from '../../storage/lists.ts';
import type { Tx } from '../../storage/open.ts';
import { type Parameter, preparedFor } from '../../storage/prepared.ts';
import type { Tables } from '../../storage/tables.ts';
import type { Channels } from '../access/callers.ts';
import { selectListed, withFiles } from '../messages/stored.ts';
import type { ListPending } from './schema.ts';

type Shape = { channels: boolean; type: boolean; cursor: boolean };
type Values = {
  channels: string;
  type: string;
  expiresAt: string;
  messageId: string;
  limit: number;
};

/** One review more than the limit. */
export async function pendingPage(db: Tx, scope: Channels, { type, cursor, limit }: ListPending) {
  const shape = shapeOf(scope, type, cursor);
  const values = { ...valuesFor(scope, type, cursor), limit: limit + 1 };
  return withFiles(db, await page(db, shape, values));
}

/** How many there are in all. */
export async function countPending(db: Tx, scope: Channels, type?: string): Promise<number> {
  const values = valuesFor(scope, type, undefined);
  const [row] = await count(db, shapeOf(scope, type, undefined), values);
  return row?.count ?? 0;
}

/** Where the next page begins: a question keeps its time to expire as long as it is pending. */
export const cursorAfter = (expiresAt: string, messageId: string) => `${expiresAt}_${messageId}`;

export const readCursor = (cursor: string) => {
  const [expiresAt = '', messageId = ''] = cursor.split('_');
  return { expiresAt, messageId };
};

/** Where a review stands, its message's place in the index, and how much text there is to search. */
export type Place = { expiresAt: string; messageId: string; seq: number; bytes: number };

/** The places of the reviews after a cursor. */
export const placesAfter = (
  db: Tx,
  scope: Channels,
  { type, cursor, limit }: Pick<ListPending, 'type' | 'cursor' | 'limit'>,
): Promise<Place[]> =>
  places(db, shapeOf(scope, type, cursor), { ...valuesFor(scope, type, cursor), limit });

const places = preparedFor<Shape, Values, Place>((db, parameter: Parameter<Values>, shape) =>
  db
    .selectFrom('reviews')
    .innerJoin('messages', 'messages.id', 'reviews.messageId')
    .select([
      sql<string>`reviews."expiresAt"`.as('expiresAt'),
      'messageId',
      'seq',
      // SQLite knows how long a text is without reading it.
      sql<number>`coalesce(octet_length(text), 0) + octet_length(payload)`.as('bytes'),
    ])
    .where(within(parameter, shape))
    .orderBy('reviews.expiresAt')
    .orderBy('reviews.messageId')
    .limit(parameter('limit')),
);

const page = preparedFor((db, parameter: Parameter<Values>, shape: Shape) =>
  selectListed(db)
    .where('reviews.messageId', 'in', (eb) =>
      eb
        .selectFrom('reviews')
        .select('messageId')
        .where(within(parameter, shape))
        .orderBy('expiresAt')
        .orderBy('messageId')
        .limit(parameter('limit')),
    )
    .orderBy('reviews.expiresAt')
    .orderBy('reviews.messageId'),
);

const count = preparedFor((db, parameter: Parameter<Values>, shape: Shape) =>
  db
    .selectFrom('reviews')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(within(parameter, shape)),
);

const shapeOf = (scope: Channels, type?: string, cursor?: string): Shape => ({
  channels: scope !== 'all',
  type: type !== undefined,
  cursor: cursor !== undefined,
});

const valuesFor = (scope: Channels, type = '', cursor = ''): Values => ({
  channels: JSON.stringify(scope === 'all' ? [] : scope),
  type,
  ...readCursor(cursor),
  limit: 0,
});

function within(parameter: Parameter<Values>, shape: Shape): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'reviews'>();
  return eb.and([
    eb('reviews.status', '=', 'pending'),
    ...(shape.channels ? [eb('reviews.channelId', 'in', valuesOf(parameter('channels')))] : []),
    ...(shape.type ? [eb('reviews.type', '=', parameter('type'))] : []),
    ...(shape.cursor
      ? [
          sql<SqlBool>`("expiresAt", "messageId") >
            (${parameter('expiresAt')}, ${parameter('messageId')})`,
        ]
      : []),
  ]);
}
