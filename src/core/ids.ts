import { decodeTime, encodeTime, monotonicFactory } from 'ulid';
import { z } from 'zod';
import { toTimestamp } from './time.ts';

/** A ULID. Any other text is accepted too: no record has it as its id. */
export const Id = z.string().min(1).max(128);

/** People see the end of an id: those of one minute begin alike. */
export const IdEnd = z
  .string()
  .regex(/^[0-9a-z]{4,26}$/i, 'Must be 4 to 26 letters and digits')
  .transform((end) => end.toUpperCase())
  .describe('At least the last 4 characters of an id; case-insensitive');

/**
 * Creates ids in chronological order, even past a restart with the clock set back: the first sorts
 * after `last`, the newest id on disk.
 */
export function idFactory(now: () => number, last: string | null): () => string {
  const next = monotonicFactory();
  if (last !== null) next(decodeTime(last) + 1);
  return () => next(now());
}

/** Returns when an id was created. */
export const timeOfId = (id: string) => toTimestamp(decodeTime(id));

/** Returns a text that sorts before every id from this time on, and after all earlier ones. */
export const idAt = (ms: number) => `${encodeTime(ms, 10)}${'0'.repeat(16)}`;
