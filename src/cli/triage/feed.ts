/** Keeps the triage view up to date: the server's pending questions, and events as they arrive. */
import { ok } from '../../client/client.ts';
import type { Target } from '../../client/follow/connection.ts';
import { type Follower, follow } from '../../client/follow/follow.ts';
import { isCounted } from '../../client/pending.ts';
import { ConfigError } from '../../config.ts';
import { InboxError } from '../../core/errors.ts';
import { type Connection, connectionToServer, withConnection } from '../connection.ts';
import { UsageError } from '../errors.ts';
import type { GlobalOptions } from '../options.ts';
import { ANSWERS_ENDED } from '../reach/contact-table.ts';
import { withEvent } from './apply-event.ts';
import { fillGaps } from './gaps.ts';
import { createLooking } from './looking.ts';
import { openPresence } from './presence.ts';
import type { State } from './state.ts';
import { whyNotLetIn } from './trouble.ts';

export type TriageView = {
  state: () => State;
  show: (next: State) => void;
  /** Ends the view. */
  fail: (error: unknown) => void;
};
type FeedOptions = GlobalOptions & { channel?: string };
export type Feed = ReturnType<typeof openFeed>;

const NAME = 'inbox triage';
const LOOK_MS = 2000;

export function openFeed(options: FeedOptions, { state, show, fail: end }: TriageView) {
  const fail = (error: unknown) => end(whyNotLetIn(error, options));
  const call = <T>(work: (connection: Connection) => Promise<T>) =>
    withConnection(options, NAME, work);
  const isFatal = (error: unknown) => {
    const isFinal = isHopeless(error);
    if (isFinal) fail(error);
    return isFinal;
  };
  const looking = createLooking({ state, show, call, named: options.channel, isFatal });
  const { look, lookAt, lookAgain, readMore } = looking;
  const gaps = fillGaps({ state, show, call, lookAt, lookAgain });

  let live: Follower | undefined;
  let isClosed = false;
  const presence = openPresence({
    state,
    call,
    emit: (presence) => live?.emitPresence(presence),
  });
  void looking.place.then((place) => {
    if (isClosed) return;
    live = follow(
      { source: () => findServer(options), place },
      {
        event(event) {
          looking.onEvent(event);
          show(withEvent(state(), event));
          if (isCounted(event)) gaps.countSoon();
          // The person's channels, or who can be notified of questions, may have changed.
          if (event.name === 'access:changed' || event.name === 'reach:changed') lookAgain();
        },
        polling: (text) => show({ ...state(), notice: { text, tone: 'plain' } }),
        state(now) {
          if (now === 'live') presence.report();
          if (now !== 'refused') show({ ...state(), link: now });
        },
        reset: lookAgain,
      },
    );
    void live.ended.then((refusal) => refusal && fail(refusal));
    void sayWhetherAnswersEnded();
  });
  // Polls while there is no live connection.
  const again = setInterval(() => state().link !== 'live' && void look(), LOOK_MS);
  void look();

  /** Once, and over nothing that was said since. */
  async function sayWhetherAnswersEnded(): Promise<void> {
    const me = await call(({ person }) => ok(person.auth.session.get())).catch(() => null);
    if (isClosed || !me || me.answersEndedAt === null || state().notice !== null) return;
    show({ ...state(), notice: { text: ANSWERS_ENDED, tone: 'plain' } });
  }

  return {
    call,
    lookAt,
    /** Notes that the user has pressed a key. */
    pressed: presence.pressed,
    /** Reads what the view lacks, after each change. */
    follow(): void {
      presence.look();
      gaps.searchSoon();
      void gaps.readWhole();
      void readMore();
    },
    close(): void {
      isClosed = true;
      gaps.close();
      presence.close();
      clearInterval(again);
      live?.close();
    },
  };
}

async function findServer(options: GlobalOptions): Promise<Target> {
  const server = await connectionToServer(options);
  if (server?.address) return { url: server.address, credentials: server.credentials };
  throw new Error('No server to follow');
}

/** Returns whether a retry is pointless. */
function isHopeless(error: unknown): boolean {
  if (error instanceof ConfigError || error instanceof UsageError) return true;
  return error instanceof InboxError && ['unauthenticated', 'forbidden'].includes(error.code);
}
