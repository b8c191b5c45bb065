/** Presses and texts of people in their chats with the bot. */
import { z } from 'zod';
import { InboxError } from '../../../core/errors.ts';
import type { Inbox } from '../../../core/inbox.ts';
import { type From, press, questionBehind, type Reply, write } from '../../../core/notify/chats.ts';
import { pair } from '../../../core/notify/pairings.ts';
import { howTo, ONLY_TEXT } from '../../../delivery/chats/words.ts';
import { isRest, noteAnswered, type Part } from '../kept.ts';

const User = z.object({ id: z.number().int() });
/** Loose, for the files and pictures that it may have. */
const Message = z.looseObject({
  message_id: z.number().int(),
  chat: z.object({ id: z.number().int(), type: z.string() }),
  from: User.optional(),
  text: z.string().optional(),
  /** Pictures that were sent together share it. */
  media_group_id: z.string().optional(),
  reply_to_message: z.object({ message_id: z.number().int() }).optional(),
});
type Message = z.infer<typeof Message>;
const Press = z.object({
  id: z.string(),
  from: User,
  data: z.string().optional(),
  message: Message.pick({ message_id: true, chat: true }).optional(),
});
export const Update = z.object({
  update_id: z.number().int(),
  message: Message.optional().catch(undefined),
  callback_query: Press.optional().catch(undefined),
});
export type Update = z.infer<typeof Update>;

/** A call that is made in answer to an update. */
export type Answering = { method: string; parameters: object };

const LONGEST_WORDS = 190;
const START = /^\/start\s+([-_A-Za-z0-9]{1,64})$/;

/** Does what was asked, and returns what to call then. People open the inbox at `home`. */
export async function handleUpdate(
  inbox: Inbox,
  update: Update,
  home: string,
): Promise<Answering[]> {
  if (update.callback_query) return pressed(inbox, update.callback_query, home);
  const { message } = update;
  // In a group, others would read what is answered.
  if (!message?.from || message.chat.type !== 'private') return [];
  const from = fromOf(message.from);
  const { text } = message;
  if (text === undefined) return answerMedia(inbox, message);
  if (await isRest(inbox, partOf(message))) return [];
  const handle = message.reply_to_message?.message_id;
  if (handle !== undefined) {
    const reply = await answerReply(inbox, from, { message, text, handle: `${handle}`, home });
    if (reply) return reply.isAnswered ? [] : [say(message, reply.words)];
  }
  const [, code] = START.exec(text) ?? [];
  return [say(message, code === undefined ? HOW : await paired(inbox, code, from))];
}

const HOW = howTo('Telegram');
const PAIRED = 'Connected. You will be notified of questions here.';
const NOT_PAIRED = 'This link is no longer valid. Get a new one in the inbox.';

async function paired(inbox: Inbox, code: string, { address }: From): Promise<string> {
  try {
    return (await pair(inbox, code, address)) ? PAIRED : NOT_PAIRED;
  } catch (error) {
    if (error instanceof InboxError && error.code === 'conflict') return `${error.message}.`;
    throw error;
  }
}

/** In units of UTF-16. People's programs send a longer text as several messages. */
const LONGEST_TEXT = 4096;

type ReplyTo = { message: Message; text: string; handle: string; home: string };

/** Null if it replies to no question. */
async function answerReply(
  inbox: Inbox,
  from: From,
  { message, text, handle, home }: ReplyTo,
): Promise<Reply | null> {
  if (text.length < LONGEST_TEXT) return write(inbox, from, handle, text, home);
  const messageId = await questionBehind(inbox, from, handle);
  if (messageId === null) return null;
  await noteAnswered(inbox, partOf(message));
  const words = `Telegram cut this into parts: open the question to send it. ${home}/m/${messageId}`;
  return { isAnswered: false, words };
}

/** The other messages that only services send say nothing to a bot. */
const MEDIA = [
  'voice',
  'audio',
  'photo',
  'video',
  'video_note',
  'document',
  'sticker',
  'animation',
  'contact',
  'location',
  'venue',
  'poll',
  'dice',
  'story',
  'paid_media',
  'checklist',
];

async function answerMedia(inbox: Inbox, message: Message): Promise<Answering[]> {
  if (!MEDIA.some((name) => name in message)) return [];
  if (await isRest(inbox, partOf(message))) return [];
  if (message.media_group_id !== undefined) await noteAnswered(inbox, partOf(message));
  return [say(message, ONLY_TEXT)];
}

async function pressed(
  inbox: Inbox,
  query: z.infer<typeof Press>,
  home: string,
): Promise<Answering[]> {
  const { id, from, data = '', message } = query;
  const reply = await press(inbox, fromOf(from), data, home);
  const acknowledged = {
    method: 'answerCallbackQuery',
    parameters: { callback_query_id: id, text: cut(reply.words), show_alert: !reply.isAnswered },
  };
  const isOwn = message?.chat.id === from.id;
  return message && isOwn && isOver(reply)
    ? [acknowledged, withoutButtons(message)]
    : [acknowledged];
}

/** The settling notice edits an answered question. */
const isOver = ({ isAnswered }: Reply) => !isAnswered;

const withoutButtons = ({ message_id, chat }: { message_id: number; chat: { id: number } }) => ({
  method: 'editMessageReplyMarkup',
  parameters: { chat_id: chat.id, message_id },
});

const say = ({ chat, message_id }: Message, text: string): Answering => ({
  method: 'sendMessage',
  parameters: { chat_id: chat.id, text, reply_parameters: { message_id } },
});

/** A private chat has the id of its person. */
const partOf = ({ chat, message_id, media_group_id, reply_to_message }: Message): Part => ({
  address: `${chat.id}`,
  messageId: message_id,
  replyTo: reply_to_message?.message_id ?? null,
  group: media_group_id ?? null,
});

const fromOf = ({ id }: { id: number }): From => ({ kind: 'telegram', address: `${id}` });

const cut = (text: string) =>
  text.length > LONGEST_WORDS ? `${[...text].slice(0, LONGEST_WORDS - 1).join('')}…` : text;
