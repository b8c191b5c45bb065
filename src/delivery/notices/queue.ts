import type { Inbox } from '../../core/inbox.ts';
import type { Claimed } from '../../core/notify/notices.ts';
import { LEASE_MS } from '../../core/notify/notices.ts';
import type { NoticeOutcome } from '../../core/notify/record.ts';
import {
  claimNotices,
  findDueNotices,
  nextNoticeAt,
  releaseNotices,
  takeBackNotices,
} from '../../core/notify/send.ts';
import { notSent } from '../../core/outgoing/outcome.ts';
import { announceReach, nextReachAt } from '../../core/reviews/reach.ts';
import { parts } from '../../ways/parts.ts';
import type { ContactKind } from '../../ways/ways.ts';
import { withDeadline } from '../http/deadline.ts';
import { createOwnExchange } from '../http/own.ts';
import { createSend, type Send, sendBy } from '../http/send.ts';
import type { Queue } from '../queue.ts';
import { contentOf } from './content.ts';
import { createRecording } from './recording.ts';

type NoticeOptions = { homeOf: () => string; timeoutMs?: number };

/** Wider than those of webhooks: all browsers of one maker share a lane. */
const LANES = { first: 8, most: 32 };
/** An attempt is given up after this. */
const TIMEOUT_MS = 10_000;

/** The notices to people; each kind of contact and host is a lane. `homeOf` returns where people open the inbox. */
export function noticeQueue(
  inbox: Inbox,
  { homeOf, timeoutMs = TIMEOUT_MS }: NoticeOptions,
): Queue<Claimed, NoticeOutcome> {
  const sends = {
    toAny: createSend({ allow: inbox.webhookAllow, timeoutMs }),
    toOwn: sendBy(createOwnExchange({ timeoutMs })),
  };
  const record = createRecording(inbox);
  return {
    name: 'notices',
    lanes: LANES,
    // A service answers for many people: that it refuses one says nothing of the others.
    isWell: ({ result, status }) => result === 'accepted' || status !== null,
    onDue: (listener) => inbox.bus.on('notice:due', ({ atMs }) => listener(atMs)),
    leaseMs: LEASE_MS,
    takeBack: (atMs, isUnderWay) => takeBackNotices(inbox, atMs, isUnderWay),
    async findDue(search) {
      await announceReach(inbox);
      return findDueNotices(inbox, search);
    },
    claim: (ids) => claimNotices(inbox, ids),
    nextDueAt: (afterMs) => soonest(inbox, afterMs),
    send: (claimed, signal) =>
      // A way may make several calls.
      withDeadline(timeoutMs, signal, (bounded) =>
        sendNotice(inbox, { home: homeOf(), sends, timeoutMs }, claimed, bounded),
      ).catch((err) => {
        // Nothing has been sent where the database could not be read, as while the inbox closes.
        if (!signal.aborted) inbox.log.error({ err, id: claimed.id }, 'a notice could not be sent');
        return notSent('The inbox could not read what to send');
      }),
    settle: ({ id }, outcome) => record({ id, outcome }),
    release: (ids) => releaseNotices(inbox, ids),
  };
}

/** When there is something to send, or to announce of what was sent. */
async function soonest(inbox: Inbox, afterMs: number): Promise<number | null> {
  const times = await Promise.all([nextNoticeAt(inbox, afterMs), nextReachAt(inbox)]);
  const known = times.filter((at) => at !== null);
  return known.length === 0 ? null : Math.min(...known);
}

type Sends = {
  /** To what users bring, by the rules of webhooks. */
  toAny: Send;
  toOwn: Send;
};

type Going = { home: string; sends: Sends; timeoutMs: number };

async function sendNotice(
  inbox: Inbox,
  { home, sends, timeoutMs }: Going,
  claimed: Claimed,
  signal: AbortSignal,
): Promise<NoticeOutcome> {
  const { notice, token, contact, handle } = claimed;
  const { publicUrl } = inbox.ways;
  const decideUrl = publicUrl === null ? null : `${publicUrl.replace(/\/$/, '')}/api/v1/decide`;
  const content = await contentOf(inbox, claimed);
  if (content === null) return { ...notSent('The question has ended'), isPast: true };
  const { send } = await parts[contact.kind as ContactKind].send();
  return send({
    inbox,
    notice,
    token,
    content,
    contact,
    handle,
    ways: inbox.ways,
    decideUrl,
    home,
    timeoutMs,
    signal,
    url: `${home}${content.path}`,
    post: (outgoing) => sends.toAny(outgoing, signal),
    postToOwn: (outgoing) => sends.toOwn(outgoing, signal),
  });
}
