/** What people do in their chats with the bot. */
import { z } from 'zod';
import { type From, press, type Reply, write } from '../../core/decisions/chats.ts';
import type { Inbox } from '../../core/inbox.ts';
import { pair } from '../../core/reach/pairings.ts';
import { howTo } from '../chats/words.ts';

const User = z.object({ id: z.number().int() });
const Message = z.object({
  message_id: z.number().int(),
  chat: z.object({ id: z.number().int(), type: z.string() }),
  from: User.optional(),
  text: z.string().optional(),
  reply_to_message: z.object({ message_id: z.number().int() }).optional(),
});
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

/** Does what was asked, and returns what to call then. */
export async function handleUpdate(inbox: Inbox, update: Update): Promise<Answering[]> {
  if (update.callback_query) return pressed(inbox, update.callback_query);
  const { message } = update;
  // In a group, others would read what is answered.
  if (!message?.from || message.chat.type !== 'private' || message.text === undefined) return [];
  const from = fromOf(message.from);
  const [, code] = START.exec(message.text) ?? [];
  if (code !== undefined) return [say(message, await paired(inbox, code, from))];
  if (message.text.startsWith('/')) return [say(message, HOW)];
  const handle = message.reply_to_message?.message_id;
  if (handle === undefined) return [say(message, HOW)];
  const reply = await write(inbox, from, `${handle}`, message.text);
  if (reply?.isAnswered) return [];
  return [say(message, reply?.words ?? HOW)];
}

const HOW = howTo('Telegram');
const PAIRED = 'Connected. You will be notified of questions here.';
const NOT_PAIRED = 'This link is no longer valid. Get a new one in the inbox.';

const paired = async (inbox: Inbox, code: string, { address }: From) =>
  (await pair(inbox, code, address)) ? PAIRED : NOT_PAIRED;

async function pressed(inbox: Inbox, query: z.infer<typeof Press>): Promise<Answering[]> {
  const { id, from, data = '', message } = query;
  const reply = await press(inbox, fromOf(from), data);
  const acknowledged = {
    method: 'answerCallbackQuery',
    parameters: { callback_query_id: id, text: cut(reply.words), show_alert: !reply.isAnswered },
  };
  const isOwn = message?.chat.id === from.id;
  return message && isOwn && isOver(reply)
    ? [acknowledged, withoutButtons(message)]
    : [acknowledged];
}

/** What was answered is edited by its settling notice. */
const isOver = ({ isAnswered }: Reply) => !isAnswered;

const withoutButtons = ({ message_id, chat }: { message_id: number; chat: { id: number } }) => ({
  method: 'editMessageReplyMarkup',
  parameters: { chat_id: chat.id, message_id },
});

const say = ({ chat, message_id }: z.infer<typeof Message>, text: string): Answering => ({
  method: 'sendMessage',
  parameters: { chat_id: chat.id, text, reply_parameters: { message_id } },
});

const fromOf = ({ id }: { id: number }): From => ({ kind: 'telegram', address: `${id}` });

const cut = (text: string) =>
  text.length > LONGEST_WORDS ? `${[...text].slice(0, LONGEST_WORDS - 1).join('')}…` : text;
