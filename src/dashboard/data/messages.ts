import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { channelQuery, ok } from '../../client/client.ts';
import type { Window } from '../../client/replica/window.ts';
import type { Message } from '../../core/messages/schema.ts';
import { useClient } from './api.ts';
import { type MessageFilter, queryKeys } from './query-keys.ts';
import type { Pages } from './replica.ts';

const PAGE = 50;

/** The messages of a channel before a given one, newest first. */
export function useMessagesBefore({ id, channelId }: Message, limit: number) {
  const client = useClient();
  return useQuery<Message[]>({
    queryKey: ['before', id, limit],
    queryFn: async () => {
      const query = { ...channelQuery(channelId), cursor: id, limit };
      return (await ok(client.messages.get({ query }))).data;
    },
  });
}

/** One complete message, such as a question. */
export function useMessage(id: string, { enabled = true } = {}) {
  const client = useClient();
  return useQuery<Message>({
    queryKey: queryKeys.message(id),
    queryFn: () => ok(client.messages({ id }).get({ query: {} })),
    enabled,
  });
}

/** A message of a list; one that was truncated is loaded by itself, and is truncated until then. */
export function useWhole(message: Message): Message {
  const { data } = useMessage(message.id, { enabled: message.truncated });
  return message.truncated ? (data ?? message) : message;
}

/** Loads several in full; null until all are loaded. */
export function useWholes(messages: Message[]): Message[] | null {
  const client = useClient();
  const cut = messages.filter(({ truncated }) => truncated);
  const read = useQueries({
    queries: cut.map(({ id }) => ({
      queryKey: queryKeys.message(id),
      queryFn: () => ok(client.messages({ id }).get({ query: {} })),
    })),
  });
  const byId = new Map(read.flatMap(({ data }) => (data ? [[data.id, data]] : [])));
  if (byId.size < cut.length) return null;
  return messages.map((one) => byId.get(one.id) ?? one);
}

/** Messages in pages, newest first; `fetchNextPage` loads more. */
export function useMessages(filter: MessageFilter, { enabled = true } = {}) {
  const client = useClient();
  return useInfiniteQuery<Window, Error, Pages, readonly unknown[], string | null>({
    queryKey: queryKeys.messages(filter),
    queryFn: async ({ pageParam: from }) => {
      const query = { ...filter, limit: PAGE, ...(from === null ? {} : { cursor: from }) };
      const { data: messages, nextCursor: to } = await ok(client.messages.get({ query }));
      return { messages, from, to };
    },
    initialPageParam: null,
    getNextPageParam: ({ to }) => to,
    enabled,
    // While other filters load, the previous matches stay.
    placeholderData: (held, query) => (isSameList(query?.queryKey[1], filter) ? held : undefined),
  });
}

/** For questions that ended in the same way. */
const isSameList = (held: unknown, { order, review }: MessageFilter) =>
  order === 'ended' && (held as MessageFilter | undefined)?.review === review;
