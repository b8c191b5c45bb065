/** Reads what the triage view shows: the current list and its next pages. */
import { ok } from '../../client/client.ts';
import type { Place } from '../../client/follow/connection.ts';
import { createRecent } from '../../client/replica/recent.ts';
import { InboxError } from '../../core/errors.ts';
import { type Connection, flagChannelId } from '../connection.ts';
import {
  withCount,
  withEvent,
  withMessage,
  withMore,
  withPending,
  withRetracted,
} from './apply-event.ts';
import { type Look, readList, readPage } from './reading.ts';
import { type Asked, isNearEnd, isOpen, isSearching, type State } from './state.ts';
import { whyAway } from './trouble.ts';

type Options = {
  state: () => State;
  show: (next: State) => void;
  call: <T>(work: (connection: Connection) => Promise<T>) => Promise<T>;
  /** The channel of `--channel`, as it was named. */
  named: string | undefined;
  /** Returns whether a retry is pointless; the view ends. */
  isFatal: (error: unknown) => boolean;
};
export type Looking = ReturnType<typeof createLooking>;

export function createLooking({ state, show, call, named, isFatal }: Options) {
  const recent = createRecent();
  const known = Promise.withResolvers<Place>();
  let isReading = false;
  let isStale = false;

  /** Applies a response together with the events that arrived before it. */
  async function take<T>(asked: Promise<T>, shown: (answer: T) => State): Promise<T> {
    const { answer, since } = await recent.read(asked);
    show(since.reduce(withEvent, shown(answer)));
    return answer;
  }

  /** Reads the current state of one question, which someone else may have answered. */
  async function lookAt(id: string): Promise<void> {
    try {
      const asked = call(({ person }) => ok(person.messages({ id }).get({ query: {} })));
      await take(asked, (message) => withMessage(state(), message));
    } catch (error) {
      if (!(error instanceof InboxError) || error.code !== 'not_found') throw error;
      show(withRetracted(state(), id));
    }
  }

  /** Reads the current list, as far as it was loaded. */
  async function read(): Promise<void> {
    const asked = call((connection) => readList(connection, wantedOf(state())));
    const { listed, place } = await take(asked, (looked) => withLook(state(), looked));
    known.resolve(place);
    const isMissing = (one: Asked) =>
      isOpen(state(), one) && !listed.pending.some(({ id }) => id === one.id);
    const gone = state().waiting.find(isMissing);
    if (gone) await lookAt(gone.id);
  }

  async function look(): Promise<void> {
    if (isReading) return;
    isStale = false;
    isReading = true;
    try {
      if (named !== undefined && state().channelId === null) await findChannel(named);
      await read();
    } catch (error) {
      if (!isFatal(error)) show({ ...state(), link: 'lost', trouble: whyAway(error) });
    } finally {
      isReading = false;
    }
    if (isStale) await look();
    else void readMore();
  }

  async function findChannel(name: string): Promise<void> {
    const channelId = await call(({ person }) => flagChannelId(person, name));
    show({ ...state(), channelId });
  }

  /** Reads the next page when the end of the loaded part is near. */
  async function readMore(): Promise<void> {
    const { search, session, cursor, channelId: channel } = state();
    if (isReading || isSearching(state()) || !isNearEnd(state())) return;
    isReading = true;
    const asked = call(({ person }) => readPage(person, { search, session, channel }, cursor));
    // The next tick retries.
    await take(asked, (listed) => withMore(state(), listed)).catch(() => {});
    isReading = false;
    if (isStale) await look();
  }

  return {
    look,
    lookAt,
    readMore,
    onEvent: recent.add,
    /** The position in the log that the first list reached. */
    place: known.promise,
    /** Reads the list again; a read in progress may be outdated. */
    lookAgain(): void {
      isStale = true;
      void look();
    },
  };
}

/** As many as were loaded before: for another search, as many as before that. */
function wantedOf(state: State) {
  const { filter, narrowed: session, waiting, back, channelId: channel } = state;
  const search = filter.trim();
  const before = search === '' ? (back?.count ?? 0) : 0;
  return { search, session, channel, count: isSearching(state) ? before : waiting.length };
}

function withLook(state: State, { listed, channels, total, isLocal, address }: Look): State {
  const link = linkAfter(state.link, isLocal);
  const reached = { ...state, channels, address, hasLooked: true, trouble: null, link };
  return withCount(withPending(reached, listed), total);
}

function linkAfter(link: State['link'], isLocal: boolean): State['link'] {
  if (isLocal) return 'local';
  return link === 'local' ? 'connecting' : link;
}
