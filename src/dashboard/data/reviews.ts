import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ok } from '../../client/client.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Message } from '../../core/messages/schema.ts';
import { useClient } from './api.ts';
import { apply } from './apply.ts';
import { queryKeys } from './query-keys.ts';

/** What waits in all channels, soonest to expire first. */
export function usePending() {
  const client = useClient();
  return useQuery<Message[]>({
    queryKey: queryKeys.pending,
    queryFn: () => ok(client.reviews.pending.get({ query: {} })),
  });
}

/**
 * Sends an answer. The question leaves the list at once and comes back if the server refuses; a 409
 * tells in its details who was faster (`respondedBy`, `respondedAt`, `status`).
 */
export function useAnswer() {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, response }: { id: string; response: JsonObject }) =>
      ok(client.reviews({ id }).respond.post({ response })),
    onMutate: ({ id }) => {
      queryClient.setQueryData<Message[]>(queryKeys.pending, (pending) =>
        pending?.filter((one) => one.id !== id),
      );
    },
    onSuccess: (message) => apply(queryClient, 'review:responded', message),
    onError: (_, { id }) => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.pending });
      void queryClient.invalidateQueries({ queryKey: queryKeys.message(id) });
    },
  });
}

/** A question in one line: its title, else the first line of its text. */
export function titleOf({ text, review }: Pick<Message, 'text' | 'review'>): string {
  const title = review?.payload.title;
  if (typeof title === 'string' && title.trim()) return title;
  const line = text?.split('\n').find((one) => one.trim()) ?? '';
  return line.replace(/^#+\s+|[*_`]/g, '').trim() || 'Without words';
}
