import { type InfiniteData, useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { ok, within } from '../../client/client.ts';
import type { Message } from '../../core/messages/schema.ts';
import { useClient } from './api.ts';
import { type MessageFilter, queryKeys } from './query-keys.ts';

const PAGE = 50;

/** The last messages of a channel before one of it, newest first. */
export function useMessagesBefore({ id, channelId }: Message, limit: number) {
  const client = useClient();
  return useQuery<Message[]>({
    queryKey: ['before', id, limit],
    queryFn: async () => {
      const query = { ...within(channelId), cursor: id, limit };
      return (await ok(client.messages.get({ query }))).data;
    },
  });
}

export type MessagePage = { data: Message[]; nextCursor: string | null };
export type MessagePages = InfiniteData<MessagePage, string | null>;

/** One whole message, such as the one that asks. */
export function useMessage(id: string, { enabled = true } = {}) {
  const client = useClient();
  return useQuery<Message>({
    queryKey: queryKeys.message(id),
    queryFn: () => ok(client.messages({ id }).get({ query: {} })),
    enabled,
  });
}

/** A message of a list; one that was cut there is read by itself, and is cut until that has come. */
export function useWhole(message: Message): Message {
  const { data } = useMessage(message.id, { enabled: message.truncated });
  return message.truncated ? (data ?? message) : message;
}

/** The same for several; null until all have come. */
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

/** Messages in pages, newest first; `fetchNextPage` reads older ones. */
export function useMessages(filter: MessageFilter, { enabled = true } = {}) {
  const client = useClient();
  return useInfiniteQuery<MessagePage, Error, MessagePages, readonly unknown[], string | null>({
    queryKey: queryKeys.messages(filter),
    queryFn: ({ pageParam }) => {
      const query = {
        ...filter,
        limit: PAGE,
        ...(pageParam === null ? {} : { cursor: pageParam }),
      };
      return ok(client.messages.get({ query }));
    },
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled,
    // While other filters are read, what the last ones left stays.
    placeholderData: (held, query) => (isSameList(query?.queryKey[1], filter) ? held : undefined),
  });
}

/** Of questions that ended the same way. */
const isSameList = (held: unknown, { order, review }: MessageFilter) =>
  order === 'ended' && (held as MessageFilter | undefined)?.review === review;
