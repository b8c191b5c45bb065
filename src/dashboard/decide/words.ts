/** The words of the page besides the question. */
import { shownName } from '../../core/access/people.ts';
import type { Decision } from '../../core/notify/decision-schema.ts';
import { when } from '../look/clock.ts';
import type { Ending } from './exchange.ts';

type Words = { title: string; sentence: string };

export function givenWords({ answer, again, respondedAt }: Decision): Words {
  const at = respondedAt ? ` at ${when(respondedAt)}` : '';
  return again
    ? { title: `You already answered: ${answer}`, sentence: `You gave this answer${at}.` }
    : { title: `You answered: ${answer}`, sentence: 'You can close this page.' };
}

export function endedWords({ status, answer, why, respondedAt, ...ending }: Ending): Words {
  if (status === 'withdrawn') {
    const sentence = 'It is no longer asked, and can no longer be answered.';
    return {
      title: 'This question was withdrawn',
      sentence: why ? `${why}. ${sentence}` : sentence,
    };
  }
  if (status !== 'completed') {
    return { title: 'This question has expired', sentence: 'It can no longer be answered.' };
  }
  const by = ending.respondedBy;
  const title = `Already answered: ${answer ?? 'in the inbox'}`;
  const at = respondedAt ? ` at ${when(respondedAt)}` : '';
  if (ending.automatic)
    return { title, sentence: `It was answered automatically${at}, because nobody had answered.` };
  return { title, sentence: `${by ? shownName(by) : 'Another user'} answered${at}.` };
}

export const statusWords = {
  info: 'Note',
  success: 'Success',
  warning: 'Warning',
  error: 'Error',
};

export const invalidWords: Words = {
  title: 'This link is no longer valid',
  sentence: 'The question was removed, or this link can no longer answer it. Nothing was answered.',
};

export const formerWords: Words = {
  title: 'This link is from before the upgrade',
  sentence: 'Open the inbox to answer the question. Nothing was answered.',
};

/** Why a question could not be read. */
export const unreadWords = ({ status }: { status: number | null }): Words => ({
  title: status === null ? 'Not connected' : 'The question could not be loaded',
  sentence: reasonOf(status),
});

/** Why a press was perhaps not received; a repeated one is harmless. */
export const unsentWords = ({ status }: { status: number | null }): string =>
  status === null
    ? 'Your answer may not have arrived. Check your connection and press again. It is stored only once.'
    : `Nothing was answered. ${reasonOf(status)}`;

function reasonOf(status: number | null): string {
  if (status === null) return "The inbox can't be reached from here. Check your connection.";
  if (status === 429) return 'Too many requests with this link. Try again in a minute.';
  return `The inbox is unavailable (${status}). Try again in a minute.`;
}
