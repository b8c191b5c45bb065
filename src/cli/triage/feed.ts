/** Keeps the triage view true: what waits as the server has it, and the news as they come. */
import { ok } from '../../client/client.ts';
import { followLive, type LiveSource } from '../../client/live.ts';
import { readAllPending } from '../../client/pending.ts';
import { ConfigError } from '../../config.ts';
import { InboxError } from '../../core/errors.ts';
import { type Connection, connectToServer, withConnection } from '../connect.ts';
import { UsageError } from '../errors.ts';
import type { GlobalOptions } from '../options.ts';
import { type Asked, isOpen, type State, selectedOf, withEvent, withPending } from './state.ts';

export type Desk = {
  state: () => State;
  show: (next: State) => void;
  /** Ends the view. */
  fail: (error: unknown) => void;
};
export type Feed = ReturnType<typeof openFeed>;
type News = [name: Parameters<typeof withEvent>[1], payload: unknown];

const NAME = 'inbox triage';
const LOOK_MS = 2000;

export function openFeed(options: GlobalOptions, { state, show, fail }: Desk) {
  /** News that come while the list is read: they may be newer than it. */
  let meanwhile: News[] | undefined;
  let isStale = false;
  /** The question that is being read whole. */
  let reading: string | undefined;

  const call = <T>(work: (connection: Connection) => Promise<T>) =>
    withConnection(options, NAME, work);

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

  /** Reads the whole question that is looked at, where a list cut it. Again with the next tick if that failed. */
  async function readWhole(): Promise<void> {
    const selected = selectedOf(state());
    if (!selected?.truncated || reading === selected.id) return;
    reading = selected.id;
    await lookAt(selected.id).catch(() => {});
    if (reading === selected.id) reading = undefined;
  }

  async function read(news: News[]): Promise<void> {
    const { pending, channels, isLocal } = await call(readAll);
    const channelNames = Object.fromEntries(channels.map(({ id, name }) => [id, name]));
    const before = state();
    const link = isLocal ? 'local' : before.link === 'local' ? 'connecting' : before.link;
    const listed = withPending({ ...before, channelNames, link, hasLooked: true }, pending);
    show(news.reduce((next, [name, payload]) => withEvent(next, name, payload), listed));
    const gone = state().waiting.find(
      (one) => isOpen(state(), one) && !pending.some(({ id }) => id === one.id),
    );
    if (gone) await lookAt(gone.id);
  }

  async function look(): Promise<void> {
    if (meanwhile) return;
    isStale = false;
    meanwhile = [];
    try {
      await read(meanwhile);
    } catch (error) {
      if (isFinal(error)) fail(error);
      else show({ ...state(), link: 'lost' });
    } finally {
      meanwhile = undefined;
    }
    if (isStale) await look();
  }

  /** A look that has begun may have read before. */
  function lookAnew(): void {
    isStale = true;
    void look();
  }

  const live = followLive(
    { source: () => findServer(options), after: null },
    {
      event(name, payload) {
        meanwhile?.push([name, payload]);
        show(withEvent(state(), name, payload));
        // Other channels may be theirs now.
        if (name === 'access:changed') lookAnew();
      },
      state(now) {
        if (now === 'refused') fail(new InboxError('unauthenticated', 'Invalid API key'));
        else show({ ...state(), link: now === 'caughtUp' ? 'live' : 'lost' });
        if (now === 'caughtUp') lookAnew();
      },
    },
  );
  // While nothing tells what happens.
  const again = setInterval(() => state().link !== 'live' && void look(), LOOK_MS);
  void look();

  return {
    call,
    lookAt,
    readWhole,
    close(): void {
      clearInterval(again);
      live.close();
    },
  };
}

async function readAll({ person, speaksAs, holdsData }: Connection) {
  if (speaksAs === 'agent') {
    const sentence = 'An API key asks, and people decide: set INBOX_TOKEN, or `inbox login URL`';
    throw new InboxError('forbidden', sentence);
  }
  const pending = (await readAllPending(person)) as Asked[];
  return { pending, channels: await ok(person.agents.get()), isLocal: holdsData };
}

async function findServer(options: GlobalOptions): Promise<LiveSource> {
  const server = await connectToServer(options);
  if (server?.url)
    return { url: server.url, credentials: server.credentials, client: server.person };
  throw new Error('There is no server to follow');
}

/** What trying again cannot heal. */
function isFinal(error: unknown): boolean {
  if (error instanceof ConfigError || error instanceof UsageError) return true;
  return error instanceof InboxError && ['unauthenticated', 'forbidden'].includes(error.code);
}
