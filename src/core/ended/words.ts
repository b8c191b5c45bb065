/** An answer as recorded: in full, and independent of language and place. */
import { answerLabel, commentIn, placedComments } from '../reviews/kinds/answer-words.ts';
import { valuesByName } from '../reviews/kinds/labels.ts';
import { wordsOf } from '../reviews/kinds/words.ts';
import type { Review } from '../reviews/schema.ts';

type Answered = Pick<Review, 'type' | 'payload' | 'response'>;

/** Null without an answer. */
export function answerText({ type, payload, response }: Answered): string | null {
  if (!response) return null;
  if (response._dismissed === true) return textOf(payload.dismissLabel) ?? 'Dismissed';
  const { record } = wordsOf(type);
  if (record) return record(response, payload);
  const values = Object.entries(response).filter(([name]) => !isComment(name));
  return valuesByName(values.map(([name, value]) => [answerLabel({ type, payload }, name), value]));
}

/** Returns the comment of the answer; null if there was none. */
export function commentText({ type, response }: Answered): string | null {
  if (!response) return null;
  const comments = placedComments(response).map(
    ({ path, line, text }) => `${[path, line].filter(Boolean).join(':')}: ${text}`,
  );
  return commentIn({ type, response }) ?? (comments.length > 0 ? comments.join('\n') : null);
}

const isComment = (name: string) => name === 'comment' || name === 'comments';

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
