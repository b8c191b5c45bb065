import type { SQLQueryBindings } from 'bun:sqlite';
import { type Compilable, type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Connection } from './dialect.ts';
import type { Tables } from './tables.ts';

/** Stands in a query for a value that comes with each call. */
export type Parameter<Values> = <Name extends keyof Values>(name: Name) => RawBuilder<Values[Name]>;
type Run<Values, R> = (db: Kysely<Tables>, values: Values) => Promise<R[]>;

class Slot {
  readonly name: PropertyKey;
  constructor(name: PropertyKey) {
    this.name = name;
  }
}

const connections = new WeakMap<Kysely<Tables>, Connection>();

/** Lets prepared queries run on the connection of `db`, past Kysely's executor, which costs as much as they do. */
export const runsPrepared = (db: Kysely<Tables>, connection: Connection) =>
  connections.set(db, connection);

/**
 * A query that is built and compiled once, at its first call: for what every request asks, to build it
 * costs more than to run it.
 */
export function prepared<Values extends object, R>(
  build: (db: Kysely<Tables>, parameter: Parameter<Values>) => Compilable<R>,
): Run<Values, R> {
  let compiled: { sql: string; parameters: readonly unknown[] } | undefined;
  const parameter: Parameter<Values> = (name) => sql`${new Slot(name)}`;

  return async (db, values) => {
    compiled ??= planOnce(build(db, parameter).compile());
    const parameters = compiled.parameters.map((one) =>
      one instanceof Slot ? values[one.name as keyof Values] : one,
    );
    const connection = connections.get(db);
    if (!connection) throw new Error('This database runs no prepared queries');
    return connection.run<R>(compiled.sql, parameters as SQLQueryBindings[]).rows;
  };
}

/**
 * A plus does nothing but hide a parameter from the planner: SQLite compiles a query anew at each run
 * when what is bound might change its plan (https://sqlite.org/c3ref/prepare.html). Not for all queries:
 * one whose constant must be seen to fit a partial index would read the whole table.
 */
const planOnce = ({ sql, parameters }: CompiledQuery) => ({
  sql: sql.replaceAll('?', '+?'),
  parameters,
});

/** The same for a query of a few shapes; each is built once. */
export function preparedFor<Shape extends object, Values extends object, R>(
  build: (db: Kysely<Tables>, parameter: Parameter<Values>, shape: Shape) => Compilable<R>,
): (db: Kysely<Tables>, shape: Shape, values: Values) => Promise<R[]> {
  const built = new Map<string, Run<Values, R>>();
  return (db, shape, values) => {
    const key = JSON.stringify(shape);
    const run = built.get(key) ?? prepared((db, parameter) => build(db, parameter, shape));
    built.set(key, run);
    return run(db, values);
  };
}
