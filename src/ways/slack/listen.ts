/** Receives from Slack what people did, by connections to Slack, so that no public URL is needed. */
import { z } from 'zod';
import type { Inbox } from '../../core/inbox.ts';
import { timerMs } from '../../core/timers.ts';
import type { Called } from '../../delivery/chats/calls.ts';
import {
  PAUSE_MS,
  type PauseMs,
  type Report,
  type RunningBot,
  runBot,
} from '../../delivery/chats/run-bot.ts';
import { Envelope, handleEnvelope } from './listen/envelopes.ts';
import { readSocket } from './listen/socket.ts';
import { createSlackApp, createSlackBot, type Slack, type SlackBody } from './send/api.ts';

type Options = {
  /** Where people open the inbox; by default its public URL. */
  home?: string;
  pauseMs?: PauseMs;
  silenceMs?: number;
  /** If another program is connected, it is looked again after this whether it still is. */
  lookAgainMs?: number;
};

const TIMEOUT_MS = 10_000;
/** Slack sends a ping every few seconds. */
const SILENCE_MS = 60_000;
const LOOK_AGAIN_MS = 60_000;

const Me = z.object({ user: z.string().max(200) });
/** Unencrypted only if the API is, too. */
const openedBy = (slackUrl: string) =>
  z.object({ url: z.url({ protocol: slackUrl.startsWith('http:') ? /^wss?$/ : /^wss$/ }) });
const Hello = z.object({ type: z.literal('hello'), num_connections: z.number().optional() });
const Disconnect = z.object({ type: z.literal('disconnect'), reason: z.string().optional() });

/** Starts to listen; null without an app. */
export function listen(inbox: Inbox, options: Options = {}): RunningBot | null {
  const { pauseMs = PAUSE_MS, silenceMs = SILENCE_MS, lookAgainMs = LOOK_AGAIN_MS } = options;
  const { home = inbox.ways.publicUrl ?? '' } = options;
  const app = createSlackApp(inbox.ways, TIMEOUT_MS);
  const bot = createSlackBot(inbox.ways, TIMEOUT_MS);
  if (!app || !bot) return null;
  const turn = turnsOf(inbox, { app, bot, home, pauseMs, silenceMs, lookAgainMs });
  return runBot(inbox, { kind: 'slack', label: 'Slack', pauseMs, turn });
}

type Listening = { app: Slack; bot: Slack } & Required<Options>;

function turnsOf(inbox: Inbox, { app, bot, home, pauseMs, silenceMs, lookAgainMs }: Listening) {
  const { bots, log, ways } = inbox;
  /** A connection of ours that was cut off is counted for a while: only the second sight is reported. */
  let sharedTimes = 0;

  async function turn(report: Report, signal: AbortSignal): Promise<number> {
    if (bots.slack.name === null) {
      const me = await bot('auth.test', {}, signal);
      const read = Me.safeParse(me.body?.ok ? me.body : null);
      if (!read.success) return failedBy(me, 'INBOX_SLACK_BOT_TOKEN', report, pauseMs);
      bots.slack.name = read.data.user;
    }
    const opened = await app('apps.connections.open', {}, signal);
    const place = openedBy(ways.slackUrl).safeParse(opened.body?.ok ? opened.body : null);
    if (!place.success) return failedBy(opened, 'INBOX_SLACK_APP_TOKEN', report, pauseMs);
    return receive(place.data.url, report, signal);
  }

  async function receive(url: string, report: Report, signal: AbortSignal): Promise<number> {
    let waitMs = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onText = async (text: string, use: Use) => {
      const sent: unknown = jsonIn(text);
      const hello = Hello.safeParse(sent);
      if (hello.success && greeted(hello.data.num_connections ?? 1, report)) {
        timer = setTimeout(use.leave, timerMs(lookAgainMs));
      }
      const disconnect = Disconnect.safeParse(sent);
      if (disconnect.success) {
        if (disconnect.data.reason === 'link_disabled') waitMs = report(OFF, pauseMs.refused);
        use.leave();
      }
      const envelope = Envelope.safeParse(sent);
      if (envelope.success) await take(envelope.data, use, signal);
    };
    await readSocket({ url, silenceMs }, onText, signal).finally(() => clearTimeout(timer));
    return waitMs;
  }

  /** Whether another program is connected as this app. */
  function greeted(connections: number, report: Report): boolean {
    sharedTimes = connections > 1 ? sharedTimes + 1 : 0;
    if (sharedTimes > 1) report(SHARED, 0);
    else bots.slack.problem = null;
    return sharedTimes > 0;
  }

  /** Slack sends an unacknowledged envelope again, or says to the person who pressed that it failed. */
  async function take(envelope: Envelope, { send }: Use, signal: AbortSignal): Promise<void> {
    try {
      const answers = await handleEnvelope(inbox, envelope, home);
      send(JSON.stringify({ envelope_id: envelope.envelope_id }));
      for (const { method, parameters } of answers) {
        void bot(method, parameters, signal).catch(() => undefined);
      }
    } catch (err) {
      log.error({ err, bot: 'slack' }, 'what Slack sent could not be handled');
    }
  }

  return turn;
}

type Use = { send: (text: string) => void; leave: () => void };

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const REFUSED = /^(invalid_auth|not_authed|account_inactive|token_revoked|token_expired)$/;
const MISTAKEN = /^(not_allowed_token_type|missing_scope)$/;

function failedBy(
  { answer, body }: Called<SlackBody>,
  variable: string,
  report: Report,
  pauseMs: PauseMs,
): number {
  const error = body?.error ?? '';
  if (REFUSED.test(error)) return report(`Slack refuses the token of ${variable}`, pauseMs.refused);
  if (MISTAKEN.test(error)) {
    return report(
      `The token in ${variable} lacks a scope, or is the wrong kind of token`,
      pauseMs.refused,
    );
  }
  if (answer.status === null) return report('Slack did not answer in time', pauseMs.failed);
  const wait = /^\d{1,4}$/.test(answer.retryAfter ?? '') ? Number(answer.retryAfter) * 1000 : 0;
  return report(
    `Slack answered ${error || `HTTP ${answer.status}`}`,
    Math.max(wait, pauseMs.failed),
  );
}

const OFF = 'Socket Mode is off: turn it on in the settings of the Slack app';
const SHARED =
  'Another program is connected as this Slack app, and takes some of the answers: each inbox needs an app of its own';
