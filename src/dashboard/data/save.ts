import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { InboxError } from '../../core/errors.ts';
import { tell } from '../look/tell.ts';
import { invalidate } from './readings.ts';

type Options<Output> = {
  /** What was read and is not so any more. */
  changes?: QueryKey[];
  /** Said when it is done. */
  said?: string | ((output: Output) => string);
};

/**
 * A change that a form or a button makes: one at a time, however often it is pressed. What the server
 * refuses stands in `errors` by field, and in `refusal` where it is about none of them.
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
    // Not with `mutate`: what was saved may be gone from the page before its answer is here.
    onSuccess: async (output, { done }) => {
      done?.(output);
      if (said !== undefined) tell(typeof said === 'string' ? said : said(output));
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
      // React learns that it is under way a moment later than a second press may come.
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

/** The server's own words at the fields they are about. */
export function errorsAt(error: Error | null): Record<string, string> {
  return Object.fromEntries(issuesOf(error).map(({ path, message }) => [path[0] ?? '', message]));
}
