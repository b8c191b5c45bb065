import { sql } from 'kysely';
import type { Row } from '../tables.ts';
import type { Words } from '../words.ts';
import type { Connection } from './connection.ts';
import { texts } from './search.ts';

export const sqliteWords = (connection: Connection): Words => ({
  /**
   * The plus only hides a parameter from the planner: SQLite recompiles a query on each run if the
   * bound value may change its plan (https://sqlite.org/c3ref/prepare.html). Not for all queries:
   * one whose constant has to match a partial index would read the whole table.
   */
  planOnce: (sql) => sql.replaceAll('?', '+?'),
  run: <R>(sql: string, parameters: readonly unknown[]) => connection.rows<R>(sql, parameters),
  valuesOf: (list) => sql`(select value from json_each(${list}))`,
  // json_each has an `id` too.
  positionIn: (list, value) => sql`(select key from json_each(${list}) where value = ${value})`,
  jsonBytes: (text, atMost) => {
    const [bytes, characters] = [sql.lit(atMost), sql`substr(${text}, 1, ${sql.lit(atMost)})`];
    return sql`octet_length(json_quote(cast(substr(cast(${characters} as blob), 1, ${bytes}) as text)))`;
  },
  later: (at, column) => sql`max(${at}, ${sql.ref(column)})`,
  pageOfChannels: (db, table, { channels, id, idsOf }) => {
    // With an inner join, SQLite could read the whole table and search each row in the channels'
    // pages.
    const each = sql<
      Row<typeof table>
    >`json_each(${channels}) as channel cross join ${sql.table(table)}`;
    return db.selectFrom(each.as(table)).where(sql.ref(id), 'in', idsOf(sql.ref('channel.value')));
  },
  texts,
});
