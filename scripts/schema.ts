// Writes the database of a new inbox as SQL, as the migrations leave it: `bun run schema`.
import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import { Connection } from '../src/storage/sqlite/connection.ts';
import { sqliteDialect } from '../src/storage/sqlite/dialect.ts';
import { applyAll } from '../src/storage/sqlite/migrate.ts';
import type { Tables } from '../src/storage/tables.ts';

const HEAD = '-- The database of a new inbox. Written by `bun run schema`, from migrations/.';

export async function schemaOf(): Promise<string> {
  using db = new Database(':memory:');
  const kysely = new Kysely<Tables>({ dialect: sqliteDialect(new Connection(db)) });
  await applyAll(kysely);
  const made = db.query<{ sql: string }, []>(`
    select m.sql from sqlite_master m left join pragma_table_list t on t.name = m.tbl_name
    where m.sql is not null and coalesce(t.type, '') <> 'shadow' and m.name not like 'sqlite_%'
    order by m.rowid`);
  const parts = [...made.all().map(({ sql }) => oneColumnALine(sql)), ...rowsOf(db)];
  await kysely.destroy();
  return `${HEAD}\n\n${parts.map((part) => `${part};`).join('\n\n')}\n`;
}

/** Breaks the list in a statement after each comma that separates columns. */
function oneColumnALine(sql: string): string {
  const [, head, list, tail] = /^(create table [^(]+)\((.*)\)([^)]*)$/is.exec(sql) ?? [];
  if (head === undefined || list === undefined) return sql;
  let depth = 0;
  let text = '';
  for (const char of list) {
    if (char === '(') depth++;
    if (char === ')') depth--;
    text += char === ',' && depth === 0 ? ',\n ' : char;
  }
  return `${head}(\n  ${text}\n)${tail}`;
}

/** The rows that migrations leave in a new database; they are dated when it is made. */
function rowsOf(db: Database): string[] {
  const names = db.query<{ name: string }, []>('select name from kysely_migration order by name');
  const applied = names.all().map(({ name }) => `  ('${name}', strftime('%Y-%m-%dT%H:%M:%fZ'))`);
  const counters = db.query<{ name: string; value: number }, []>('select * from counters').all();
  return [
    `insert into "kysely_migration" values\n${applied.join(',\n')}`,
    `insert into "kysely_migration_lock" values ('migration_lock', 0)`,
    ...counters.map(({ name, value }) => `insert into "counters" values ('${name}', ${value})`),
  ];
}

if (import.meta.main) {
  await Bun.write(join(import.meta.dir, '../src/storage/sqlite/schema.sql'), await schemaOf());
}
