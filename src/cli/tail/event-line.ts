import type { EventPayload, LiveEvent, LiveName } from '../../core/events.ts';
import { whyWithdrawn } from '../../core/reviews/ended.ts';
import { answerLine } from '../../core/reviews/kinds/answer-words.ts';
import { answererOf } from '../layout/answerer.ts';
import { signOf } from '../layout/verdict.ts';
import { oneLine } from '../output.ts';
import { head, styled, toned } from './lines.ts';

type Titles = { titleOf: (id: string) => string; channelName: (id: string) => string };
type Formats = {
  [Name in LiveName]?: (payload: EventPayload<Name>, about: Titles) => string | undefined;
};

const now = () => new Date().toISOString();

/** Formats an event other than a message on one line; undefined for one that is not shown. */
export const lineOf = <Name extends LiveName>(event: LiveEvent<Name>, about: Titles) =>
  formats[event.name]?.(event.payload, about);

const formats: Formats = {
  'review:responded': ({ id, channelId, review, updatedAt }, about) => {
    if (!review) return undefined;
    const line = head(updatedAt, about.channelName(channelId), toned(review, signOf(review)));
    const words = toned(review, oneLine(answerLine(review), 60));
    const who = oneLine(answererOf(review), 60);
    return `${line} ${about.titleOf(id)} — ${words} (${who})`;
  },
  'review:expired': ({ messageId, channelId }, about) =>
    `${head(now(), about.channelName(channelId), styled('yellow', '⌛'))} ${about.titleOf(messageId)} — expired`,
  'review:withdrawn': ({ channelId, message: { id, review } }, about) => {
    const line = head(now(), about.channelName(channelId), styled('dim', '–'));
    const why = (review && whyWithdrawn(review)) ?? null;
    const words = why === null ? '' : `: ${oneLine(why, 60)}`;
    return `${line} ${about.titleOf(id)} — withdrawn${words}`;
  },
  'message:deleted': ({ id, channelId }, about) =>
    `${head(now(), about.channelName(channelId), styled('dim', '✗'))} ${about.titleOf(id)} — retracted`,
  'agent:deleted': ({ id }, about) =>
    `${head(now(), about.channelName(id), styled('dim', '✗'))} channel removed`,
  'message:delivery': ({ messageId, channelId, deliveryStatus }, about) => {
    const ticks: Record<string, string> = {
      webhook_delivered: styled('dim', '✓✓'),
      webhook_failed: styled('red', '✗ not delivered:'),
      agent_received: styled('blue', '✓✓'),
    };
    const tick = ticks[deliveryStatus] ?? styled('dim', '✓');
    return `${head(now(), about.channelName(channelId), tick)} ${about.titleOf(messageId)}`;
  },
  'agent:status': ({ agentId, status, statusMessage, lastActiveAt }, about) => {
    const said = statusMessage ? `: ${oneLine(statusMessage, 60)}` : '';
    const line = head(lastActiveAt ?? now(), about.channelName(agentId), styled('dim', '♥'));
    return `${line} ${status}${said}`;
  },
};
