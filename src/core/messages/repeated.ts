/** Repeated requests: a client that never saw the response, or that was started again, sends its message again. */

import { prepared } from '../../storage/prepared.ts';
import type { Row } from '../../storage/tables.ts';
import { digestOf } from '../canonical.ts';
import { InboxError } from '../errors.ts';
import type { Change } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import type { Message, SendMessage } from './schema.ts';
import { sourcePart } from './source.ts';
import { findMessage } from './stored.ts';

/** The columns by which a repetition is recognised, besides the ids of the request. */
export type Marks = Pick<Row<'messages'>, 'bodyDigest' | 'session' | 'callId' | 'callDigest'>;

type Sent = Pick<Row<'messages'>, 'channelId' | 'streamId' | 'clientId'> &
  Marks & {
    /** The id of the key; null for the local secret and for people. */
    askedBy: string | null;
  };
type First = Pick<Row<'messages'>, 'id' | 'bodyDigest'>;

export function marksOf(input: SendMessage): Marks {
  const metadata = input.metadata ?? null;
  const callId = sourcePart({ metadata }, 'callId');
  return {
    bodyDigest: input.clientId === undefined ? null : digestOf(bodyOf(input)),
    session: sourcePart({ metadata }, 'session'),
    callId,
    callDigest: callId === null || !input.review ? null : digestOf(callOf(input)),
  };
}

/** Without the expiry: a repeated request may compute another. */
function bodyOf({ clientId: _, review, ...body }: SendMessage) {
  if (!review) return body;
  const { expiresAt: __, expiresInSeconds: ___, ...asked } = review;
  return { ...body, review: asked };
}

/** Without the source either: an update of the client changes its version. */
function callOf(input: SendMessage) {
  const { source: _, ...metadata } = input.metadata ?? {};
  return { ...bodyOf(input), metadata };
}

/**
 * Finds the message of a repeated request: the same stream, or the same clientId, in the channel, or a
 * question of the same call. A clientId or a call that was used for another body is a conflict.
 */
export async function findRepeated(change: Change, sent: Sent): Promise<Message | undefined> {
  const { tx } = change;
  const { channelId, streamId, clientId, bodyDigest } = sent;
  const [draft] = streamId === null ? [] : await ofStream(tx, { channelId, streamId });
  const [same] = draft || clientId === null ? [] : await ofClient(tx, { channelId, clientId });
  if (same?.bodyDigest && same.bodyDigest !== bodyDigest)
    throw reused('clientId', clientId, same.id);
  const first = draft ?? same ?? (await sameCall(change, sent));
  return first && findMessage(tx, [channelId], first.id);
}

/** For this long after its answer, a call repeats its question. */
const ANSWERED_MS = 10 * 60_000;

async function sameCall({ inbox, tx }: Change, sent: Sent) {
  const { channelId, session, callId, callDigest, askedBy } = sent;
  if (callId === null || callDigest === null) return undefined;
  const [first] = await ofCall(tx, { channelId, session, callId, askedBy });
  if (!first || !isAskedStill(first, inbox.now())) return undefined;
  if (first.callDigest !== callDigest) throw reused('callId', callId, first.id);
  return first;
}

function isAskedStill(asked: Asked, now: number): boolean {
  const { status, expiresAt, heldUntil, respondedAt } = asked;
  const at = toTimestamp(now);
  if (status === 'draft') return true;
  // That it has ended may not be stored yet.
  if (status === 'pending') {
    return expiresAt !== null && expiresAt > at && (heldUntil === null || heldUntil > at);
  }
  return respondedAt !== null && Date.parse(respondedAt) + ANSWERED_MS > now;
}

const ofStream = prepared<{ channelId: string; streamId: string }, First>((db, parameter) =>
  db
    .selectFrom('messages')
    .select(['id', 'bodyDigest'])
    .where('channelId', '=', parameter('channelId'))
    .where('streamId', '=', parameter('streamId')),
);

const ofClient = prepared<{ channelId: string; clientId: string }, First>((db, parameter) =>
  db
    .selectFrom('messages')
    .select(['id', 'bodyDigest'])
    .where('channelId', '=', parameter('channelId'))
    .where('clientId', '=', parameter('clientId')),
);

type Asked = Pick<Row<'reviews'>, 'status' | 'expiresAt' | 'heldUntil' | 'respondedAt'>;
type Call = Pick<Sent, 'channelId' | 'session' | 'askedBy'> & { callId: string };

/** The last one: a call may ask again once its question has ended. */
const ofCall = prepared<Call, Asked & Pick<Row<'messages'>, 'id' | 'callDigest'>>((db, parameter) =>
  db
    .selectFrom('messages')
    .innerJoin('reviews', 'reviews.messageId', 'messages.id')
    .select(['messages.id', 'callDigest', 'reviews.status'])
    .select(['expiresAt', 'heldUntil', 'respondedAt'])
    .where('callId', '=', parameter('callId'))
    .where('messages.channelId', '=', parameter('channelId'))
    .where('session', 'is', parameter('session'))
    .where('askedBy', 'is', parameter('askedBy'))
    .orderBy('messages.id', 'desc')
    .limit(1),
);

function reused(name: 'clientId' | 'callId', id: string | null, messageId: string): InboxError {
  const sentence = `The ${name} "${id}" was already used for message ${messageId} with a different body. Use a new ${name} for each message`;
  return new InboxError('conflict', sentence, { messageId, [name]: id });
}
