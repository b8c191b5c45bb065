/** A chat with a Telegram bot. */
import { z } from 'zod';
import { buttonOf } from '../../core/notify/chats.ts';
import { labelOf } from '../../core/notify/notice-words.ts';
import type { NoticeOutcome } from '../../core/notify/record.ts';
import { notSent } from '../../core/outgoing/outcome.ts';
import type { Called } from '../../delivery/chats/calls.ts';
import { attempt, partsOf, sendToChat } from '../../delivery/notices/chat.ts';
import type { Send, Sending } from '../part.ts';
import { createTelegram, type Telegram, type TelegramBody } from './send/api.ts';

const Sent = z.object({ message_id: z.number() });

export const send: Send = async (sending) => {
  const telegram = createTelegram(sending.ways, sending.timeoutMs);
  if (!telegram) return notSent('INBOX_TELEGRAM_TOKEN is no longer set', { isFinal: true });
  return sendToChat(sending, {
    send: () => post(telegram, sending),
    edit: (handle) => edit(telegram, sending, handle),
    remove: (handle) => remove(telegram, sending, handle),
  });
};

async function post(telegram: Telegram, sending: Sending): Promise<NoticeOutcome> {
  const { content, contact, signal } = sending;
  const { outcome, body } = await outcomeOfCall(() =>
    telegram(
      'sendMessage',
      {
        chat_id: contact.address,
        text: textOf(sending),
        ...noPreview,
        disable_notification: content.isSilent || content.urgency === 'low',
        ...keyboardOf(sending),
      },
      signal,
    ),
  );
  const sent = Sent.safeParse(body?.result);
  return { ...outcome, handle: sent.success ? `${sent.data.message_id}` : null };
}

/** Without a keyboard, what was sent loses its buttons. */
async function edit(telegram: Telegram, sending: Sending, handle: string): Promise<NoticeOutcome> {
  const { contact, signal } = sending;
  const place = { chat_id: contact.address, message_id: Number(handle) };
  const parameters = { ...place, text: textOf(sending), ...noPreview };
  const call = () => telegram('editMessageText', parameters, signal);
  const { outcome, body } = await outcomeOfCall(call);
  const isDone = outcome.status === 400 && UNCHANGED.test(body?.description ?? '');
  return { ...outcome, ...(isDone ? accepted : {}), handle };
}

const remove = (telegram: Telegram, { contact, signal }: Sending, handle: string) =>
  telegram('deleteMessage', { chat_id: contact.address, message_id: Number(handle) }, signal);

const noPreview = { link_preview_options: { is_disabled: true } };

/** As plain text: nothing in it is markup. */
const textOf = (sending: Sending) => partsOf(sending).join('\n\n');

function keyboardOf(sending: Sending): object {
  const { options } = sending.content;
  if (options.length === 0) return {};
  const rows = options.map((option) => [
    { text: labelOf(option.label), callback_data: buttonOf(sending.content.identity, option) },
  ]);
  return { reply_markup: { inline_keyboard: rows } };
}

/** An earlier attempt has edited the message, or its user has deleted it. */
const UNCHANGED = /message is not modified|message to edit not found/;
const accepted = { result: 'accepted', error: null, isFinal: false } as const;

const FINAL = [400, 401, 403, 404];
const BLOCKED = 'You blocked the bot, or deleted its chat';

async function outcomeOfCall(call: () => Promise<Called<TelegramBody>>) {
  const { outcome, body } = await attempt(call);
  const { status, isFinal, retryAfterSeconds } = outcome;
  return {
    body,
    outcome: {
      ...outcome,
      isFinal: isFinal || FINAL.includes(status ?? 0),
      retryAfterSeconds: retryAfterSeconds ?? body?.parameters?.retry_after ?? null,
      contactEnded: status === 403 ? BLOCKED : null,
    },
  };
}
