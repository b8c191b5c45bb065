/** Slack's Web API, as https://docs.slack.dev/apis/web-api describes it. */
import { z } from 'zod';
import { type Call, createCalls } from '../../../delivery/chats/calls.ts';
import type { Ways } from '../../ways.ts';

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

// A message of Slack is named by its channel and its time.

export const handleOf = (channel: string, ts: string): string => `${channel}:${ts}`;

export function placeOf(handle: string): { channel: string; ts: string } {
  const [channel = '', ts = ''] = handle.split(':');
  return { channel, ts };
}

// Texts in the form that Slack gives and takes them: `&`, `<` and `>` begin mentions and links.

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A text in which nothing is a mention or a link. */
export const escaped = (text: string): string =>
  text.replace(/[&<>]/g, (letter) => entities[letter] ?? letter);

/** Restores the text that a person has typed: `<https://a.example|a.example>` was `a.example`. */
export const unescaped = (text: string): string =>
  text
    .replace(/<([^<>|]*)(?:\|([^<>]*))?>/g, (_, target: string, label?: string) => label || target)
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
