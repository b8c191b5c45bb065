/** Slack's Web API, as https://docs.slack.dev/apis/web-api describes it. */
import { z } from 'zod';
import type { Ways } from '../../../core/notify/ways.ts';
import { type Call, createCalls } from '../../../delivery/chats/calls.ts';

/** A failure is HTTP 200 with a code, but for a limit of the rate. */
const Body = z.looseObject({
  ok: z.boolean(),
  error: z
    .string()
    .regex(/^[a-z_]{1,60}$/)
    .optional()
    .catch(undefined),
});
export type SlackBody = z.infer<typeof Body>;
export type Slack = Call<SlackBody>;

/** Calls methods as the bot, which sends; null without one. */
export const createSlackBot = ({ slackUrl, slackBotToken }: Ways, timeoutMs: number) =>
  createSlack(slackUrl, slackBotToken, timeoutMs);

/** Calls methods as the app, which opens connections; null without one. */
export const createSlackApp = ({ slackUrl, slackAppToken }: Ways, timeoutMs: number) =>
  createSlack(slackUrl, slackAppToken, timeoutMs);

function createSlack(url: string, token: string | null, timeoutMs: number): Slack | null {
  if (token === null) return null;
  const headers = { authorization: `Bearer ${token}` };
  return createCalls({ base: url.replace(/\/$/, ''), headers, schema: Body, timeoutMs });
}
