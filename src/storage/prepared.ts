import { type Compilable, type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** Stands in a query for a value that comes with each call. */
type Parameter<Values> = <Name extends keyof Values>(name: Name) => RawBuilder<Values[Name]>;

class Slot {
  readonly name: PropertyKey;
  constructor(name: PropertyKey) {
    this.name = name;
  }
}

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
    const { rows } = await db.executeQuery<R>({ ...compiled, parameters } as CompiledQuery<R>);
    return rows;
  };
}
