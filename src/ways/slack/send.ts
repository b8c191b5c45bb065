/** A direct message of a Slack app. */
import { z } from 'zod';
import { buttonOf, confirmButtonOf } from '../../core/notify/chats.ts';
import { labelOf } from '../../core/notify/notice-words.ts';
import type { NoticeOutcome } from '../../core/notify/record.ts';
import { notSent, type Outcome } from '../../core/outgoing/outcome.ts';
import type { Called } from '../../delivery/chats/calls.ts';
import { attempt, partsOf, sendToChat } from '../../delivery/notices/chat.ts';
import type { Send, Sending } from '../part.ts';
import {
  createSlackBot,
  escaped,
  handleOf,
  placeOf,
  type Slack,
  type SlackBody,
} from './send/api.ts';

const Sent = z.object({ channel: z.string(), ts: z.string() });

export const send: Send = async (sending) => {
  const slack = createSlackBot(sending.ways, sending.timeoutMs);
  if (!slack) return notSent('INBOX_SLACK_BOT_TOKEN is no longer set', { isFinal: true });
  const { signal } = sending;
  return sendToChat(sending, {
    send: () => post(slack, sending),
    edit: (handle) => edit(slack, sending, handle),
    remove: (handle) => slack('chat.delete', placeOf(handle), signal),
  });
};

/** Slack opens the direct message with a member. */
async function post(slack: Slack, sending: Sending): Promise<NoticeOutcome> {
  const { contact, signal } = sending;
  const parameters = { channel: contact.address, ...messageOf(sending), ...noPreview };
  const { outcome, body } = await outcomeOfCall(() =>
    slack('chat.postMessage', parameters, signal),
  );
  const sent = Sent.safeParse(body);
  return { ...outcome, handle: sent.success ? handleOf(sent.data.channel, sent.data.ts) : null };
}

async function edit(slack: Slack, sending: Sending, handle: string): Promise<NoticeOutcome> {
  const parameters = { ...placeOf(handle), ...messageOf(sending) };
  const { outcome, body } = await outcomeOfCall(() =>
    slack('chat.update', parameters, sending.signal),
  );
  // Its user has deleted it.
  const isDone = body?.error === 'message_not_found';
  return { ...outcome, ...(isDone ? accepted : {}), handle };
}

const noPreview = { unfurl_links: false, unfurl_media: false };
const accepted = { result: 'accepted', error: null, isFinal: false } as const;

/** `text` is what a notification shows; the blocks are what the message shows. */
function messageOf(sending: Sending): object {
  const parts = partsOf(sending);
  const { options, identity, confirms } = sending.content;
  const answers = options.map((option) => ({
    ...button(`answer-${option.place}`, option.label, buttonOf(identity, option)),
    ...(option.tone === 'plain' ? {} : { style: 'danger' }),
  }));
  const buttons =
    confirms === null ? answers : [button('confirm', 'Confirm', confirmButtonOf(confirms))];
  return {
    text: escaped(parts.filter((part) => part !== sending.url).join('\n') || '…'),
    mrkdwn: false,
    parse: 'none',
    blocks: [
      { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: shown(sending) }] },
      ...(buttons.length > 0 ? [{ type: 'actions', elements: buttons }] : []),
    ],
  };
}

const button = (id: string, label: string, value: string) => ({
  type: 'button',
  action_id: id,
  text: { type: 'plain_text', text: buttonText(label), emoji: false },
  value,
});

/** In these elements nothing is markup, and only a link is a link. */
const shown = (sending: Sending) =>
  partsOf(sending).flatMap((part, index) => [
    ...(index === 0 ? [] : [{ type: 'text', text: '\n\n' }]),
    part === sending.url
      ? { type: 'link', url: part }
      : { type: 'text', text: part, ...(index === 0 ? { style: { bold: true } } : {}) },
  ]);

const LONGEST_BUTTON = 75;

/** Slack counts what is escaped in full. */
function buttonText(label: string): string {
  let longest = LONGEST_BUTTON;
  while (escaped(labelOf(label, longest)).length > LONGEST_BUTTON) longest--;
  return escaped(labelOf(label, longest));
}

/** Slack's codes for a fault that may end by itself. */
const PASSING = /^(ratelimited|rate_limited|service_unavailable|team_added_to_org)$/;
/** Some of what was asked may have been done. */
const UNKNOWN = /^(internal_error|fatal_error|request_timeout)$/;
const GONE = /^(user_not_found|user_disabled|channel_not_found|cannot_dm_bot)$/;
const NO_MEMBER = 'Slack has no such member, or the app may not message them';

/** A failure is HTTP 200 with a code. */
async function outcomeOfCall(call: () => Promise<Called<SlackBody>>) {
  const { outcome, body } = await attempt(call);
  if (outcome.result !== 'accepted' || body?.ok) return { outcome, body };
  const error = body?.error ?? 'no known answer';
  const isUnknown = body === null || UNKNOWN.test(error);
  const failed: Outcome = {
    ...outcome,
    result: isUnknown ? 'unknown' : 'refused',
    error: `Slack: ${error}`,
    isFinal: !isUnknown && !PASSING.test(error),
  };
  return { body, outcome: { ...failed, contactEnded: GONE.test(error) ? NO_MEMBER : null } };
}
