/** Keeps the triage view true: what waits as the server has it, and the news as they come. */
import { ok } from '../../client/client.ts';
import { POLLS, type Target } from '../../client/follow/connection.ts';
import { follow } from '../../client/follow/follow.ts';
import { isCounted } from '../../client/pending.ts';
import { ConfigError } from '../../config.ts';
import { InboxError } from '../../core/errors.ts';
import { type Connection, connectToServer, flagChannelId, withConnection } from '../connect.ts';
import { UsageError } from '../errors.ts';
import type { GlobalOptions } from '../options.ts';
import { fillGaps } from './gaps.ts';
import { withCount, withEvent, withMore, withPending } from './news.ts';
import { readList, readPage } from './reading.ts';
import { type Asked, isNearEnd, isOpen, isSearching, type State } from './state.ts';
import { whyAway, whyNotLetIn } from './trouble.ts';

export type Desk = {
  state: () => State;
  show: (next: State) => void;
  /** Ends the view. */
  fail: (error: unknown) => void;
};
type FeedOptions = GlobalOptions & { channel?: string };
export type Feed = ReturnType<typeof openFeed>;
type News = [name: Parameters<typeof withEvent>[1], payload: unknown];

const NAME = 'inbox triage';
const LOOK_MS = 2000;

export function openFeed(options: FeedOptions, { state, show, fail: end }: Desk) {
  /** News that come while the list is read: they may be newer than it. */
  let meanwhile: News[] | undefined;
  let isStale = false;

  const call = <T>(work: (connection: Connection) => Promise<T>) =>
    withConnection(options, NAME, work);

  const fail = (error: unknown) => end(whyNotLetIn(error, options));

  /** The one channel that was asked for, by its id. */
  async function channelIn({ person }: Connection): Promise<string | null> {
    const { channelId } = state();
    if (channelId !== null || options.channel === undefined) return channelId;
    const found = await flagChannelId(person, options.channel);
    show({ ...state(), channelId: found });
    return found;
  }

  /** How one is now, which another may have answered. */
  async function lookAt(id: string): Promise<void> {
    try {
      const message = await call(({ person }) => ok(person.messages({ id }).get({ query: {} })));
      show(withEvent(state(), 'message:updated', message));
    } catch (error) {
      if (!(error instanceof InboxError) || error.code !== 'not_found') throw error;
      show(withEvent(state(), 'message:deleted', { id }));
    }
  }

  /** The list as it is now, as far as it was read. */
  async function read(news: News[]): Promise<Asked | undefined> {
    const { filter, search, waiting, back } = state();
    const wanted = filter.trim();
    const before = wanted === '' ? (back?.count ?? 0) : 0;
    const count = wanted === search ? waiting.length : before;
    const { listed, channels, total, isLocal, address } = await call(async (connection) => {
      const channel = await channelIn(connection);
      return readList(connection, { search: wanted, channel, count });
    });
    const known = Object.fromEntries(channels.map((one) => [one.id, one]));
    const { link: linkBefore } = state();
    const link: State['link'] = isLocal
      ? 'local'
      : linkBefore === 'local'
        ? 'connecting'
        : linkBefore;
    const reached = { ...state(), channels: known, address, hasLooked: true, trouble: null };
    const now = withPending({ ...reached, link }, listed);
    show(
      news.reduce((next, [name, payload]) => withEvent(next, name, payload), withCount(now, total)),
    );
    return state().waiting.find(
      (one) => isOpen(state(), one) && !listed.pending.some(({ id }) => id === one.id),
    );
  }

  async function look(): Promise<void> {
    if (meanwhile) return;
    isStale = false;
    meanwhile = [];
    let gone: Asked | undefined;
    try {
      gone = await read(meanwhile);
      if (gone) await lookAt(gone.id);
    } catch (error) {
      if (isFinal(error)) fail(error);
      else show({ ...state(), link: 'lost', trouble: whyAway(error) });
    } finally {
      meanwhile = undefined;
    }
    if (isStale) await look();
    else void readMore();
  }

  /** The next page, when the end of what was read is near. */
  async function readMore(): Promise<void> {
    const { search, cursor, channelId: channel } = state();
    if (meanwhile || isSearching(state()) || !isNearEnd(state())) return;
    const news: News[] = [];
    meanwhile = news;
    // A tick comes that tries again.
    const listed = await call(({ person }) => readPage(person, { search, channel }, cursor)).catch(
      () => null,
    );
    meanwhile = undefined;
    if (listed) {
      const more = withMore(state(), listed);
      show(news.reduce((next, [name, payload]) => withEvent(next, name, payload), more));
    }
    if (isStale) await look();
  }

  /** A look that has begun may have read before. */
  function lookAnew(): void {
    isStale = true;
    void look();
  }

  let hasSaidPolls = false;
  const sayPolls = () => {
    if (!hasSaidPolls) show({ ...state(), notice: { text: POLLS, tone: 'plain' } });
    hasSaidPolls = true;
  };
  const gaps = fillGaps({ state, show, call, lookAt, lookAnew });
  const live = follow(
    { source: () => findServer(options), place: { after: 'now' } },
    {
      event(name, payload) {
        meanwhile?.push([name, payload]);
        show(withEvent(state(), name, payload));
        if (isCounted(name, payload)) gaps.countSoon();
        // Other channels may be theirs now.
        if (name === 'access:changed') lookAnew();
      },
      state(now, way) {
        if (way === 'polling') sayPolls();
        if (now !== 'refused') show({ ...state(), link: now });
        if (now === 'live') lookAnew();
      },
    },
  );
  void live.ended.then((refusal) => refusal && fail(refusal));
  // While nothing tells what happens.
  const again = setInterval(() => state().link !== 'live' && void look(), LOOK_MS);
  void look();

  return {
    call,
    lookAt,
    /** Reads what the view lacks, after each change of it. */
    follow(): void {
      gaps.searchSoon();
      void gaps.readWhole();
      void readMore();
    },
    close(): void {
      gaps.close();
      clearInterval(again);
      live.close();
    },
  };
}

async function findServer(options: GlobalOptions): Promise<Target> {
  const server = await connectToServer(options);
  if (server?.url) return { url: server.url, credentials: server.credentials };
  throw new Error('No server to follow');
}

/** What trying again cannot heal. */
function isFinal(error: unknown): boolean {
  if (error instanceof ConfigError || error instanceof UsageError) return true;
  return error instanceof InboxError && ['unauthenticated', 'forbidden'].includes(error.code);
}
