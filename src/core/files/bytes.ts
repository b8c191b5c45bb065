/** The bytes of files, each by its storageKey, wherever they are kept. */
import type { BunFile } from 'bun';
import { InboxError } from '../errors.ts';
import { sizeOf } from '../sizes.ts';

export type Files = {
  /** Bytes. */
  maxFileSize: number;
  receive: () => Promise<IncomingBytes>;
  /** Undefined if they are gone. */
  open: (storageKey: string) => Promise<BunFile | undefined>;
  /** After the record went. What can't be removed now is left to the sweep. */
  remove: (storageKeys: string[]) => Promise<void>;
  /** All that are kept or were left by a crash, but not those on their way in. */
  list: () => Promise<string[]>;
};

/** Bytes on their way in. Disposed of before `keep` came to its end, they leave nothing behind. */
export type IncomingBytes = AsyncDisposable & {
  readonly storageKey: string;
  /** Bytes written so far. */
  readonly size: number;
  /** The SHA-256 of all bytes, in hexadecimal; null until `keep` has them on the disk. */
  readonly sha256: string | null;
  /** Throws `too_large` as soon as the limit is passed. */
  write: (chunk: Uint8Array) => Promise<void>;
  /** Puts the bytes on the disk for good, then makes their record. */
  keep: <T>(record: () => Promise<T>) => Promise<T>;
};

/** The disk is full, or fails. */
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
