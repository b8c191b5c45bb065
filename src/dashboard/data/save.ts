import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { InboxError } from '../../core/errors.ts';
import { confirmDone } from '../look/confirm-done.ts';
import { invalidate } from './readings.ts';

type Options<Output> = {
  /** The cached data that it outdates. */
  changes?: QueryKey[];
  /** Shown on success. */
  said?: string | ((output: Output) => string);
};

/**
 * A change by a form or button: one at a time, however often it is pressed. The server's refusals
 * are in `errors` by field, or in `refusal` if they concern none.
 */
export function useSave<Input, Output>(
  save: (input: Input) => Promise<Output>,
  { changes = [], said }: Options<Output> = {},
) {
  type Sent = { input: Input; done: ((output: Output) => void) | undefined };
  const queryClient = useQueryClient();
  const isBusy = useRef(false);
  const mutation = useMutation({
    mutationFn: ({ input }: Sent) => save(input),
    // Not with `mutate`: the saved item may leave the page before its response arrives.
    onSuccess: async (output, { done }) => {
      done?.(output);
      if (said !== undefined) confirmDone(typeof said === 'string' ? said : said(output));
      const read = changes.map((queryKey) => invalidate(queryClient, { queryKey }));
      await Promise.all(read);
    },
    onSettled: () => {
      isBusy.current = false;
    },
  });
  const errors = errorsAt(mutation.error);
  const isAtField = Object.keys(errors).length > 0;
  return {
    send(input: Input, done?: (output: Output) => void): void {
      // React renders the pending state later than a second press may come.
      if (isBusy.current) return;
      isBusy.current = true;
      mutation.mutate({ input, done });
    },
    reset: mutation.reset,
    isPending: mutation.isPending,
    issues: issuesOf(mutation.error),
    errors,
    refusal: mutation.error && !isAtField ? mutation.error.message : null,
  };
}

const issuesOf = (error: Error | null) =>
  error instanceof InboxError ? (error.details.issues ?? []) : [];

/** Returns the server's messages by field. */
export function errorsAt(error: Error | null): Record<string, string> {
  return Object.fromEntries(issuesOf(error).map(({ path, message }) => [path[0] ?? '', message]));
}
