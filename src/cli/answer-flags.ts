/** Answers given by flags, for scripts. */
import type { JsonObject } from '../core/json.ts';
import type { Review } from '../core/reviews/schema.ts';
import { UsageError } from './errors.ts';
import type { AnswerFlags } from './kinds/kind.ts';
import { terminalOf } from './kinds/kinds.ts';
import { readObject } from './options.ts';

type Asked = Pick<Review, 'type' | 'payload'>;

/** The flags that answer a review of this type, for use without a terminal. */
export const flagsFor = ({ type, payload }: Asked): string => terminalOf(type).flags.usage(payload);

/** Builds the answer from the flags; undefined if none was given. */
export async function answerFromFlags(
  review: Asked,
  flags: AnswerFlags,
): Promise<JsonObject | undefined> {
  const { option, comment, text, field, input, answer, dismiss } = flags;
  if (answer !== undefined) return readObject(answer);
  if (dismiss) return dismissed(review);
  const kind = terminalOf(review.type).flags;
  const own = await kind.answer?.(review.payload, flags);
  if (own) return own;
  const given = [option, comment, text, field, input].some((flag) => flag !== undefined);
  if (given) throw new UsageError(`This question takes ${kind.takes}: ${flagsFor(review)}`);
  return undefined;
}

function dismissed({ payload }: Asked): JsonObject {
  if (typeof payload.dismissLabel !== 'string') {
    throw new UsageError('This question cannot be dismissed.');
  }
  return { _dismissed: true };
}
