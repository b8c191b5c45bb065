/** Telegram's bot API, as https://core.telegram.org/bots/api describes it. */
import { z } from 'zod';
import { hostAllow } from '../../core/outgoing/addresses.ts';
import type { Ways } from '../../core/reach/ways.ts';
import type { Answer } from '../http/post.ts';
import { createExchange } from '../http/send.ts';

/** Twenty updates, each with two texts of the greatest length. */
const MOST_BYTES = 4 * 1024 * 1024;

const Body = z.object({
  ok: z.boolean(),
  result: z.unknown().optional(),
  description: z.string().optional(),
  parameters: z.object({ retry_after: z.number().optional() }).optional(),
});
export type TelegramBody = z.infer<typeof Body>;
export type Called = { answer: Answer; body: TelegramBody | null };
export type Telegram = ReturnType<typeof createTelegram>;

/** Calls methods of the bot; null without one. A call throws if nothing left the machine. */
export function createTelegram({ telegramUrl, telegramToken }: Ways, timeoutMs: number) {
  if (telegramToken === null) return null;
  const base = `${telegramUrl.replace(/\/$/, '')}/bot${telegramToken}`;
  const allow = hostAllow([telegramUrl]);
  const exchange = createExchange({ allow, timeoutMs, mostBytes: MOST_BYTES });
  return async (method: string, parameters: object, signal: AbortSignal): Promise<Called> => {
    const answer = await exchange(
      {
        ...{ url: `${base}/${method}`, method: 'POST' },
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(parameters),
      },
      signal,
    );
    return { answer, body: bodyOf(answer) };
  };
}

function bodyOf({ body }: Answer): TelegramBody | null {
  try {
    return Body.parse(JSON.parse(body.toString()));
  } catch {
    return null;
  }
}
