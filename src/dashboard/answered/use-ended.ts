import { useEffect } from 'react';
import type { Message } from '../../core/messages/schema.ts';
import type { Retracted } from '../../core/retractions/schema.ts';
import { endedAt, placeAt } from '../../core/reviews/ended.ts';
import { useMessages } from '../data/messages.ts';
import type { Narrow } from './use-filter.ts';
import { useRetractedBeside } from './use-retracted-beside.ts';

export type Ended = Message | Retracted;

export const timeOf = (one: Ended): string =>
  'at' in one ? one.at : ((one.review && endedAt(one.review)) ?? one.updatedAt);
const placeOf = (one: Ended) => placeAt(timeOf(one), one.id);

const NEAR_ROWS = 10;

/**
 * The ended questions that match, latest first; more are loaded once the selected one is near the
 * end.
 */
export function useEnded(filter: Narrow['filter'], chosen: string | undefined) {
  const query = useMessages(filter);
  const { data, hasNextPage, fetchNextPage, isFetching, isFetchNextPageError } = query;
  const answered = data?.pages.flatMap(({ messages }) => messages) ?? [];
  const retracted = useRetractedBeside(answered, filter, hasNextPage);
  const rows: Ended[] = [...answered, ...retracted].sort((one, other) =>
    placeOf(one) < placeOf(other) ? 1 : -1,
  );
  const at = rows.findIndex(({ id }) => id === chosen);
  const isShort = at >= rows.length - NEAR_ROWS && at >= 0 && hasNextPage;
  useEffect(() => {
    if (isShort && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [isShort, isFetching, isFetchNextPageError, fetchNextPage]);
  return { ...query, rows, chosen: rows[at], next: rows[at + 1]?.id, previous: rows[at - 1]?.id };
}
