/** Telegram's bot API, as https://core.telegram.org/bots/api describes it. */
import { z } from 'zod';
import { type Call, createCalls } from '../../../delivery/chats/calls.ts';
import type { Ways } from '../../ways.ts';

const Body = z.object({
  ok: z.boolean(),
  result: z.unknown().optional(),
  description: z.string().optional(),
  parameters: z.object({ retry_after: z.number().optional() }).optional(),
});
export type TelegramBody = z.infer<typeof Body>;
export type Telegram = Call<TelegramBody>;

/** Calls methods of the bot; null without one. */
export function createTelegram(
  { telegramUrl, telegramToken }: Ways,
  timeoutMs: number,
): Telegram | null {
  if (telegramToken === null) return null;
  const base = `${telegramUrl.replace(/\/$/, '')}/bot${telegramToken}`;
  return createCalls({ base, schema: Body, timeoutMs });
}
