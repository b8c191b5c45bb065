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
import { POLLS } from '../../client/follow/connection.ts';
import { follow } from '../../client/follow/follow.ts';
import type { EventName, EventPayload } from '../../core/events.ts';
import { apply } from '../data/apply.ts';
import { homeUrl } from '../data/base.ts';
import { invalidate } from '../data/heard.ts';
import { queryKeys } from '../data/query-keys.ts';
import { tell } from '../look/tell.ts';
import { createDrafts } from './drafts.ts';
import { createStore, useStore } from './store.ts';

type Connection = 'connecting' | 'live' | 'lost';
type Hear = <Name extends EventName>(name: Name, payload: EventPayload<Name>) => void;
type LiveState = ReturnType<typeof createLiveState>;

const createLiveState = () => ({
  connection: createStore<Connection>('connecting'),
  drafts: createDrafts(),
  listeners: new Set<Hear>(),
});

const LiveContext = createContext<LiveState | null>(null);

/** Follows the inbox while it is shown, and keeps what was read of it true. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const [state] = useState(createLiveState);

  useEffect(() => {
    const { connection, drafts, listeners } = state;
    const source = async () => ({ url: homeUrl(), credentials: {} });
    const live = follow(
      { source, place: { after: 'now' } },
      {
        event(name, payload) {
          // In one batch: a draft's new text and the end of what it had gained are seen together.
          notifyManager.batch(() => {
            apply(queryClient, name, payload);
            notifyManager.schedule(() => {
              drafts.hear(name, payload);
              for (const listener of listeners) listener(name, payload);
            });
          });
        },
        state(now, way) {
          if (way === 'polling') sayOnce(POLLS);
          if (now === 'refused') queryClient.setQueryData(queryKeys.session, null);
          // What was read before may have changed unheard, older messages most of all.
          if (now === 'live') void invalidate(queryClient);
          else drafts.forget();
          // After the events before it have been heard.
          notifyManager.schedule(() => connection.set(now === 'live' ? 'live' : 'lost'));
        },
      },
    );
    // A socket notices the loss only when its ping stays out.
    window.addEventListener('offline', live.drop);
    return () => {
      window.removeEventListener('offline', live.drop);
      live.close();
    };
  }, [queryClient, state]);

  return <LiveContext value={state}>{children}</LiveContext>;
}

/** Once in a tab, however often it is loaded. */
function sayOnce(sentence: string): void {
  if (sessionStorage.getItem(sentence)) return;
  sessionStorage.setItem(sentence, 'said');
  tell(`${sentence}.`);
}

function useLive(): LiveState {
  const state = useContext(LiveContext);
  if (!state) throw new Error('No live connection provider above this component');
  return state;
}

export const useConnection = (): Connection => useStore(useLive().connection);

/** Calls with every event, after what was read has been changed by it. */
export function useLiveEvents(hear: Hear): void {
  const { listeners } = useLive();
  const onEvent = useEffectEvent(hear);
  useEffect(() => {
    const listener: Hear = (name, payload) => onEvent(name, payload);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, [listeners]);
}

/** What a draft gained since its message was last told: show the message's text and then this. */
export function useDraftGain(channelId: string, streamId: string): string {
  const { drafts } = useLive();
  const subscribe = useCallback(
    (listener: () => void) => drafts.subscribe({ channelId, streamId }, listener),
    [drafts, channelId, streamId],
  );
  return useSyncExternalStore(subscribe, () => drafts.get({ channelId, streamId }));
}
