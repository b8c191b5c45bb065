import type { Database } from 'bun:sqlite';
import { existsSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { UnreadableDatabase } from '../store.ts';
import type { Tables } from '../tables.ts';
import { migrations } from './migrations/index.ts';
import { copyInto } from './snapshot.ts';

/** Whether the database is copied before it is changed, and a function that reports progress. */
export type Upgrade = { keepsCopy?: boolean; report?: (progress: string) => void };

const MEND =
  'Install that version or a later one, or restore an older backup (`inbox backup list`).';

export class NewerDatabase extends Error {}

/**
 * Brings the database to this program's version. An existing one is first copied to
 * `<file>.before-<migration>`, so that a failed upgrade loses nothing.
 */
export async function migrate(
  db: Database,
  kysely: Kysely<Tables>,
  file: string,
  { keepsCopy = true, report = () => {} }: Upgrade = {},
): Promise<void> {
  const done = applied(db);
  const unknown = done.filter((name) => !(name in migrations));
  if (unknown.length > 0) {
    const says = `${file} was written by a newer version (it has ${unknown.join(', ')}) and was not changed`;
    throw new NewerDatabase(`${says}. ${MEND}`);
  }
  const steps = Object.keys(migrations).filter((name) => !done.includes(name));
  const [next] = steps;
  if (next === undefined) return;
  const begunAt = performance.now();
  const copy = `${file}.before-${next}`;
  if (keepsCopy) {
    report(`upgrading the database; copying it to ${basename(copy)} first`);
    keepCopy(db, copy);
  }
  await applyAll(kysely, (name) => {
    report(`upgrading the database: step ${steps.indexOf(name) + 1} of ${steps.length}, ${name}`);
  });
  report(`upgraded the database in ${((performance.now() - begunAt) / 1000).toFixed(0)} s`);
}

/** Applies every migration that the database lacks, all in one transaction. */
export async function applyAll(
  kysely: Kysely<Tables>,
  begins: (name: string) => void = () => {},
): Promise<void> {
  const reported = Object.entries(migrations).map(([name, { up }]) => {
    const reportAndUp = (db: Kysely<unknown>) => {
      begins(name);
      return up(db);
    };
    return [name, { up: reportAndUp }] as const;
  });
  const provider = { getMigrations: async () => Object.fromEntries(reported) };
  const { error } = await new Migrator({ db: kysely, provider }).migrateToLatest();
  if (error) throw error;
}

/** Throws for a database that was not made by the inbox; never writes to it. */
export function mustBeOurs(db: Database, file: string): void {
  if (unknownMigrations(db) !== null) return;
  throw new UnreadableDatabase(file, 'is not the database of an inbox');
}

/**
 * Returns the migrations that this program does not know; null for a database that is not an
 * inbox's.
 */
export function unknownMigrations(db: Database): string[] | null {
  const done = applied(db);
  // Other programs use this table name, too.
  return done[0] !== FIRST ? null : done.filter((name) => !(name in migrations));
}

const [FIRST] = Object.keys(migrations);

function applied(db: Database): string[] {
  const table = db.query("select 1 from sqlite_master where name = 'kysely_migration'").all();
  if (table.length === 0) return [];
  const rows = db.query<{ name: string }, []>('select name from kysely_migration order by name');
  return rows.all().map((row) => row.name);
}

function keepCopy(db: Database, copy: string) {
  if (existsSync(copy)) rmSync(copy);
  copyInto(db, copy);
}
