/** An answer on its way: what comes of it is told where the person is by then. */
import { notifications } from '@mantine/notifications';
import { useMutationState } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { InboxError, type Issue } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Message } from '../../core/messages/schema.ts';
import { queryKeys } from '../data/query-keys.ts';
import { type Answer, isAnsweredElsewhere, titleOf, useAnswer } from '../data/reviews.ts';
import { useForgetDraft } from './drafts.ts';
import { whoAndWhen } from './when.ts';

export type Sending = {
  /** `isSure`: nothing in it can be refused for its form, so the next question opens at once. */
  send: (response: JsonObject, how?: { isSure: boolean }) => void;
  isSending: boolean;
  /** What the server found wrong with the last answer, by the path within it. */
  issues: Issue[];
  /** Why the last answer was not stored. */
  failure: string | null;
};

export function useSending(message: Message, onAnswered: () => void): Sending {
  const answer = useAnswer();
  const forget = useForgetDraft();
  const isShown = useIsShown();
  const last = useLastAnswer(message.id);

  const send = async (response: JsonObject, { isSure } = { isSure: false }) => {
    if (last?.status === 'pending') return;
    const stored = answer.mutateAsync({ id: message.id, response, seq: message.seq });
    if (isSure) onAnswered();
    try {
      await stored;
      forget(message.id);
      if (!isSure) onAnswered();
    } catch (error) {
      if (!isShown.current) tell(message, error);
    }
  };

  const error = last?.status === 'error' ? last.error : null;
  return {
    send: (response, how) => void send(response, how),
    isSending: last?.status === 'pending',
    issues: issuesIn(error),
    failure: error && sentenceOf(error),
  };
}

function useLastAnswer(id: string) {
  const answers = useMutationState({
    filters: {
      mutationKey: queryKeys.answers,
      predicate: ({ state }) => (state.variables as Answer | undefined)?.id === id,
    },
    select: ({ state }) => ({ status: state.status, error: state.error }),
  });
  return answers.at(-1);
}

function useIsShown() {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}

/** The person is at another question by now. */
function tell(message: Message, error: unknown): void {
  const isLate = isAnsweredElsewhere(error);
  notifications.show({
    title: isLate ? 'Somebody was faster' : 'Your answer was not stored',
    color: isLate ? 'blue' : 'red',
    autoClose: false,
    message: (
      <>
        {sentenceOf(error)} <Link href={`/m/${message.id}`}>{titleOf(message)}</Link>
      </>
    ),
  });
}

function issuesIn(error: unknown): Issue[] {
  if (!(error instanceof InboxError) || error.code !== 'invalid') return [];
  const issues = error.details.issues ?? [];
  return issues.map((one) => ({ ...one, path: one.path.slice(1) }));
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof InboxError)) return 'The inbox could not store it. Try again.';
  const { code, details, message } = error;
  if (code === 'unavailable') return 'The inbox is out of reach. Your answer is kept here.';
  if (code === 'invalid') return 'Something in it does not fit.';
  if (isAnsweredElsewhere(error)) return `${whoAndWhen(details as never)}.`;
  return message;
}
