/** A chat with a Telegram bot: a message with buttons, which is edited when its question has ended. */
import { z } from 'zod';
import { buttonOf } from '../../core/decisions/chats.ts';
import type { NoticeOutcome } from '../../core/notices/record.ts';
import { notSent } from '../../core/outgoing/outcome.ts';
import { outcomeOf } from '../http/answer.ts';
import { type Called, createTelegram, type Telegram } from '../telegram/api.ts';
import type { Sending, Way } from './way.ts';

/** More buttons than this are worse than the page. */
const MOST_BUTTONS = 20;
const LONGEST_LABEL = 60;

const Sent = z.object({ message_id: z.number() });

export const sendByTelegram: Way = async (sending) => {
  const { content, handle, ways, timeoutMs, signal } = sending;
  const telegram = createTelegram(ways, timeoutMs);
  if (!telegram) return notSent('INBOX_TELEGRAM_TOKEN is no longer set', { isFinal: true });
  const isReplaced = content.what === 'settles' || content.what === 'gathers';
  if (isReplaced && handle !== null) return edit(telegram, sending, handle);
  const sent = await send(telegram, sending);
  if (content.what === 'reminds' && sent.result === 'accepted' && handle !== null) {
    // The reminder takes the place of the message before it.
    await remove(telegram, sending, handle).catch(() => undefined);
  }
  signal.throwIfAborted();
  return sent;
};

async function send(telegram: Call, sending: Sending): Promise<NoticeOutcome> {
  const { content, contact, signal } = sending;
  const { outcome, body } = await outcomeOfCall(() =>
    telegram(
      'sendMessage',
      {
        ...{ chat_id: contact.address, text: textOf(sending), ...noPreview },
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
async function edit(telegram: Call, sending: Sending, handle: string): Promise<NoticeOutcome> {
  const { contact, signal } = sending;
  const place = { chat_id: contact.address, message_id: Number(handle) };
  const parameters = { ...place, text: textOf(sending), ...noPreview };
  const call = () => telegram('editMessageText', parameters, signal);
  const { outcome, body } = await outcomeOfCall(call);
  const isDone = outcome.status === 400 && UNCHANGED.test(body?.description ?? '');
  return { ...outcome, ...(isDone ? accepted : {}), handle };
}

const remove = (telegram: Call, { contact, signal }: Sending, handle: string) =>
  telegram('deleteMessage', { chat_id: contact.address, message_id: Number(handle) }, signal);

type Call = NonNullable<Telegram>;

const noPreview = { link_preview_options: { is_disabled: true } };

/** As plain text: nothing in it is markup. */
function textOf({ content, url }: Sending): string {
  const { what, title, body, takesText } = content;
  if (what === 'settles') return [title, body].filter(Boolean).join('\n\n');
  const how = takesText ? 'Reply to this message to answer.' : '';
  return [title, body, how, url].filter(Boolean).join('\n\n');
}

function keyboardOf({ content: { links, identity } }: Sending): object {
  if (links.length === 0 || links.length > MOST_BUTTONS) return {};
  const rows = links.map((option) => [
    { text: labelOf(option.label), callback_data: buttonOf(identity, option) },
  ]);
  return { reply_markup: { inline_keyboard: rows } };
}

function labelOf(label: string): string {
  const letters = [...label.replace(/\s+/g, ' ').trim()];
  return letters.length > LONGEST_LABEL
    ? `${letters.slice(0, LONGEST_LABEL - 1).join('')}…`
    : letters.join('') || '…';
}

/** An earlier attempt has edited the message, or its user has deleted it. */
const UNCHANGED = /message is not modified|message to edit not found/;
const accepted = { result: 'accepted', error: null, isFinal: false } as const;

const FINAL = [400, 401, 403, 404];
const BLOCKED = 'You blocked the bot, or deleted its chat';

/** Of what Telegram says only the status is kept: its words may repeat what it was sent. */
async function outcomeOfCall(call: () => Promise<Called>) {
  const startedAt = performance.now();
  const duration = () => Math.round(performance.now() - startedAt);
  try {
    const { answer, body } = await call();
    const outcome = outcomeOf(answer, duration(), Date.now());
    const { status } = outcome;
    const waits = body?.parameters?.retry_after ?? null;
    return {
      body,
      outcome: {
        ...{ ...outcome, response: null },
        isFinal: outcome.isFinal || FINAL.includes(status ?? 0),
        retryAfterSeconds: outcome.retryAfterSeconds ?? waits,
        contactEnded: status === 403 ? BLOCKED : null,
      },
    };
  } catch (err) {
    const outcome = notSent((err as Error).message, { durationMs: duration() });
    return { body: null, outcome: { ...outcome, contactEnded: null } };
  }
}
