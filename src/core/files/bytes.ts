/** The bytes of files, each by its storageKey, wherever they are stored. */
import type { BunFile } from 'bun';
import { InboxError } from '../errors.ts';
import { sizeOf } from '../sizes.ts';

export type Files = {
  /** In bytes. */
  maxFileSize: number;
  receive: () => Promise<IncomingBytes>;
  /** Undefined if they are gone. */
  open: (storageKey: string) => Promise<BunFile | undefined>;
  /** Called once the record was deleted. What cannot be removed now is left to the sweep. */
  remove: (storageKeys: string[]) => Promise<void>;
  /** Lists everything that is stored or was left by a crash, except for uploads in progress. */
  list: () => Promise<string[]>;
};

/** Bytes being received. If disposed of before `keep` has finished, they leave nothing behind. */
export type IncomingBytes = AsyncDisposable & {
  readonly storageKey: string;
  /** Number of bytes written so far. */
  readonly size: number;
  /** The SHA-256 of all bytes, in hexadecimal; null until `keep` has them on the disk. */
  readonly sha256: string | null;
  /** Throws `too_large` as soon as the limit is passed. */
  write: (chunk: Uint8Array) => Promise<void>;
  /** Syncs the bytes to disk permanently, then creates their record. */
  keep: <T>(record: () => Promise<T>) => Promise<T>;
};

/** The disk is full or failing. */
const OF_THE_DISK = ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS'];

export function asUnavailable(error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (!OF_THE_DISK.includes(code)) return error;
  return new InboxError(
    'unavailable',
    'The inbox cannot save anything at the moment; nothing was saved',
  );
}

export const tooLarge = (maxFileSize: number) =>
  new InboxError('too_large', `A file must not exceed ${sizeOf(maxFileSize)}`);
