import { useEffect } from 'react';
import type { Message } from '../../core/messages/schema.ts';
import type { Retracted } from '../../core/retractions/schema.ts';
import { placeAt, placeOfEnded } from '../../core/reviews/ended.ts';
import { useRetracted } from '../data/retracted.ts';
import type { Narrow } from './use-filter.ts';

/**
 * The retracted questions within the loaded range: down to the oldest row, or all at the end of the
 * list.
 */
export function useRetractedBeside(
  messages: Message[],
  { review, order: _, search, verdict, session, askedBy, ...filter }: Narrow['filter'],
  hasNextPage: boolean,
): Retracted[] {
  // Their texts, verdicts and sources are gone.
  const isOfRetracted = !search && !verdict && !session && !askedBy;
  const enabled = review === 'completed' && isOfRetracted;
  const retracted = useRetracted(filter, { enabled });
  const { data, hasNextPage: hasMore, fetchNextPage, isFetching } = retracted;
  const all = (enabled && data?.pages.flat()) || [];
  const last = messages.at(-1);
  const oldest = hasNextPage && last ? placeOfEnded(last) : '';
  const lastRead = all.at(-1);
  const isShort = hasMore && (lastRead ? placeAt(lastRead.at, lastRead.id) : '') > oldest;
  useEffect(() => {
    if (isShort && !isFetching) void fetchNextPage();
  }, [isShort, isFetching, fetchNextPage]);
  return all.filter(({ at, id }) => placeAt(at, id) > oldest);
}
