/** Lists as one parameter, JSON text: a query that names its values one by one is another for each length. */
import { type Expression, sql } from 'kysely';

export type JsonList = string;

/** The values of a list, to stand behind `in`. */
export const valuesOf = (list: Expression<JsonList>) =>
  sql<string>`(select value from json_each(${list}))`;

/** Where a value is in the list, from 0. A column needs its table's name: json_each has an `id` too. */
export const positionIn = (list: Expression<JsonList>, value: Expression<string>) =>
  sql<number>`(select key from json_each(${list}) where value = ${value})`;

/** The list as a table of one column, `value`. */
export const rowsOf = <Alias extends string>(list: Expression<JsonList>, alias: Alias) =>
  sql<{ value: string }>`json_each(${list})`.as<Alias>(sql.ref(alias));
