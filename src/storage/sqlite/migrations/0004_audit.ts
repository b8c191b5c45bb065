import type { Kysely } from 'kysely';
import { createIndex } from './create-index.ts';

/** The audit log, and two small tables of the inbox's own state. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit')
    .addColumn('seq', 'integer', (c) => c.primaryKey())
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('actorKind', 'text', (c) => c.notNull())
    .addColumn('actorId', 'text')
    .addColumn('actorName', 'text')
    .addColumn('via', 'text')
    .addColumn('address', 'text')
    .addColumn('subjectKind', 'text', (c) => c.notNull())
    .addColumn('subjectId', 'text')
    .addColumn('subjectName', 'text')
    .addColumn('detail', 'text', (c) => c.notNull())
    .addColumn('previous', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .execute();
  await createIndex(db, 'audit', ['action', 'seq']);
  await createIndex(db, 'audit', ['actorId', 'seq']);
  await createIndex(db, 'audit', ['subjectId', 'seq']);
  await createIndex(db, 'audit', ['at']);

  await db.schema
    .createTable('counters')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'integer', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('state')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute();
}
