/** Presses and texts of people in their direct messages with the Slack app. */
import { z } from 'zod';
import type { Inbox } from '../../../core/inbox.ts';
import { type From, press, write } from '../../../core/notify/chats.ts';
import { howTo, ONLY_TEXT } from '../../../delivery/chats/words.ts';
import { escaped, handleOf, unescaped } from '../send/api.ts';

export const Envelope = z.object({
  envelope_id: z.string(),
  type: z.string(),
  payload: z.unknown(),
});
export type Envelope = z.infer<typeof Envelope>;

const Press = z.object({
  type: z.literal('block_actions'),
  user: z.object({ id: z.string() }),
  actions: z.array(z.object({ type: z.string(), value: z.string().optional() })).min(1),
  container: z.object({ channel_id: z.string(), message_ts: z.string() }).optional(),
  message: z
    .object({ text: z.string(), blocks: z.array(z.looseObject({ type: z.string() })).optional() })
    .optional(),
});
/** One with another subtype is an edit, or of a program; so is one with `bot_id`. */
const Written = z.object({
  event: z.object({
    type: z.literal('message'),
    channel_type: z.literal('im'),
    channel: z.string(),
    user: z.string(),
    text: z.string(),
    ts: z.string(),
    thread_ts: z.string().optional(),
    subtype: z.enum(['file_share', 'thread_broadcast']).optional(),
    bot_id: z.undefined().optional(),
  }),
});

/** A call that is made in answer to what was done. */
type Answering = { method: string; parameters: object };

/** Does what was asked, and returns what to call then. */
export async function handleEnvelope(
  inbox: Inbox,
  { type, payload }: Envelope,
  home: string,
): Promise<Answering[]> {
  if (type === 'interactive') {
    const pressed = Press.safeParse(payload);
    return pressed.success ? answerPress(inbox, pressed.data, home) : [];
  }
  const written = type === 'events_api' ? Written.safeParse(payload) : null;
  return written?.success ? answerText(inbox, written.data.event, home) : [];
}

/** The settling notice edits an answered question. */
async function answerPress(
  inbox: Inbox,
  pressed: z.infer<typeof Press>,
  home: string,
): Promise<Answering[]> {
  const { user, actions, container, message } = pressed;
  const reply = await press(inbox, fromOf(user.id), actions[0]?.value ?? '', home);
  if (reply.isAnswered || !container) return [];
  const { channel_id: channel, message_ts: ts } = container;
  const said = say(channel, ts, reply.words);
  if (!message?.blocks) return [said];
  const blocks = message.blocks.filter((block) => block.type !== 'actions');
  const parameters = { channel, ts, text: message.text, blocks };
  return [said, { method: 'chat.update', parameters }];
}

async function answerText(
  inbox: Inbox,
  { channel, user, text, ts, thread_ts, subtype }: z.infer<typeof Written>['event'],
  home: string,
): Promise<Answering[]> {
  if (subtype === 'file_share') return [say(channel, thread_ts ?? ts, ONLY_TEXT)];
  if (thread_ts === undefined) return [say(channel, ts, HOW)];
  const handle = handleOf(channel, thread_ts);
  const reply = await write(inbox, fromOf(user), handle, unescaped(text), home);
  return reply?.isAnswered ? [] : [say(channel, thread_ts, reply?.words ?? HOW)];
}

const HOW = howTo('Slack');

/** In the thread of a message. */
const say = (channel: string, thread_ts: string, text: string): Answering => ({
  method: 'chat.postMessage',
  parameters: { channel, thread_ts, text: escaped(text), mrkdwn: false, parse: 'none' },
});

const fromOf = (address: string): From => ({ kind: 'slack', address });
