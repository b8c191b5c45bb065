/** How an answer is stored, and who learns of it. */
import type { Tx } from '../../storage/store.ts';
import type { Human } from '../access/callers.ts';
import { theInbox } from '../audit/action.ts';
import { notFound } from '../errors.ts';
import type { Change } from '../inbox.ts';
import type { JsonObject } from '../json.ts';
import { listedAnswer } from '../messages/cut.ts';
import type { Message } from '../messages/schema.ts';
import { findMessage } from '../messages/stored.ts';
import { withReachWithin } from '../notify/reach.ts';
import { settleNotices } from '../notify/taking-back.ts';
import { toTimestamp } from '../time.ts';
import { DIGEST_RULES, digestOfAnswer, digestOfQuestion } from './digests.ts';
import { decisionOf, verdictOf } from './kinds/answer-words.ts';
import { namingFor, withAnswerer } from './naming.ts';
import { countReach } from './reach.ts';
import type { RespondedBy, Review } from './schema.ts';
import { completePending } from './table.ts';

/** A message with a question. */
export type Asked = Message & { review: Review };

/** Returns the current message with its question. */
export async function findAsked(tx: Tx, id: string): Promise<Asked> {
  const message = await findMessage(tx, 'all', id);
  if (!message?.review) throw notFound('Message');
  return { ...message, review: message.review };
}

/**
 * Stores the answer to a pending question, ends its notices, records the answer and announces it. Returns the message
 * as it is then; null if the question had ended.
 * @param by null for an answer that an expired question gives itself
 */
export async function storeAnswer(
  change: Change,
  asked: Asked,
  answer: JsonObject,
  by: Human | null,
): Promise<Asked | null> {
  const { inbox, tx, emit } = change;
  const { id, channelId } = asked;
  const questionDigest = await digestOfQuestion(tx, asked);
  const answerDigest = digestOfAnswer(asked.review, answer);
  const stored = {
    response: JSON.stringify(answer),
    respondedAt: toTimestamp(inbox.now()),
    respondedBy: by && JSON.stringify(answererOf(by)),
    answeredBy: by?.userId ?? null,
    questionDigest,
    answerDigest,
    verdict: verdictOf({ ...asked.review, response: answer }),
    answerLine: listedAnswer(asked.review, answer),
  };
  const seq = await completePending(change, id, stored, { isOverdue: by === null });
  if (seq === null) return null;
  if (await settleNotices(change, [id])) await countReach(change, [id]);
  const message = await withReachWithin(change, await findAsked(tx, id));
  const { review } = message;
  emit('audited', {
    by: by ?? theInbox,
    action: 'review.answered',
    subject: { kind: 'message', id, name: null },
    detail: {
      channelId,
      type: review.type,
      rules: DIGEST_RULES,
      questionDigest,
      answerDigest,
      verdict: review.verdict,
      answeredBy: review.respondedBy,
      respondedAt: review.respondedAt,
      ...optionIn(review),
      ...(by === null ? { automatic: true } : {}),
    },
  });
  const named = withAnswerer(message, await namingFor(inbox, { kind: 'human' }));
  emit('review:responded', named, { seq, by: by ?? undefined });
  return named;
}

const answererOf = ({ userId: id, name, origin: { via, credential } }: Human): RespondedBy => ({
  id,
  name,
  via,
  credential,
});

/** Returns the option id of an approval's answer: the agent's own word, and not a person's text. */
function optionIn(answered: Pick<Review, 'type' | 'response'>) {
  const selectedOption = decisionOf(answered);
  return selectedOption === null ? {} : { selectedOption };
}
