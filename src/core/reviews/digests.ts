/** Digests of questions and answers for the record: they prove a text without containing it. */
import type { Tx } from '../../storage/store.ts';
import { digestOf } from '../canonical.ts';
import { sumsOf } from '../files/stored.ts';
import type { JsonObject } from '../json.ts';
import type { Message } from '../messages/schema.ts';
import { hidePasswords } from './answers.ts';
import type { Review } from './schema.ts';

/**
 * Each entry of the audit log names the rules that its digests were made by. If those change, they get
 * another number, and the former ones stay here: an upgrade must never look like a changed record.
 */
export const DIGEST_RULES = 1;

/**
 * SHA-256 of the canonical JSON of `{ text, payload, attachments }`, each file as its id, filename,
 * mimeType, size and sha256, which is null for files from older versions.
 */
export async function digestOfQuestion(
  db: Tx,
  {
    text,
    review,
    attachments,
  }: Pick<Message, 'text' | 'attachments'> & { review: Pick<Review, 'payload'> | null },
): Promise<string> {
  const sums = await sumsOf(
    db,
    attachments.map(({ id }) => id),
  );
  return digestOf({
    text,
    payload: review?.payload ?? null,
    attachments: attachments.map(({ id, filename, mimeType, size }) => ({
      id,
      filename,
      mimeType,
      size,
      sha256: sums.get(id) ?? null,
    })),
  });
}

/** Hashes an answer with `***` for each password: the digest of a short secret can be guessed. */
export const digestOfAnswer = (review: Pick<Review, 'type' | 'payload'>, answer: JsonObject) =>
  digestOf(hidePasswords(review, answer));
