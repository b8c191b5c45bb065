import { z } from 'zod';
import { Id } from '../core/ids.ts';
import { LARGEST_PAGE, Limit, toPage } from '../core/pages.ts';

/** The page of a list that is answered in full without these parameters. */
export const Paged = z.object({
  limit: Limit.optional().describe(
    'Page size, 1 to 100; without limit and cursor, all items are returned',
  ),
  cursor: Id.optional().describe('Inbox-Next-Cursor of the previous page'),
});

type Context = {
  query: z.infer<typeof Paged>;
  set: { headers: Record<string, string | number | undefined> };
};

/** Returns all rows, or those of a page, by id; the header says where the next page begins. */
export function paged<T extends { id: string }>(rows: T[], { query, set }: Context): T[] {
  const { limit = LARGEST_PAGE, cursor } = query;
  if (query.limit === undefined && cursor === undefined) return rows;
  const left = cursor === undefined ? rows : rows.filter(({ id }) => id > cursor);
  const { data, nextCursor } = toPage(left, limit);
  if (nextCursor !== null) set.headers['inbox-next-cursor'] = nextCursor;
  return data;
}
