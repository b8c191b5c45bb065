import { nextSeq } from '../../storage/event-log.ts';
import type { Caller } from '../access/callers.ts';
import { mustHaveLoggedIn, scopeOf, scopeOfAll, sees } from '../access/permissions.ts';
import { changeBy, changeByLogin } from '../change.ts';
import { noteCall } from '../channels/alive.ts';
import { listEnded } from '../ended/list.ts';
import { InboxError, notFound } from '../errors.ts';
import { attachFiles } from '../files/attaching.ts';
import type { ChangeBy, Inbox } from '../inbox.ts';
import { toJson } from '../json.ts';
import { mustBeTarget } from '../outgoing/target.ts';
import { countedKey } from '../quotas.ts';
import { noteRetraction } from '../retractions/retractions.ts';
import { askReview, fittedToPlugin, type Usually } from '../reviews/asking.ts';
import { settleExpired } from '../reviews/expiry.ts';
import { takeLease } from '../reviews/holding.ts';
import { readBy } from '../reviews/naming.ts';
import { recordDelivered } from '../reviews/notified.ts';
import { Ended, type NotifiedBy } from '../reviews/schema.ts';
import { toTimestamp } from '../time.ts';
import { selectPage } from './listing.ts';
import type { Page } from './parts.ts';
import { findRepeated, type Marks, marksOf } from './repeated.ts';
import type { ListMessages, Message, SendMessage } from './schema.ts';
import { findMessage } from './stored.ts';
import { deleteMessageRow, indexMessage, insertMessage } from './table.ts';
import { asListed, asSeenBy, isPending } from './views.ts';

const IMMEDIATELY: Usually = { notifyAfterSeconds: 0 };

/**
 * Sends a message, with its review if it has one. A request that repeats a streamId, or a clientId or
 * a call with the same body, gets the channel's message (`created: false`), and nothing is emitted.
 * `usually` is not compared with the first one's.
 */
export async function sendMessage(
  inbox: Inbox,
  caller: Caller,
  input: SendMessage,
  usually: Usually = IMMEDIATELY,
): Promise<{ message: Message; created: boolean }> {
  mayWrite(caller, input);
  if (caller.kind === 'human') mustHaveLoggedIn(caller);
  const fitted = input.review ? { ...input, review: fittedToPlugin(inbox, input.review) } : input;
  mustBeTarget(inbox, input.webhookUrl, ['webhookUrl']);
  mustBeTarget(inbox, input.review?.callback?.url, ['review', 'callback', 'url']);
  const sent = await changeByLogin(inbox, caller, async (change) => {
    const { caller } = change;
    await noteCall(change, input.channelId);
    const row = rowOf(change, input);
    const marks = marksOf(input);
    const repeated = await findRepeated(change, { ...row, ...marks, askedBy: countedKey(caller) });
    if (repeated) {
      // The agent has come back for it.
      if (repeated.review?.hold) await takeLease(change, repeated.id);
      return { message: repeated, created: false };
    }
    const message = await insertNew(change, { row, marks, input: fitted, usually });
    return { message: asSeenBy(caller, message), created: true };
  });
  // A repeated message may have expired since.
  return sent.created
    ? sent
    : { ...sent, message: await getMessage(inbox, caller, sent.message.id) };
}

/** Sends a message to an existing channel in a change of another feature. */
export const writeMessage = (change: ChangeBy, input: SendMessage): Promise<Message> =>
  insertNew(change, {
    row: rowOf(change, input),
    marks: marksOf(input),
    input,
    usually: IMMEDIATELY,
  });

export async function getMessage(
  inbox: Inbox,
  caller: Caller,
  id: string,
  channel?: string | undefined,
  by: NotifiedBy = 'read',
): Promise<Message> {
  await settleExpired(inbox);
  const message = await findMessage(inbox.store.read, scopeOf(caller, channel), id);
  if (!message) throw notFound('Message');
  recordDelivered(inbox, caller, message, by);
  const [read = message] = await readBy(inbox, caller, [message]);
  return asSeenBy(caller, read);
}

/** `total` is known for ended questions. */
export async function listMessages(
  inbox: Inbox,
  caller: Caller,
  list: ListMessages,
  signal?: AbortSignal,
): Promise<Page & { total?: number }> {
  await settleExpired(inbox);
  const { review, order } = list;
  const ended = Ended.safeParse(review);
  if (order === 'ended' && ended.success) {
    return listEnded(inbox, caller, { ...list, review: ended.data }, signal);
  }
  const scope = scopeOfAll(caller, list.channel);
  const shown = async (messages: Message[]) =>
    (await readBy(inbox, caller, messages)).map(asListed);
  return selectPage(inbox.store.read, scope, list, shown, signal);
}

/** Retracts a message with its review and files, and ends the waits for it. */
export async function deleteMessage(
  inbox: Inbox,
  caller: Caller,
  id: string,
  channel?: string | undefined,
) {
  const attachments = await changeBy(inbox, caller, async (change) => {
    const { tx, emit, caller } = change;
    const message = await findMessage(tx, scopeOf(caller, channel), id);
    if (!message) throw notFound('Message');
    await noteRetraction(change, message);
    await deleteMessageRow(change, id);
    const was = { pending: isPending(message) };
    emit('message:deleted', { id, channelId: message.channelId, was }, { by: caller });
    return message.attachments;
  });
  await inbox.files.remove(attachments.map((attachment) => attachment.storageKey));
  return { deleted: true as const };
}

function mayWrite(caller: Caller, input: SendMessage): void {
  if (!sees(caller, input.channelId)) throw notFound('Channel');
  if (caller.kind === 'agent') return;
  if (input.review) throw new InboxError('forbidden', 'Only an agent may ask for a review');
  if (input.streamId) throw new InboxError('forbidden', 'Only an agent may stream a message');
}

type Sent = {
  row: ReturnType<typeof rowOf>;
  marks: Marks;
  input: SendMessage;
  usually: Usually;
};

async function insertNew(change: ChangeBy, { row, marks, input, usually }: Sent): Promise<Message> {
  const { tx, emit, caller } = change;
  const seq = nextSeq(tx);
  await insertMessage(change, { ...row, ...marks, changeSeq: seq });
  await indexMessage(change, row, input.review);
  const { attachments, emptied } = await attachFiles(change, row, input.attachmentIds ?? []);
  for (const id of emptied) await deleteMessageRow(change, id);
  const review = input.review
    ? await askReview(change, { ...row, seq, askedBy: keyOf(caller) }, input.review, usually)
    : null;
  const metadata = input.metadata ?? null;
  const message: Message = { ...row, seq, truncated: false, metadata, review, attachments };
  emit('message:created', message, { by: caller });
  for (const id of emptied) {
    const gone = { id, channelId: row.channelId, was: { pending: false } };
    emit('message:deleted', gone, { by: caller });
  }
  return message;
}

/** Null for the local secret. */
const keyOf = (caller: Caller) =>
  caller.kind === 'agent' && caller.keyId !== null
    ? { id: caller.keyId, name: caller.keyName ?? caller.keyId }
    : null;

/** Its id and times are drawn in the change, so that they follow the order of the commits. */
function rowOf({ inbox, caller }: ChangeBy, input: SendMessage) {
  const at = toTimestamp(inbox.now());
  return {
    id: inbox.newId(),
    channelId: input.channelId,
    senderType: caller.kind === 'agent' ? ('agent' as const) : ('user' as const),
    senderId: caller.kind === 'agent' ? input.channelId : caller.userId,
    senderName: caller.kind === 'agent' ? null : caller.name,
    text: input.text ?? null,
    status: input.status ?? null,
    metadata: toJson(input.metadata ?? null),
    webhookUrl: input.webhookUrl ?? null,
    deliveryStatus: 'sent' as const,
    streamId: input.streamId ?? null,
    streamState: input.streamId ? (input.streamState ?? ('complete' as const)) : null,
    clientId: input.clientId ?? null,
    createdAt: at,
    updatedAt: at,
  };
}
