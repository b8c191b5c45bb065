/** Sends an answer; its outcome is shown on whatever page is open when it arrives. */
import type { Issue } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { useKeyboard } from '../keys/use-keys.tsx';
import { useAnswers, useShown, useUnsent } from '../outbox/context.ts';
import type { Asked } from './asked.ts';

export type Sending = {
  /** `isSure`: the server cannot refuse it for its form, so the next question opens without waiting. */
  send: (response: JsonObject, how?: { isSure: boolean }) => void;
  isSending: boolean;
  /** The server's issues with the last answer, by the path within it. */
  issues: Issue[];
  /** The reason why the last answer was not stored. */
  failure: string | null;
};

const none: Issue[] = [];

export function useSending(message: Asked, onAnswered: () => void): Sending {
  const answers = useAnswers();
  const unsent = useUnsent(message.id);
  useShown(message.id);
  const keyboard = useKeyboard();
  const isRefused = unsent?.state === 'refused';
  const isSending = unsent !== undefined && !isRefused;

  const send = async (response: JsonObject, { isSure } = { isSure: false }) => {
    keyboard.answered();
    if (isSending) return;
    const { isHeld, isStored } = answers.answer(message, response);
    if (isHeld || isSure) return onAnswered();
    if (await isStored) onAnswered();
  };
  return {
    send: (response, how) => void send(response, how),
    isSending,
    issues: isRefused ? unsent.issues : none,
    failure: isRefused ? unsent.reason : null,
  };
}
