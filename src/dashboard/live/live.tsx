/** One live connection for the whole dashboard. */

import { notifyManager, useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from 'react';
import { follow } from '../../client/follow/follow.ts';
import type { LiveEvent } from '../../core/events.ts';
import { readUnlogged } from '../data/again.ts';
import { homeUrl } from '../data/base.ts';
import { loseSession } from '../data/query-client.ts';
import { invalidate } from '../data/readings.ts';
import { applyEvent } from '../data/replica.ts';
import { usePlace } from '../data/session.ts';
import { confirmDone } from '../look/confirm-done.ts';
import { createDrafts } from './drafts.ts';
import { watchPresence } from './presence.ts';
import { createStore, useStore } from './store.ts';

type Connection = 'connecting' | 'live' | 'lost';
type Listener = (event: LiveEvent) => void;
type LiveState = ReturnType<typeof createLiveState>;

const createLiveState = () => ({
  connection: createStore<Connection>('connecting'),
  resets: createStore(0),
  drafts: createDrafts(),
  listeners: new Set<Listener>(),
});

const LiveContext = createContext<LiveState | null>(null);

/** Follows the inbox while mounted, and keeps the cache up to date. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const [state] = useState(createLiveState);
  const place = usePlace();

  useEffect(() => {
    const { connection, resets, drafts, listeners } = state;
    const source = async () => ({ url: homeUrl(), credentials: {} });
    const live = follow(
      { source, place },
      {
        event(event) {
          // In one batch: a draft's new text replaces what was appended in the same render.
          notifyManager.batch(() => {
            applyEvent(queryClient, event);
            notifyManager.schedule(() => {
              drafts.applyEvent(event);
              for (const listener of listeners) listener(event);
            });
          });
        },
        polling: sayOnce,
        state(now) {
          if (now === 'refused') loseSession(queryClient);
          if (now !== 'live') drafts.forget();
          else {
            if (connection.get() === 'lost') readUnlogged(queryClient);
            presence.emitNow();
          }
          // After the events before it were handled.
          notifyManager.schedule(() => connection.set(now === 'live' ? 'live' : 'lost'));
        },
        reset() {
          void invalidate(queryClient);
          notifyManager.schedule(() => resets.set(resets.get() + 1));
        },
      },
    );
    const presence = watchPresence(live.emitPresence);
    // A socket notices the loss only when its ping times out.
    window.addEventListener('offline', live.drop);
    return () => {
      window.removeEventListener('offline', live.drop);
      presence.stop();
      live.close();
    };
  }, [queryClient, state, place]);

  return <LiveContext value={state}>{children}</LiveContext>;
}

/** Once per tab, however often it is loaded. */
function sayOnce(sentence: string): void {
  if (sessionStorage.getItem(sentence)) return;
  sessionStorage.setItem(sentence, 'said');
  confirmDone(sentence);
}

function useLive(): LiveState {
  const state = useContext(LiveContext);
  if (!state) throw new Error('No live connection provider above this component');
  return state;
}

export const useConnection = (): Connection => useStore(useLive().connection);

/** How often everything had to be read again because the inbox was restored. */
export const useResets = (): number => useStore(useLive().resets);

/** Calls `listener` with every event, after it was applied to the cache. */
export function useLiveEvents(listener: Listener): void {
  const { listeners } = useLive();
  const latest = useEffectEvent(listener);
  useEffect(() => {
    const one: Listener = (event) => latest(event);
    listeners.add(one);
    return () => void listeners.delete(one);
  }, [listeners]);
}

/**
 * The text appended to a draft since its message was last sent: show the message's text and then
 * this.
 */
export function useDraftGain(channelId: string, streamId: string): string {
  const { drafts } = useLive();
  const subscribe = useCallback(
    (listener: () => void) => drafts.subscribe({ channelId, streamId }, listener),
    [drafts, channelId, streamId],
  );
  return useSyncExternalStore(subscribe, () => drafts.get({ channelId, streamId }));
}
