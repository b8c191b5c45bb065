import { notifyAfterSeconds } from '../channels/stored.ts';
import { invalid, invalidField } from '../errors.ts';
import type { Change, Inbox } from '../inbox.ts';
import { toIssues } from '../issues.ts';
import { toJson } from '../json.ts';
import { listedPayload } from '../messages/cut.ts';
import { checkNotify, planNotices } from '../notify/ask.ts';
import type { Urgency } from '../notify/names.ts';
import { knownPeople } from '../notify/people.ts';
import { watching } from '../notify/presence.ts';
import { toReach } from '../notify/reach.ts';
import type { Notify } from '../notify/schema.ts';
import { toTimestamp } from '../time.ts';
import { checkDefault } from './default.ts';
import { heldFrom } from './holding.ts';
import { isBuiltIn } from './kinds/words.ts';
import { parseForPlugin } from './kinds.ts';
import { judgeUrgency, takeUrgency } from './lowering.ts';
import { mustHaveRoom } from './quota.ts';
import {
  type AskReview,
  DEFAULT_EXPIRES_IN_SECONDS,
  LONGEST_SECONDS,
  type Review,
} from './schema.ts';
import { insertReview } from './table.ts';

type AskingMessage = {
  id: string;
  channelId: string;
  streamState: string | null;
  createdAt: string;
  seq: number;
  /** The key, if one asks: quotas count for it. */
  askedBy: Review['askedBy'];
};

/** How long people are not notified of a question if neither it nor its channel says so. */
export type Usually = { notifyAfterSeconds: number };

/** Stores the review of a message. It opens immediately, or, on a draft, when that ends. */
export async function askReview(
  change: Change,
  message: AskingMessage,
  ask: AskReview,
  usually: Usually,
): Promise<Review> {
  const { inbox, tx } = change;
  const isDraft = message.streamState === 'streaming';
  const { channelId } = message;
  const askedBy = message.askedBy?.id ?? null;
  const asked = { channelId, askedBy, urgency: ask.urgency ?? 'normal' };
  const judge = isDraft ? judgeUrgency : takeUrgency;
  const judged = await judge(change, asked);
  const { urgency } = judged;
  const notify = await notifyOf(change, ask.notify ?? null, { channelId, urgency, usually });
  const { expiresAt, expiresInSeconds } = expiryOf(ask, inbox.now());
  const review: Omit<Review, 'reach'> = {
    type: ask.type,
    status: 'pending',
    payload: ask.payload,
    askedBy: message.askedBy,
    expiresInSeconds,
    expiresAt: isDraft ? null : expiresAt,
    openedAt: isDraft ? null : message.createdAt,
    response: null,
    verdict: null,
    respondedAt: null,
    respondedBy: null,
    default: ask.default ?? null,
    defaultReason: ask.defaultReason ?? null,
    automatic: false,
    withdrawn: null,
    ranAt: null,
    ...judged,
    confirm: ask.confirm ?? false,
    hold: ask.hold ?? false,
    notifyAfterSeconds: notify?.afterSeconds ?? 0,
    callback: ask.callback ?? null,
  };
  const payload = JSON.stringify(review.payload);
  const defaultAnswer = toJson(review.default);
  const payloadBytes = Buffer.byteLength(payload + (defaultAnswer ?? ''));
  if (askedBy !== null) await mustHaveRoom(change, { askedBy, channelId, payloadBytes });
  const opening = {
    messageId: message.id,
    channelId,
    urgency,
    lowered: review.lowered,
    expiresAt,
    notify,
  };
  const reach = isDraft ? await checkNotify(change, opening) : await planNotices(change, opening);
  await insertReview(tx, {
    ...review,
    messageId: message.id,
    channelId,
    askedBy,
    payloadBytes,
    status: isDraft ? 'draft' : 'pending',
    expiresAt: isDraft && ask.expiresAt === undefined ? null : expiresAt,
    heldUntil: review.hold && !isDraft ? heldFrom(inbox.now()) : null,
    lease: review.hold ? 0 : null,
    askedSeq: isDraft ? null : message.seq,
    defaultAnswer,
    payload,
    listed: toJson(listedPayload(review.payload, payload)),
    answerLine: null,
    questionDigest: null,
    answerDigest: null,
    response: null,
    respondedBy: null,
    answeredBy: null,
    toldAt: null,
    toldBy: null,
    reachEventAt: null,
    reachEventDue: null,
    notify: toJson(opening.notify),
    reach: toJson(isDraft ? null : reach),
    confirm: Number(review.confirm),
    lowered: Number(review.lowered),
    callback: toJson(review.callback),
  });
  const { setUp } = await knownPeople(inbox);
  const watchers = watching(inbox, channelId);
  return { ...review, reach: toReach(reach, { hasEnded: false, watching: watchers, setUp }) };
}

type Asked = { channelId: string; urgency: Urgency; usually: Usually };

/** An agent's own word counts before its channel's, which delays no critical question. */
async function notifyOf(
  { tx }: Change,
  notify: Notify | null,
  { channelId, urgency, usually }: Asked,
): Promise<Notify | null> {
  if (notify?.afterSeconds !== undefined || urgency === 'critical') return notify;
  const afterSeconds = (await notifyAfterSeconds(tx, channelId)) ?? usually.notifyAfterSeconds;
  return afterSeconds === 0 ? notify : { ...notify, afterSeconds };
}

/**
 * Returns a review with the payload as its plugin completes it. A type that is not built in names an
 * installed plugin, and the payload and the default must match its schemas.
 */
export function fittedToPlugin(inbox: Inbox, ask: AskReview): AskReview {
  const { type, payload } = ask;
  if (isBuiltIn(type)) return ask;
  const plugin = inbox.plugins.find((one) => one.name === type);
  if (!plugin) {
    throw invalidField(['review', 'type'], `Unknown review type or plugin "${type}"`);
  }
  const parsed = parseForPlugin(plugin, payload);
  if (!parsed.success) throw invalid(toIssues(parsed.error.issues, ['review', 'payload']));
  const fitted = { ...ask, payload: parsed.data };
  const refusals = checkDefault(fitted);
  if (refusals.length > 0) throw invalid(toIssues(refusals, ['review']));
  return fitted;
}

function expiryOf(ask: AskReview, now: number) {
  if (ask.expiresAt === undefined) {
    const { expiresInSeconds = DEFAULT_EXPIRES_IN_SECONDS } = ask;
    return { expiresInSeconds, expiresAt: toTimestamp(now + expiresInSeconds * 1000) };
  }
  const at = Date.parse(ask.expiresAt);
  const expiresInSeconds = Math.ceil((at - now) / 1000);
  if (expiresInSeconds < 1 || expiresInSeconds > LONGEST_SECONDS) {
    throw invalidField(['review', 'expiresAt'], 'Must be in the future and within one year');
  }
  return { expiresInSeconds, expiresAt: toTimestamp(at) };
}
