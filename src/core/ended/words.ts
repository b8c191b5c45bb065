/** An answer as a record has it: all of it, and the same in every language and place. */
import { commentIn, placedComments } from '../reviews/kinds/answer-words.ts';
import { valuesByName } from '../reviews/kinds/values.ts';
import { wordsOf } from '../reviews/kinds/words.ts';
import type { Review } from '../reviews/schema.ts';

type Answered = Pick<Review, 'type' | 'payload' | 'response'>;

/** Null where nobody answered. */
export function answerText({ type, payload, response }: Answered): string | null {
  if (!response) return null;
  if (response._dismissed === true) return textOf(payload.dismissLabel) ?? 'Dismissed';
  const { record } = wordsOf(type);
  if (record) return record(response, payload);
  return valuesByName(Object.entries(response).filter(([name]) => !isComment(name)));
}

/** What was said beside the answer; null where nothing was. */
export function commentText({ response }: Answered): string | null {
  if (!response) return null;
  const comments = placedComments(response).map(
    ({ path, line, text }) => `${[path, line].filter(Boolean).join(':')}: ${text}`,
  );
  return commentIn(response) ?? (comments.length > 0 ? comments.join('\n') : null);
}

const isComment = (name: string) => name === 'comment' || name === 'comments';

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
