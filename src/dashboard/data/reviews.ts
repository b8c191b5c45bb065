import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ok } from '../../client/client.ts';
import { readAllPending } from '../../client/pending.ts';
import { InboxError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Message } from '../../core/messages/schema.ts';
import { useClient } from './api.ts';
import { apply, takeFromPending } from './apply.ts';
import { change, invalidate } from './heard.ts';
import { queryKeys } from './query-keys.ts';

/** What waits in all channels, soonest to expire first. */
export function usePending() {
  const client = useClient();
  return useQuery<Message[]>({
    queryKey: queryKeys.pending,
    queryFn: () => readAllPending(client),
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
    mutationKey: queryKeys.answers,
    mutationFn: ({ id, ...answer }: Answer) => ok(client.reviews({ id }).respond.post(answer)),
    onMutate({ id }) {
      const pending = queryClient.getQueryData<Message[]>(queryKeys.pending);
      change(queryClient, (read) => takeFromPending(read, (one) => one.id === id));
      return pending?.find((one) => one.id === id);
    },
    onSuccess: (message) => apply(queryClient, 'review:responded', message),
    onError(error, { id }, asked) {
      const isSettled = isAnsweredElsewhere(error);
      // At once, as the server may be out of reach.
      if (asked && !isSettled) apply(queryClient, 'message:updated', asked);
      void invalidate(queryClient, { queryKey: queryKeys.pending });
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
