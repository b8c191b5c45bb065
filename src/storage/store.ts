/** The database as the core uses it, whichever engine stores it. */
import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { Tables } from './tables.ts';

export type Tx = Kysely<Tables>;
/** The rows of a table, before any column is selected. */
export type RowsOf<Table extends keyof Tables> = SelectQueryBuilder<
  Tables,
  Table,
  Record<never, never>
>;

/** A database to read; others may write to it. */
export type Look = {
  /** Reads only what is committed. */
  read: Tx;
  /** Copies the committed content into a new file. */
  snapshot(to: string): Promise<void>;
  size(): Promise<Size>;
  close(): Promise<void>;
};

/** The sizes of the database's file, and of the write-ahead log that is not in it yet. */
export type Size = { databaseBytes: number; walBytes: number };

export type Store = Look & {
  /**
   * Runs a write in one durable transaction with others of the same moment; it settles after the
   * commit, in the order of the calls. It may run twice, so it must do nothing but write.
   * @throws StorageUnavailable nothing of it was stored
   */
  commit<T>(run: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs a write after which nothing is left in the files of what it replaces or deletes. */
  erasing<T>(run: () => Promise<T>): Promise<T>;
  /** `groupsOf[n]` is the number of groups with n writes, `refused` the number that the disk refused. */
  commits(): { queued: number; groupsOf: readonly number[]; refused: number };
  /** Returns the number of the last event on the disk. */
  lastSeq(): number;
};

/** The file at the database's path is not a database of an inbox, or is damaged. */
export class UnreadableDatabase extends Error {
  readonly why: string;

  constructor(file: string, why: string) {
    super(
      `${file} ${why}. Restore a backup with \`inbox backup restore\` (\`inbox backup list\` lists them), ` +
        'or move this file away to start with an empty inbox',
    );
    this.why = why;
  }
}

/** The disk is full or does not answer: nothing of the write was stored. */
export class StorageUnavailable extends Error {
  readonly isFull: boolean;

  constructor(
    message: string,
    { cause, isFull = false }: { cause?: unknown; isFull?: boolean } = {},
  ) {
    super(message, { cause });
    this.isFull = isFull;
  }
}
