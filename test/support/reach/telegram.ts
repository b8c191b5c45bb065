/** Telegram's bot API on loopback, as https://core.telegram.org/bots/api describes what the inbox uses. */
import { testReceiver } from '../delivery/http-receiver.ts';

type Button = { text: string; callback_data: string };
type Keyboard = { inline_keyboard: Button[][] };
export type ChatMessage = {
  message_id: number;
  chat_id: number;
  text: string;
  reply_markup?: Keyboard;
};
type Call = Record<string, unknown> & { chat_id?: number | string; message_id?: number };

export const BOT_TOKEN = '7000001:AAbbCCddEEff_very-secret';
const LONGEST_TEXT = 4096;
const MOST_CALLBACK_BYTES = 64;

class Refusal extends Error {
  constructor(
    readonly code: number,
    description: string,
    readonly parameters = {},
  ) {
    super(description);
  }
}

export type TelegramServer = ReturnType<typeof testTelegram>;

export function testTelegram() {
  const messages: ChatMessage[] = [];
  const acknowledged: { id: string; text?: string; alert: boolean }[] = [];
  const open = new Set<string>();
  let updates: ({ update_id: number } & Record<string, unknown>)[] = [];
  let lastId = 100;
  let lastUpdate = 500;
  let holding: ((conflict: boolean) => void) | null = null;
  let refusing: Refusal | null = null;
  let breaking: string | null = null;
  const blockedBy = new Set<number>();

  const methods: Record<string, (call: Call) => unknown> = {
    getMe: () => ({ id: 7000001, is_bot: true, first_name: 'Inbox', username: 'agent_inbox_bot' }),
    getWebhookInfo: () => ({ url: '', has_custom_certificate: false, pending_update_count: 0 }),
    async getUpdates({ offset = 0, timeout = 0, limit = 100 }) {
      // A second poll ends the first one.
      holding?.(true);
      updates = updates.filter(({ update_id }) => update_id >= Number(offset));
      if (updates.length === 0) await held(Number(timeout));
      return updates.slice(0, Number(limit));
    },
    sendMessage(call) {
      const message = { ...written(call), message_id: ++lastId, chat_id: Number(call.chat_id) };
      messages.push(message);
      return shape(message);
    },
    editMessageText(call) {
      const message = existing(call);
      const next = { ...written(call), message_id: message.message_id, chat_id: message.chat_id };
      if (JSON.stringify(next) === JSON.stringify(message)) {
        throw new Refusal(400, 'Bad Request: message is not modified');
      }
      messages[messages.indexOf(message)] = next;
      return shape(next);
    },
    editMessageReplyMarkup(call) {
      const message = existing(call);
      if (!message.reply_markup && !call.reply_markup) {
        throw new Refusal(400, 'Bad Request: message is not modified');
      }
      delete message.reply_markup;
      return shape(message);
    },
    deleteMessage(call) {
      messages.splice(messages.indexOf(existing(call)), 1);
      return true;
    },
    answerCallbackQuery({ callback_query_id, text, show_alert }) {
      const id = String(callback_query_id);
      if (!open.delete(id)) throw new Refusal(400, 'Bad Request: query is too old');
      acknowledged.push({ id, text: text as string, alert: show_alert === true });
      return true;
    },
  };

  function written({ chat_id, text, reply_markup, parse_mode }: Call) {
    if (parse_mode !== undefined) throw new Refusal(400, 'Bad Request: no markup is expected');
    if (blockedBy.has(Number(chat_id))) {
      throw new Refusal(403, 'Forbidden: bot was blocked by the user');
    }
    if (typeof text !== 'string' || text === '')
      throw new Refusal(400, 'Bad Request: text is empty');
    if (text.length > LONGEST_TEXT) throw new Refusal(400, 'Bad Request: message is too long');
    for (const { callback_data } of ((reply_markup as Keyboard)?.inline_keyboard ?? []).flat()) {
      if (Buffer.byteLength(callback_data) > MOST_CALLBACK_BYTES) {
        throw new Refusal(400, 'Bad Request: BUTTON_DATA_INVALID');
      }
    }
    return { text, ...(reply_markup ? { reply_markup: reply_markup as Keyboard } : {}) };
  }

  function existing({ chat_id, message_id }: Call): ChatMessage {
    const found = messages.find(
      (one) => one.chat_id === Number(chat_id) && one.message_id === message_id,
    );
    if (!found) throw new Refusal(400, 'Bad Request: message to edit not found');
    return found;
  }

  const shape = ({ message_id, chat_id, text, reply_markup }: ChatMessage) => ({
    message_id,
    from: { id: 7000001, is_bot: true },
    chat: { id: chat_id, type: 'private' },
    date: 1,
    text,
    ...(reply_markup ? { reply_markup } : {}),
  });

  async function held(seconds: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), seconds * 1000);
    holding = resolve;
    const isConflict = await promise.finally(() => clearTimeout(timer));
    if (isConflict) {
      throw new Refusal(
        409,
        'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
      );
    }
    holding = null;
  }

  function push(update: Record<string, unknown>): void {
    updates.push({ update_id: ++lastUpdate, ...update });
    holding?.(false);
  }

  const receiver = testReceiver(async ({ path, body }) => {
    const [, token, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(path) ?? [];
    try {
      if (token !== BOT_TOKEN) throw new Refusal(401, 'Unauthorized');
      if (refusing && method !== 'getMe') throw refusing;
      const call = methods[method];
      if (!call) throw new Refusal(404, 'Not Found');
      const result = await call(JSON.parse(body || '{}'));
      if (method === breaking) {
        breaking = null;
        return new Response('Bad Gateway', { status: 502 });
      }
      return Response.json({ ok: true, result });
    } catch (error) {
      const { code, message, parameters } = error as Refusal;
      const failure = { ok: false, error_code: code, description: message, parameters };
      return Response.json(failure, { status: code });
    }
  });

  function put(
    id: number,
    content: Record<string, unknown>,
    { replyTo, type = 'private' }: { replyTo?: number | undefined; type?: string | undefined } = {},
  ) {
    const reply = messages.find(({ message_id }) => message_id === replyTo);
    push({
      message: {
        message_id: ++lastId,
        from: person(id),
        chat: chat(id, type),
        date: 1,
        ...content,
        ...(reply ? { reply_to_message: shape(reply) } : {}),
      },
    });
  }

  const person = (id: number) => ({ id, is_bot: false, first_name: 'Ann', username: 'ann' });
  const chat = (id: number, type = 'private') => ({ id, type });
  return {
    ...receiver,
    messages,
    acknowledged,
    blockedBy,
    /** The chat with the bot as a person sees it. */
    chat: (id: number) => messages.filter(({ chat_id }) => chat_id === id),
    /** A person writes to the bot, in a group if it is named. */
    write(
      id: number,
      text: string,
      { replyTo, type }: { replyTo?: number | undefined; type?: string } = {},
    ) {
      put(id, { text }, { replyTo, type });
    },
    /** A person sends a file, a picture or something else, such as `{ voice: {} }`. */
    put,
    /** A person presses a button, or sends what one carries. */
    press(id: number, message: ChatMessage | undefined, data: string) {
      const query = `q${++lastUpdate}`;
      open.add(query);
      push({
        callback_query: {
          id: query,
          from: person(id),
          chat_instance: '1',
          data,
          ...(message ? { message: shape(message) } : {}),
        },
      });
    },
    /** Repeats the last updates, as after a crash before they were confirmed. */
    pending: () => updates.map(({ update_id }) => update_id),
    /** Does the next call of a method, but answers as a proxy that lost the answer. */
    breakAfter(method: string): void {
      breaking = method;
    },
    refuse(code: number | null, description = 'Refused', parameters = {}) {
      refusing = code === null ? null : new Refusal(code, description, parameters);
      holding?.(false);
    },
    async [Symbol.asyncDispose]() {
      holding?.(false);
      await receiver[Symbol.asyncDispose]();
    },
  };
}
