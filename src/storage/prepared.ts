import { type Compilable, type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from './tables.ts';
import { sqlOf, type Words } from './words.ts';

/** A placeholder in a query for a value that each call passes. */
export type Parameter<Values> = <Name extends keyof Values>(name: Name) => RawBuilder<Values[Name]>;
type Run<Values, R> = (db: Kysely<Tables>, values: Values) => Promise<R[]>;

class Slot {
  readonly name: PropertyKey;
  constructor(name: PropertyKey) {
    this.name = name;
  }
}

/**
 * Builds and compiles a query once, at its first call: for queries of every request, building costs
 * more than running.
 */
export function prepared<Values extends object, R>(
  build: (db: Kysely<Tables>, parameter: Parameter<Values>) => Compilable<R>,
): Run<Values, R> {
  let compiled: { sql: string; parameters: readonly unknown[] } | undefined;
  const parameter: Parameter<Values> = (name) => sql`${new Slot(name)}`;

  return async (db, values) => {
    const words = sqlOf(db);
    compiled ??= planned(words, build(db, parameter).compile());
    const parameters = compiled.parameters.map((one) =>
      one instanceof Slot ? values[one.name as keyof Values] : one,
    );
    return words.run<R>(compiled.sql, parameters);
  };
}

const planned = ({ planOnce }: Words, { sql, parameters }: CompiledQuery) => ({
  sql: planOnce(sql),
  parameters,
});

/** Does the same for a query with a few shapes; each is built once. */
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
