/** Listens to the topic to which the buttons of ntfy's notifications post, so that the inbox needs no public URL. */

import type { Inbox } from '../../core/inbox.ts';
import { isJsonObject } from '../../core/json.ts';
import { lastPressId, takePress } from '../../core/notify/decide.ts';
import { hostOf } from '../../core/outgoing/addresses.ts';
import { timerMs } from '../../core/timers.ts';
import { readLines } from '../../delivery/http/lines.ts';

/** ntfy sends something at least every 45 s. */
const SILENCE_MS = 120_000;
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 60_000;

type Options = { home?: string; silenceMs?: number; firstRetryMs?: number };

/** Returns null if no reply topic is set. A connection that ends is opened again until `stop`. */
export function listen(inbox: Inbox, options: Options = {}) {
  const { ntfyUrl, ntfyReplyTopic } = inbox.ways;
  if (ntfyUrl === null || ntfyReplyTopic === null) return null;
  const { silenceMs = SILENCE_MS, firstRetryMs = FIRST_RETRY_MS } = options;
  const place = `${ntfyUrl.replace(/\/$/, '')}/${ntfyReplyTopic}`;
  const ending = new AbortController();
  const running = keepReading(inbox, { place, silenceMs, firstRetryMs }, ending.signal);
  return {
    async stop() {
      ending.abort();
      await running;
    },
  };
}

type Listening = { place: string; silenceMs: number; firstRetryMs: number };

async function keepReading(
  inbox: Inbox,
  { place, silenceMs, firstRetryMs }: Listening,
  signal: AbortSignal,
): Promise<void> {
  let retryMs = firstRetryMs;
  const isConnected = () => {
    retryMs = firstRetryMs;
  };
  while (!signal.aborted) {
    await readPresses(inbox, { place, silenceMs, isConnected }, signal).catch((err: Error) => {
      if (signal.aborted) return;
      const { message: reason } = err;
      inbox.log.warn({ reason, retryMs }, 'the connection to the ntfy reply topic ended');
    });
    await pause(retryMs, signal);
    retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
  }
}

type Reading = { place: string; silenceMs: number; isConnected: () => void };

async function readPresses(
  inbox: Inbox,
  { place, silenceMs, isConnected }: Reading,
  signal: AbortSignal,
): Promise<void> {
  const since = (await lastPressId(inbox, place)) ?? 'all';
  const url = new URL(`${place}/json?since=${encodeURIComponent(since)}`);
  const { ntfyToken } = inbox.ways;
  const headers: Record<string, string> =
    ntfyToken === null ? {} : { authorization: `Bearer ${ntfyToken}` };
  const allow = { hosts: [hostOf(url)], ranges: [] };
  const onLine = async (line: string) => {
    isConnected();
    const press = pressIn(line);
    if (press) await takePress(inbox, place, press);
  };
  await readLines({ url, headers, allow, silenceMs }, onLine, signal);
}

/** Only messages have a text; other events of ntfy open the stream or keep it alive. */
function pressIn(line: string) {
  try {
    const sent: unknown = JSON.parse(line);
    if (!isJsonObject(sent) || sent.event !== 'message') return null;
    const { id, message: text } = sent;
    return typeof id === 'string' && typeof text === 'string' ? { id, text } : null;
  } catch {
    return null;
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, timerMs(ms));
    signal.addEventListener('abort', end, { once: true });
  });
}
