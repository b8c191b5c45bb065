import { decodeTime, encodeTime, monotonicFactory } from 'ulid';
import { z } from 'zod';
import { toTimestamp } from './time.ts';

/** A ULID. Any other text is taken too: it is the id of nothing. */
export const Id = z.string().min(1).max(128);

/** What people are shown of an id is its end: those of one minute begin alike. */
export const IdEnd = z
  .string()
  .regex(/^[0-9a-z]{4,26}$/i, 'Must be 4 to 26 letters and digits')
  .transform((end) => end.toUpperCase())
  .describe('At least the last 4 characters of an id; case-insensitive');

/**
 * Makes ids that order as time does, also past a restart with the clock set back: the first stands
 * after `last`, the newest id on the disk.
 */
export function idFactory(now: () => number, last: string | null): () => string {
  const next = monotonicFactory();
  if (last !== null) next(decodeTime(last) + 1);
  return () => next(now());
}

/** When an id was made. */
export const timeOfId = (id: string) => toTimestamp(decodeTime(id));

/** A text that stands before every id of this moment and later, and after those of before. */
export const idAt = (ms: number) => `${encodeTime(ms, 10)}${'0'.repeat(16)}`;
