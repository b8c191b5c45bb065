import type { Caller } from '../access/callers.ts';
import { scopeOfAll } from '../access/permissions.ts';
import { actorOf } from '../audit/action.ts';
import type { Change, ChangeBy, Inbox } from '../inbox.ts';
import type { Message } from '../messages/schema.ts';
import { toPage } from '../pages.ts';
import { presentIn } from '../removed-channels.ts';
import { digestOfAnswer, digestOfQuestion } from '../reviews/digests.ts';
import { placeAt } from '../reviews/ended.ts';
import { decisionOf } from '../reviews/kinds/answer-words.ts';
import { namingFor } from '../reviews/naming.ts';
import type { Review } from '../reviews/schema.ts';
import { toTimestamp } from '../time.ts';
import type { ListRetracted } from './schema.ts';
import { deleteRetractedBefore, insertRetracted, retractedRow, retractedRows } from './table.ts';

/** Lists the retracted questions, the latest first. */
export async function listRetracted(inbox: Inbox, caller: Caller, list: ListRetracted) {
  const scope = await presentIn(inbox.store.read, scopeOfAll(caller, list.channel));
  const rows = await retractedRows(inbox.store.read, scope, list);
  const naming = await namingFor(inbox, caller);
  const named = rows.map((row) => ({
    ...row,
    respondedBy: row.respondedBy && naming(row.respondedBy),
    retractedBy: naming(row.retractedBy),
  }));
  return toPage(named, list.limit, ({ at, id }) => placeAt(at, id));
}

const AT_ONCE = 500;

/** Deletes a slice of those retracted before a time; returns whether more may be left. */
export const deleteRetracted = async (change: Change, before: string): Promise<boolean> =>
  (await deleteRetractedBefore(change, before, AT_ONCE)) === AT_ONCE;

/** Stores what stays on record of a message that is about to be deleted. */
export async function noteRetraction(change: ChangeBy, message: Message): Promise<void> {
  const { inbox, tx, emit, caller } = change;
  const { id, channelId, review } = message;
  const questionDigest = await digestOfQuestion(tx, message);
  emit('audited', {
    by: caller,
    action: 'message.retracted',
    subject: { kind: 'message', id, name: null },
    detail: { channelId, questionDigest, ...endOf(review) },
  });
  if (!review) return;
  await insertRetracted(change, {
    id,
    channelId,
    type: review.type,
    selectedOption: decisionOf(review),
    respondedBy: review.respondedBy,
    retractedBy: actorOf(caller),
    at: toTimestamp(inbox.now()),
  });
}

/** For a message with a question: its kind, and how it had ended. */
function endOf(review: Review | null) {
  if (!review) return {};
  const { type, status, response, respondedBy } = review;
  const answer = response ? { answerDigest: digestOfAnswer(review, response) } : {};
  return { type, status, ...answer, selectedOption: decisionOf(review), answeredBy: respondedBy };
}

/** Whether a question was retracted, as long as that is stored. */
export const wasRetracted = async ({ store }: Inbox, id: string): Promise<boolean> =>
  (await retractedRow(store.read, id)) !== undefined;
