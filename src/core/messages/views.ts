/** What of a message a caller is shown. */
import type { Caller } from '../access/callers.ts';
import { hidePasswords } from '../reviews/answers.ts';
import type { Review } from '../reviews/schema.ts';
import type { Message } from './schema.ts';

/** One message by itself: the values of password fields are for the agent alone. */
export function asSeenBy(caller: Caller, message: Message): Message {
  return caller.kind === 'agent' ? asSentToAgents(message) : asListed(message);
}

/** A message in a list, or sent to people: no passwords. */
export function asListed(message: Message): Message {
  const shown = asSentToAgents(message);
  const { review } = shown;
  if (!review?.response) return shown;
  return { ...shown, review: { ...review, response: hidePasswords(review, review.response) } };
}

/** As agents see it wherever they do. Headers of a callback may carry credentials: names are shown. */
export function asSentToAgents(message: Message): Message {
  const { review } = message;
  return review?.callback ? { ...message, review: maskCallback(review) } : message;
}

function maskCallback(review: Review): Review {
  if (!review.callback) return review;
  const names = Object.keys(review.callback.headers);
  const headers = Object.fromEntries(names.map((name) => [name, '***']));
  return { ...review, callback: { ...review.callback, headers } };
}

/** Whether somebody can answer it now; a question on a draft is asked at its end. */
export const isPending = ({ review }: Message): boolean =>
  review?.status === 'pending' && review.openedAt !== null;
