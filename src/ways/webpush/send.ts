/** Web Push: RFC 8030, encrypted for the browser and signed as this inbox. */
import { createHash } from 'node:crypto';
import { localOrigin } from '../../core/access/callers.ts';
import { humanById } from '../../core/access/users.ts';
import type { Inbox } from '../../core/inbox.ts';
import type { Urgency } from '../../core/notify/names.ts';
import { receiptOf } from '../../core/notify/receipts.ts';
import type { NoticeOutcome } from '../../core/notify/record.ts';
import { notSent, type Outcome } from '../../core/outgoing/outcome.ts';
import { countByChannel } from '../../core/reviews/counts.ts';
import type { Content } from '../../delivery/notices/content.ts';
import type { Send, Sending } from '../part.ts';
import { pushKeys } from './keys.ts';
import { encrypt } from './send/encrypt.ts';
import { payloadOf } from './send/payload.ts';
import { vapidHeader } from './send/vapid.ts';
import { NO_SUBJECT, pushSubject } from './subject.ts';
import { readSubscription } from './subscription.ts';

const DAY_SECONDS = 24 * 60 * 60;
/** Push services keep a message for no longer. */
const LONGEST_SECONDS = 28 * DAY_SECONDS;

const urgencies: Record<Urgency, string> = {
  low: 'low',
  normal: 'normal',
  high: 'high',
  critical: 'high',
};

export const send: Send = async (sending) => {
  const { inbox, contact, content } = sending;
  const subject = await pushSubject({ read: inbox.store.read, ways: inbox.ways });
  if (subject === null) return notSent(NO_SUBJECT, { isFinal: true });
  const { endpoint, keys } = readSubscription(contact.address);
  const payload = await payloadFor(sending);
  const sender = { keys: await pushKeys(inbox), subject, nowMs: inbox.now() };
  const outcome = await sending.post({
    url: endpoint,
    method: 'POST',
    headers: {
      authorization: vapidHeader(endpoint, sender),
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      ttl: `${secondsToLive(content, inbox.now())}`,
      urgency: content.isSilent ? 'low' : urgencies[content.urgency],
      topic: topicOf(content.identity),
    },
    body: encrypt(payload, keys),
  });
  return judged(outcome);
};

async function payloadFor({
  inbox,
  notice,
  token,
  contact,
  content,
  url,
}: Sending): Promise<Buffer> {
  const data = {
    noticeId: notice.id,
    receipt: receiptOf(token ?? ''),
    messageId: notice.sentWith === null ? notice.messageId : null,
    seq: content.seq,
  };
  return payloadOf({ content, data, url, pending: await pendingFor(inbox, contact.userId) });
}

/** For the badge of the app's icon. */
async function pendingFor(inbox: Inbox, userId: string): Promise<number> {
  const caller = await humanById(inbox, userId, localOrigin());
  if (!caller) return 0;
  const { channels } = await countByChannel(inbox, caller);
  return Object.values(channels).reduce((sum, { pending }) => sum + pending, 0);
}

/** 404 and 410 say that the subscription has ended; the others that the fault is ours. */
function judged(outcome: Outcome): NoticeOutcome {
  const { status } = outcome;
  if (status === 404 || status === 410) {
    return { ...outcome, contactEnded: `The browser ended its subscription (HTTP ${status})` };
  }
  const isOurFault = [400, 401, 403, 413].includes(status ?? 0);
  return { ...outcome, isFinal: outcome.isFinal || isOurFault };
}

/** A notice that takes another back has to arrive as late as the question itself. */
function secondsToLive({ what, expiresAt }: Content, nowMs: number): number {
  if (what === 'settles') return LONGEST_SECONDS;
  if (expiresAt === null) return DAY_SECONDS;
  const left = Math.ceil((Date.parse(expiresAt) - nowMs) / 1000);
  return Math.max(0, Math.min(left, LONGEST_SECONDS));
}

/** A push service keeps only the newest message of one topic. */
const topicOf = (identity: string): string =>
  /^[\w-]{1,32}$/.test(identity)
    ? identity
    : createHash('sha256').update(identity).digest('base64url').slice(0, 32);
