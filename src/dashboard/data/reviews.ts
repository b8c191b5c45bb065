import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { ok } from '../../client/client.ts';
import { countIn, type PendingPage, readPendingPage } from '../../client/pending.ts';
import { InboxError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Message } from '../../core/messages/schema.ts';
import type { Counts } from '../../core/reviews/schema.ts';
import { useClient } from './api.ts';
import { apply } from './apply.ts';
import { change, invalidate } from './heard.ts';
import { findPending, type PendingPages, takeFromPending } from './pending.ts';
import { queryKeys } from './query-keys.ts';

/** Pending questions in pages, soonest to expire first: all, or those in which every word is found. */
export function usePending(search = '') {
  const client = useClient();
  const query = useInfiniteQuery<PendingPage, Error, PendingPages, string[], string | null>({
    queryKey: queryKeys.pending(search),
    queryFn: ({ pageParam }) =>
      readPendingPage(client, {
        ...(search === '' ? {} : { search }),
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }),
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // While the next search is under way, what the last one found stays.
    ...(search === '' ? {} : { placeholderData: keepPreviousData }),
  });
  const { data } = query;
  const pending = useMemo(() => data?.pages.flatMap(({ messages }) => messages), [data]);
  return { ...query, pending };
}

/** How many are pending in a channel, or in all of them; 0 until that is known. */
export const usePendingCount = (channelId?: string): number => countIn(useCounts(), channelId);

const none: Counts = { channels: {} };

export function useCounts(): Counts {
  const client = useClient();
  const { data = none } = useQuery<Counts>({
    queryKey: queryKeys.counts,
    queryFn: () => ok(client.counts.get()),
  });
  return data;
}

/**
 * Sends an answer. The question leaves the list at once and comes back if the server refuses; a 409
 * tells in its details who was faster (`respondedBy`, `respondedAt`, `status`).
 */
export function useAnswer() {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: queryKeys.answers,
    mutationFn: ({ id, ...answer }: Answer) => ok(client.reviews({ id }).respond.post(answer)),
    onMutate({ id }) {
      const asked = findPending(queryClient, id);
      change(queryClient, (read) => takeFromPending(read, (one) => one.id === id));
      return asked;
    },
    onSuccess: (message) => apply(queryClient, 'review:responded', message),
    onError(error, { id }, asked) {
      const isSettled = isAnsweredElsewhere(error);
      // At once, as the server may be out of reach.
      if (asked && !isSettled) apply(queryClient, 'message:updated', asked);
      void invalidate(queryClient, { queryKey: queryKeys.pending() });
      void invalidate(queryClient, { queryKey: queryKeys.message(id) });
    },
  });
}

/** The question ended before the answer came; a 409 of a question that is still open says otherwise. */
export const isAnsweredElsewhere = (error: unknown) =>
  error instanceof InboxError && error.code === 'conflict' && error.details.status !== 'pending';

/** `seq` is that of the message as it is shown: an answer to another question is refused. */
export type Answer = { id: string; response: JsonObject; seq: number };

const LONGEST_TITLE = 2000;

/** A question in one line: its title, else the first line of its text or of what it prompts. */
export function titleOf({ text, review }: Pick<Message, 'text' | 'review'>): string {
  const { title, prompt } = review?.payload ?? {};
  if (typeof title === 'string' && title.trim()) return title;
  return firstLine(text) || firstLine(prompt) || 'Without words';
}

function firstLine(text: unknown): string {
  if (typeof text !== 'string') return '';
  const [line = ''] = text.trimStart().slice(0, LONGEST_TITLE).split('\n', 1);
  return line.replace(/^#+\s+|[*_`]/g, '').trim();
}
