/** Reads facts from a database file without opening its inbox, whichever version wrote it. */
import { Database, type DatabaseOptions } from 'bun:sqlite';
import { unknownMigrations } from './migrate.ts';

export type StoredFile = {
  id: string;
  filename: string;
  storageKey: string;
  size: number;
  sha256: string | null;
};

/** Returns the files that the database names, whichever version wrote it. */
export function storedFiles(file: string): StoredFile[] {
  using db = new Database(file, { readonly: true });
  const columns = db.query<{ name: string }, []>('pragma table_info(attachments)').all();
  const sum = columns.some(({ name }) => name === 'sha256') ? 'sha256' : 'null as sha256';
  const all = `select id, filename, storageKey, size, ${sum} from attachments`;
  return db.query<StoredFile, []>(all).all();
}

/** Deletes the records of these files. */
export function forgetFiles(file: string, storageKeys: string[]): void {
  using db = new Database(file, { readwrite: true, create: false });
  const forget = db.query('delete from attachments where storageKey = ?');
  db.transaction(() => {
    for (const storageKey of storageKeys) forget.run(storageKey);
  })();
}

/** Returns a value of the table `state`; null if the database has none, or can't be read. */
export function stateIn(file: string, name: string): unknown {
  const [row] = rowsIn<{ value: string }>(file, 'select value from state where name = ?', name);
  return JSON.parse(row?.value ?? 'null');
}

/** Returns the settings that were entered in the dashboard. */
export const keptSettings = (file: string) =>
  rowsIn<{ name: string; value: string; isSealed: number }>(
    file,
    'select name, value, isSealed from settings order by name',
  );

/** Returns the private keys of push notifications, as they are stored. */
export const storedPushKeys = (file: string): string[] =>
  rowsIn<{ privateKey: string }>(file, 'select "privateKey" from push_keys').map(
    ({ privateKey }) => privateKey,
  );

/**
 * Rewrites the private keys of push notifications in a database that nobody has open, or deletes the ones for which
 * there is null; nothing is left of the former ones.
 */
export function rewritePushKeys(file: string, rewrite: (stored: string) => string | null): void {
  using db = new Database(file, { readwrite: true, create: false });
  const replace = db.query('update push_keys set "privateKey" = ? where "privateKey" = ?');
  const remove = db.query('delete from push_keys where "privateKey" = ?');
  db.transaction(() => {
    for (const stored of storedPushKeys(file)) {
      const rewritten = rewrite(stored);
      if (rewritten === null) remove.run(stored);
      else replace.run(rewritten, stored);
    }
  })();
  db.run('vacuum');
}

/** Returns the number of the last event; 0 without any, or if the file can't be read. */
export const lastSeqOf = (file: string): number =>
  rowsIn<{ value: number }>(file, "select value from counters where name = 'changes'")[0]?.value ??
  0;

/** Whether an owner can log in with a password. */
export const hasPassword = (file: string): boolean =>
  rowsIn(
    file,
    `select 1 from users where role = 'owner' and disabled = 0
      and email is not null and "passwordHash" is not null limit 1`,
  ).length > 0;

/** The addresses of owners who may log in, the first owner's first. */
export const ownerEmails = (file: string): string[] =>
  rowsIn<{ email: string }>(
    file,
    `select email from users where role = 'owner' and disabled = 0 and email is not null order by id`,
  ).map(({ email }) => email);

/** Whether any channel has a webhook. */
export const hasWebhook = (file: string): boolean =>
  rowsIn(file, `select 1 from channels where "webhookUrl" is not null limit 1`).length > 0;

function rowsIn<Row>(file: string, query: string, ...values: string[]): Row[] {
  try {
    using db = new Database(file, { readwrite: true, create: false });
    db.run('pragma busy_timeout = 5000');
    return db.query<Row, string[]>(query).all(...values);
  } catch {
    return [];
  }
}

/** Returns the fault of a closed database; null for one that this program can open. */
export function faultOf(file: string): string | null {
  return looked(file, { readonly: true }, 'integrity_check');
}

/**
 * Does the same for a database that may be open elsewhere, without checking the content of its
 * indexes.
 */
export function quickFaultOf(file: string): string | null {
  return looked(file, { readwrite: true, create: false }, 'quick_check');
}

type Check = 'integrity_check' | 'quick_check';

function looked(file: string, options: DatabaseOptions, check: Check): string | null {
  try {
    using db = new Database(file, options);
    db.run('pragma busy_timeout = 5000');
    // A crafted schema must not run anything when it is read.
    db.run('pragma trusted_schema = off');
    const [first] = db.query<Record<Check, string>, []>(`pragma ${check}`).all();
    if (first?.[check] !== 'ok') return `it is damaged (${first?.[check]})`;
    if (db.query('pragma foreign_key_check').all().length > 0) return 'it is inconsistent';
    const unknown = unknownMigrations(db);
    if (unknown === null) return 'it is not an inbox database';
    return unknown.length > 0 ? `a newer version wrote it (it has ${unknown.join(', ')})` : null;
  } catch (error) {
    return (error as Error).message;
  }
}
