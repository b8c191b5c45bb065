import { z } from 'zod';

export const LARGEST_PAGE = 100;

/** How many to list: 1 to 100; more is cut to 100. */
export const Limit = z.coerce
  .number()
  .int()
  .min(1)
  .transform((limit) => Math.min(limit, LARGEST_PAGE));

/** Cuts what was read, one more than `limit`, to a page; the cursor is null on the last. */
export function toPage<T extends { id: string }>(rows: T[], limit: number) {
  const data = rows.slice(0, limit);
  return { data, nextCursor: rows.length > limit ? (data.at(-1)?.id ?? null) : null };
}
