import type { Kysely } from 'kysely';

/** Creates an index named after its table and columns. */
export async function createIndex(
  db: Kysely<unknown>,
  table: string,
  columns: string[],
  unique?: 'unique',
): Promise<void> {
  const name = `${table}_${columns.join('_')}`;
  const built = db.schema.createIndex(name).on(table).columns(columns);
  await (unique ? built.unique() : built).execute();
}
