/** Asks Telegram for what people did, one request after another, so that no public URL is needed. */
import { z } from 'zod';
import type { Inbox } from '../../core/inbox.ts';
import type { Called } from '../../delivery/chats/calls.ts';
import {
  PAUSE_MS,
  type PauseMs,
  type Report,
  type RunningBot,
  runBot,
} from '../../delivery/chats/run-bot.ts';
import { readPlace, writePlace } from './kept.ts';
import { type Answering, handleUpdate, Update } from './listen/updates.ts';
import { createTelegram, type Telegram, type TelegramBody } from './send/api.ts';

type Options = {
  /** Where people open the inbox; by default its public URL. */
  home?: string;
  /** A request without an update is answered after this. */
  heldSeconds?: number;
  pauseMs?: PauseMs;
};

const TIMEOUT_MS = 10_000;
const HELD_SECONDS = 25;
const MOST_UPDATES = 20;
/** An update that can't be handled so often is passed over, or it would keep back all others. */
const MOST_TRIES = 5;

const Me = z.object({ username: z.string().regex(/^\w{1,64}$/) });

/** Starts to poll; null without a bot. */
export function listen(inbox: Inbox, options: Options = {}): RunningBot | null {
  const { heldSeconds = HELD_SECONDS, pauseMs = PAUSE_MS } = options;
  const { home = inbox.ways.publicUrl ?? '' } = options;
  const ask = createTelegram(inbox.ways, TIMEOUT_MS);
  const hold = createTelegram(inbox.ways, heldSeconds * 1000 + TIMEOUT_MS);
  if (!ask || !hold) return null;
  const turn = turnsOf(inbox, { ask, hold, home, heldSeconds, pauseMs });
  return runBot(inbox, { kind: 'telegram', label: 'Telegram', pauseMs, turn });
}

type Polling = { ask: Telegram; hold: Telegram } & Required<Options>;

function turnsOf(inbox: Inbox, { ask, hold, home, heldSeconds, pauseMs }: Polling) {
  const { ways, log, bots } = inbox;
  // The id of a bot is public; another bot has updates of its own.
  const bot = ways.telegramToken?.split(':')[0] ?? '';
  let tries = 0;

  async function turn(report: Report, signal: AbortSignal): Promise<number> {
    const failed = (called: Called<TelegramBody>) => failedBy(called, report, pauseMs);
    if (bots.telegram.name === null) {
      const me = await ask('getMe', {}, signal);
      const read = Me.safeParse(me.body?.result);
      if (!read.success) return failed(me);
      bots.telegram.name = read.data.username;
    }
    const offset = await readPlace(inbox, bot);
    const held = { timeout: heldSeconds, limit: MOST_UPDATES, allowed_updates: ALLOWED };
    const called = await hold('getUpdates', { offset, ...held }, signal);
    const updates = z.array(z.unknown()).safeParse(called.body?.result);
    if (!called.body?.ok || !updates.success) return failed(called);
    bots.telegram.problem = null;
    for (const update of updates.data) {
      if (!(await take(update, signal))) return pauseMs.failed;
    }
    return 0;
  }

  /** False for an update that has to be polled again, so that no answer is lost. */
  async function take(given: unknown, signal: AbortSignal): Promise<boolean> {
    const update = Update.parse(given);
    let answers: Answering[] = [];
    try {
      answers = await handleUpdate(inbox, update, home);
    } catch (err) {
      log.error({ err, bot: 'telegram' }, 'an update could not be handled');
      if (++tries < MOST_TRIES) return false;
    }
    tries = 0;
    await writePlace(inbox, bot, update.update_id + 1);
    // A chat that does not answer delays nobody else's.
    for (const { method, parameters } of answers) {
      void ask(method, parameters, signal).catch(() => undefined);
    }
    return true;
  }

  return turn;
}

function failedBy(
  { answer: { status }, body }: Called<TelegramBody>,
  report: Report,
  pauseMs: PauseMs,
): number {
  const wait = (body?.parameters?.retry_after ?? 0) * 1000;
  if (status === 409) return report(CONFLICT, pauseMs.failed);
  if (status === 401 || status === 404) return report(REFUSED, pauseMs.refused);
  if (status === null) return report('Telegram did not answer in time', pauseMs.failed);
  return report(`Telegram answered HTTP ${status}`, Math.max(wait, pauseMs.failed));
}

const ALLOWED = ['message', 'callback_query'];
const CONFLICT =
  'Another program polls this bot, or it has a webhook: each inbox needs a bot of its own';
const REFUSED = 'Telegram refuses the token: set INBOX_TELEGRAM_TOKEN to the token from @BotFather';
