/** Lists as one parameter, JSON text: a query that names its values one by one is another for each length. */
import { type Expression, sql } from 'kysely';

export type JsonList = string;

/** The values of a list, to stand behind `in`. */
export const valuesOf = (list: Expression<JsonList>) =>
  sql<string>`(select value from json_each(${list}))`;

/** The list as a table of one column, `value`. */
export const rowsOf = <Alias extends string>(list: Expression<JsonList>, alias: Alias) =>
  sql<{ value: string }>`json_each(${list})`.as<Alias>(sql.ref(alias));
