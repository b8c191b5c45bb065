/** Repeated requests: a client that never saw the response sends its message again. */

import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { digestOf } from '../canonical.ts';
import { InboxError } from '../errors.ts';
import type { Message, SendMessage } from './schema.ts';
import { findMessage } from './stored.ts';

type Sent = Pick<Row<'messages'>, 'channelId' | 'streamId' | 'clientId'>;
type First = Pick<Row<'messages'>, 'id' | 'bodyDigest'>;

/**
 * Finds the message of a repeated request: the same stream, or the same clientId, in the channel. A
 * clientId that was used for another body is a conflict.
 */
export async function findRepeated(
  tx: Tx,
  { channelId, streamId, clientId }: Sent,
  bodyDigest: string | null,
): Promise<Message | undefined> {
  const [draft] = streamId === null ? [] : await ofStream(tx, { channelId, streamId });
  const [same] = draft || clientId === null ? [] : await ofClient(tx, { channelId, clientId });
  if (same?.bodyDigest && same.bodyDigest !== bodyDigest) throw reused(clientId, same.id);
  const first = draft ?? same;
  return first && findMessage(tx, [channelId], first.id);
}

/**
 * Null without a clientId. The expiry of a review is left out: a repeated request may compute
 * another.
 */
export function digestOfBody(input: SendMessage): string | null {
  if (input.clientId === undefined) return null;
  const { clientId: _, review, ...body } = input;
  if (!review) return digestOf(body);
  const { expiresAt: __, expiresInSeconds: ___, ...asked } = review;
  return digestOf({ ...body, review: asked });
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

function reused(clientId: string | null, messageId: string): InboxError {
  const sentence = `The clientId "${clientId}" was already used for message ${messageId} with a different body. Use a new clientId for each message`;
  return new InboxError('conflict', sentence, { messageId, clientId });
}
