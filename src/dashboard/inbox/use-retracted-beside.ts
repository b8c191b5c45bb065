import { useEffect } from 'react';
import type { Message } from '../../core/messages/schema.ts';
import type { Retracted } from '../../core/retractions/schema.ts';
import { placeAt, placeOfEnded } from '../../core/reviews/ended.ts';
import { useRetracted } from '../data/retracted.ts';

type Beside = { hasNextPage: boolean; enabled: boolean };

/** The retracted questions that belong among these: all back to the oldest, or all if there are no older ones. */
export function useRetractedBeside(
  messages: Message[],
  { hasNextPage, enabled }: Beside,
): Retracted[] {
  const { data, hasNextPage: hasMore, fetchNextPage, isFetching } = useRetracted({ enabled });
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
