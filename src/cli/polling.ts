/** Polls how a question ended, across restarts of the server. */
import { type Client, ok } from '../client/client.ts';
import { InboxError } from '../core/errors.ts';
import type { Message } from '../core/messages/schema.ts';
import { timerMs } from '../core/timers.ts';
import { withConnection } from './connection.ts';
import type { GlobalOptions } from './options.ts';
import { note } from './output.ts';

const LONGEST_POLL_MS = 30_000;
/** A question that is held has to be asked for again in time. */
const LONGEST_HELD_POLL_MS = 10_000;
const PAUSE_MS = 500;
/** How long a server that was never reached may still be starting. */
const FIRST_REACH_MS = 5000;

/** Until when to try to reach the server for the first time. */
export const reachUntil = (deadline: number): number =>
  Number.isFinite(deadline) ? deadline : Date.now() + FIRST_REACH_MS;

/** Does it again, until the server answers or the time is up: a starting server refuses connections. */
export async function onceReached<T>(work: () => Promise<T>, until: number): Promise<T> {
  while (true) {
    try {
      return await work();
    } catch (error) {
      const isAway = error instanceof InboxError && error.code === 'unavailable';
      if (!isAway || Date.now() >= until) throw error;
    }
    await Bun.sleep(timerMs(Math.min(PAUSE_MS, until - Date.now())));
  }
}

export type Ended =
  | { status: 'completed' | 'expired' | 'withdrawn'; message: Message }
  /** `lost`: the timeout ended while the server was unreachable. */
  | { status: 'timeout' | 'retracted' | 'lost' }
  | { status: 'unreached'; error: InboxError };

type Waiting = {
  deadline: number;
  /** The question, once it has been read. */
  message: Message | undefined;
  /** Called with it. */
  began: (message: Message) => void;
};

export async function pollUntil(
  options: GlobalOptions,
  id: string,
  { deadline, message: known, began }: Waiting,
): Promise<Ended> {
  const until = reachUntil(deadline);
  let message = known;
  let isLost = false;
  while (true) {
    try {
      const ended = await look();
      if (ended.status !== 'timeout') return ended as Ended;
    } catch (error) {
      if (!(error instanceof InboxError)) throw error;
      if (error.code === 'not_found' && message !== undefined) return { status: 'retracted' };
      if (error.code !== 'unavailable') throw error;
      if (message === undefined && Date.now() >= until) return { status: 'unreached', error };
      if (message !== undefined && !isLost) note('Connection lost; trying again.');
      isLost = true;
    }
    if (Date.now() >= deadline) return { status: isLost ? 'lost' : 'timeout' };
    await Bun.sleep(timerMs(Math.min(PAUSE_MS, deadline - Date.now())));
  }

  function look() {
    return withConnection(options, 'inbox wait', async ({ agent, holdsData }) => {
      // A poll may take long to notice that the server is back.
      if (message === undefined || isLost) await read(agent);
      const left = Math.max(0, deadline - Date.now());
      const longest = message?.review?.hold ? LONGEST_HELD_POLL_MS : LONGEST_POLL_MS;
      const timeout = holdsData ? 0 : Math.min(left, longest);
      const query = { channel: message?.channelId ?? '', timeout };
      return ok(agent.reviews({ id: message?.id ?? id }).wait.get({ query }));
    });
  }

  async function read(agent: Client): Promise<void> {
    const now = await ok(agent.messages({ id: message?.id ?? id }).get({ query: {} }));
    if (message !== undefined) note('Connected.');
    else if (now.review?.status === 'pending') began(now);
    message = now;
    isLost = false;
  }
}
