/** Messages as a caller sees them. */
import type { Caller } from '../access/callers.ts';
import type { JsonObject } from '../json.ts';
import { hidePasswords } from '../reviews/answers.ts';
import type { Review } from '../reviews/schema.ts';
import type { Message } from './schema.ts';

/** A single message: the values of password fields are visible only to the agent. */
export function asSeenBy(caller: Caller, message: Message): Message {
  return caller.kind === 'agent' ? asSentToAgents(message) : asListed(message);
}

/** A message in a list, or sent to people: without passwords. */
export function asListed(message: Message): Message {
  const shown = withoutHeaders(message);
  const { review } = shown;
  if (!review?.response && !review?.default) return shown;
  const hidden = (answer: JsonObject | null) => answer && hidePasswords(review, answer);
  const answers = { response: hidden(review.response), default: hidden(review.default) };
  return { ...shown, review: { ...review, ...answers } };
}

/** A message as agents see it anywhere: without the e-mail address of a user. */
export function asSentToAgents(message: Message): Message {
  const shown = withoutHeaders(message);
  if (shown.review?.respondedBy?.email === undefined) return shown;
  const { email: _, ...respondedBy } = shown.review.respondedBy;
  return { ...shown, review: { ...shown.review, respondedBy } };
}

/** Headers of a callback may contain credentials: only names are shown. */
function withoutHeaders(message: Message): Message {
  const { review } = message;
  return review?.callback ? { ...message, review: maskCallback(review) } : message;
}

function maskCallback(review: Review): Review {
  if (!review.callback) return review;
  const names = Object.keys(review.callback.headers);
  const headers = Object.fromEntries(names.map((name) => [name, '***']));
  return { ...review, callback: { ...review.callback, headers } };
}

/** Returns whether it can be answered now; a draft's question opens at its end. */
export const isPending = ({ review }: Message): boolean =>
  review?.status === 'pending' && review.openedAt !== null;
