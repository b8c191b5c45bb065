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
import { recordRow } from './record-table.ts';
import type { Review } from './schema.ts';

/** A message with a question. */
export type Asked = Message & { review: Review };

/** Returns the current message with its question. */
export async function findAsked(tx: Tx, id: string): Promise<Asked> {
  const message = await findMessage(tx, 'all', id);
  if (!message?.review) throw notFound('Message');
  return { ...message, review: message.review };
}

/** Returns what is stored of an answer. */
export async function completionOf({ inbox, tx }: Change, asked: Asked, answer: JsonObject) {
  return {
    response: JSON.stringify(answer),
    respondedAt: toTimestamp(inbox.now()),
    questionDigest: await digestOfQuestion(tx, asked),
    answerDigest: digestOfAnswer(asked.review, answer),
    verdict: verdictOf({ ...asked.review, response: answer }),
    answerLine: listedAnswer(asked.review, answer),
  };
}

/** Ends the notices of a question that was answered, records the answer and announces it. */
export async function announceAnswer(
  change: Change,
  { id, by }: { id: string; by: Human | null },
): Promise<Asked> {
  const { inbox, tx, emit } = change;
  if (await settleNotices(change, [id])) await countReach(change, [id]);
  const message = await withReachWithin(change, await findAsked(tx, id));
  const { channelId, review } = message;
  const { questionDigest = null, answerDigest = null } = (await recordRow(tx, id)) ?? {};
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
  emit('review:responded', named, by === null ? {} : { by });
  return named;
}

/** Returns the option id of an approval's answer: the agent's own word, and not a person's text. */
function optionIn(answered: Pick<Review, 'type' | 'response'>) {
  const selectedOption = decisionOf(answered);
  return selectedOption === null ? {} : { selectedOption };
}
