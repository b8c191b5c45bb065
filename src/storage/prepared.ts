import type { SQLQueryBindings } from 'bun:sqlite';
import { type Compilable, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Connection } from './dialect.ts';
import type { Tables } from './tables.ts';

/** Stands in a query for a value that comes with each call. */
type Parameter<Values> = <Name extends keyof Values>(name: Name) => RawBuilder<Values[Name]>;

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
) {
  let compiled: ReturnType<Compilable<R>['compile']> | undefined;
  const parameter: Parameter<Values> = (name) => sql`${new Slot(name)}`;

  return async (db: Kysely<Tables>, values: Values): Promise<R[]> => {
    compiled ??= build(db, parameter).compile();
    const parameters = compiled.parameters.map((one) =>
      one instanceof Slot ? values[one.name as keyof Values] : one,
    );
    const connection = connections.get(db);
    if (!connection) throw new Error('This database runs no prepared queries');
    return connection.run<R>(compiled.sql, parameters as SQLQueryBindings[]).rows;
  };
}
