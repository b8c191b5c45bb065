import { z } from 'zod';

export const LARGEST_PAGE = 100;

/** How many to list: 1 to 100; more is cut to 100. */
export const Limit = z.coerce
  .number()
  .int()
  .min(1)
  .transform((limit) => Math.min(limit, LARGEST_PAGE));

const byId = ({ id }: { id: string }) => id;

/** Cuts what was read, one more than `limit`, to a page; the cursor is null on the last. */
export function toPage<T extends { id: string }>(
  rows: T[],
  limit: number,
  placeOf: (row: T) => string = byId,
) {
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  return { data, nextCursor: rows.length > limit && last ? placeOf(last) : null };
}

/** The cursor of a list by time: the time and id of the last row. */
export const isTimeCursor = (cursor: string) => /^\d{4}-[\dT:.-]+Z_[^_]{1,100}$/.test(cursor);
