import type { Tx } from '../../storage/open.ts';
import type { Caller } from '../access/callers.ts';
import { scopeOf } from '../access/permissions.ts';
import { actorOf, record } from '../audit/record.ts';
import { digestOf } from '../canonical.ts';
import type { Inbox } from '../inbox.ts';
import type { Message } from '../messages/schema.ts';
import { toPage } from '../pages.ts';
import { toTimestamp } from '../time.ts';
import type { ListRetracted } from './schema.ts';
import { insertRetracted, retractedRows } from './table.ts';

/** The questions that were retracted, in the order in which they were asked, newest first. */
export async function listRetracted(inbox: Inbox, caller: Caller, list: ListRetracted) {
  const scope = scopeOf(caller, list.channel);
  return toPage(await retractedRows(inbox.store.read, scope, list), list.limit);
}

/** Within the change that removes the message: what stays on record of it. */
export async function noteRetraction(
  inbox: Inbox,
  tx: Tx,
  caller: Caller,
  message: Message,
): Promise<void> {
  const { id, channelId, review } = message;
  await record(inbox, tx, caller, {
    action: 'message.retracted',
    subject: { kind: 'message', id, name: null },
    detail: { channelId, digest: digestOfQuestion(message), ...(review ? endOf(review) : {}) },
  });
  if (!review) return;
  await insertRetracted(tx, {
    ...{ id, channelId, type: review.type },
    selectedOption: optionIn(review),
    respondedBy: review.respondedBy,
    retractedBy: actorOf(caller),
    at: toTimestamp(inbox.now()),
  });
}

const digestOfQuestion = ({ text, review, attachments }: Message) =>
  digestOf({ text, payload: review?.payload ?? null, attachments });

type Asked = NonNullable<Message['review']>;

const endOf = (review: Asked) => ({
  type: review.type,
  status: review.status,
  selectedOption: optionIn(review),
  answeredBy: review.respondedBy,
});

function optionIn({ type, response }: Asked): string | null {
  const chosen = type === 'approval' ? response?.selectedOption : null;
  return typeof chosen === 'string' ? chosen : null;
}
