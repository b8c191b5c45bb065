/** What was asked and what was answered, as the record keeps it: it proves a text without holding it. */
import { digestOf } from '../canonical.ts';
import type { JsonObject } from '../json.ts';
import type { Message } from '../messages/schema.ts';
import { hidePasswords } from './answers.ts';
import type { Review } from './schema.ts';

/** SHA-256 of the canonical JSON of `{ text, payload, attachments }`, each file as id, name, type and size. */
export const digestOfQuestion = ({
  text,
  review,
  attachments,
}: Pick<Message, 'text' | 'review' | 'attachments'>): string =>
  digestOf({
    text,
    payload: review?.payload ?? null,
    attachments: attachments.map(({ id, filename, mimeType, size }) => ({
      ...{ id, filename, mimeType, size },
    })),
  });

/** Of the answer with `***` for each password: a digest of a short secret can be guessed. */
export const digestOfAnswer = (review: Review, answer: JsonObject): string =>
  digestOf(hidePasswords(review, answer));
