/** Asks Telegram for what people did, one request after another, so that no public URL is needed. */
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Inbox } from '../../core/inbox.ts';
import { readPlace, writePlace } from '../../core/reach/bot-places.ts';
import { type Called, createTelegram } from './api.ts';
import { type Answering, handleUpdate, Update } from './updates.ts';

export type Poll = { stop: () => Promise<void> };
type Options = {
  /** A request without an update is answered after this. */
  heldSeconds?: number;
  /** The pause after a failure that may end by itself, and after one that does not. */
  pauseMs?: { failed: number; refused: number };
};

const TIMEOUT_MS = 10_000;
const HELD_SECONDS = 25;
const PAUSE_MS = { failed: 5000, refused: 60_000 };
const MOST_UPDATES = 20;
/** An update that can't be handled so often is passed over, or it would keep back all others. */
const MOST_TRIES = 5;

const Me = z.object({ username: z.string().regex(/^\w{1,64}$/) });

/** Starts to poll, if there is a bot. */
export function startTelegram(inbox: Inbox, options: Options = {}): Poll {
  const { heldSeconds = HELD_SECONDS, pauseMs = PAUSE_MS } = options;
  const { ways, log, bots } = inbox;
  const ending = new AbortController();
  const { signal } = ending;
  const call = createTelegram(ways, TIMEOUT_MS);
  const poll = createTelegram(ways, heldSeconds * 1000 + TIMEOUT_MS);
  // The id of a bot is public; another bot has updates of its own.
  const bot = ways.telegramToken?.split(':')[0] ?? '';
  let tries = 0;

  async function run(): Promise<void> {
    if (!call || !poll) return;
    while (!signal.aborted) {
      const wait = await turn(call, poll).catch((err: Error) => {
        if (signal.aborted) return 0;
        return report(`Telegram cannot be reached: ${err.message}`, pauseMs.failed);
      });
      if (wait > 0) await pause(wait, undefined, { signal }).catch(() => undefined);
    }
  }

  type Call = NonNullable<typeof call>;

  /** Returns how long to pause then. */
  async function turn(ask: Call, hold: Call): Promise<number> {
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
      if (!(await take(ask, update))) return pauseMs.failed;
    }
    return 0;
  }

  /** False for an update that has to be polled again, so that no answer is lost. */
  async function take(ask: Call, given: unknown): Promise<boolean> {
    const update = Update.parse(given);
    let answers: Answering[] = [];
    try {
      answers = await handleUpdate(inbox, update);
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

  function failed({ answer: { status }, body }: Called): number {
    const wait = (body?.parameters?.retry_after ?? 0) * 1000;
    if (status === 409) return report(CONFLICT, pauseMs.failed);
    if (status === 401 || status === 404) return report(REFUSED, pauseMs.refused);
    if (status === null) return report('Telegram did not answer in time', pauseMs.failed);
    return report(`Telegram answered HTTP ${status}`, Math.max(wait, pauseMs.failed));
  }

  function report(problem: string, waitMs: number): number {
    if (bots.telegram.problem !== problem) log.warn({ problem }, 'the Telegram bot does not work');
    bots.telegram.problem = problem;
    return waitMs;
  }

  const running = run();
  return {
    async stop() {
      ending.abort(new Error('The inbox is shutting down'));
      await running;
    },
  };
}

const ALLOWED = ['message', 'callback_query'];
const CONFLICT =
  'Another program polls this bot, or it has a webhook: each inbox needs a bot of its own';
const REFUSED = 'Telegram refuses the token: set INBOX_TELEGRAM_TOKEN to the one of @BotFather';
