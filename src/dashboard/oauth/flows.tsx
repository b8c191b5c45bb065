/** OAuth flows that agents request. The inbox does not store them: this tab does. */
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import type { OAuthStart } from '../../core/oauth/schema.ts';
import { timerMs } from '../../core/timers.ts';
import { useMe } from '../data/session.ts';
import { useLiveEvents } from '../live/live.tsx';
import { createStore, useStore } from '../live/store.ts';

export type Flow = OAuthStart & { expiresAt: number };
type Flows = { flows: Flow[]; close: (state: string) => void };

const FlowsContext = createContext<Flows | null>(null);
/** As long as the inbox waits for a provider's redirect. */
const LIFETIME_MS = 10 * 60_000;

export function OAuthFlows({ children }: { children: ReactNode }) {
  const key = `inbox-oauth ${useMe().id}`;
  const [{ store, keepOnly, add }] = useState(() => createFlows(key));
  useLiveEvents(({ name, payload }) => {
    if (name === 'agent:deleted') {
      keepOnly(({ channelId }) => channelId !== payload.id);
    }
    if (name !== 'oauth:start') return;
    if (!payload.authUrl && !payload.deviceCode) return;
    add({ ...payload, expiresAt: Date.now() + lifetimeOf(payload) });
  });
  const flows = useStore(store);
  useSweep(flows, keepOnly);
  const close = (closed: string) => keepOnly(({ state }) => state !== closed);
  return <FlowsContext value={{ flows, close }}>{children}</FlowsContext>;
}

/** The flows of one person, current at any time: several may begin before a render. */
function createFlows(key: string) {
  const store = createStore<Flow[]>(read(key));
  const change = (next: Flow[]) => {
    store.set(next);
    keep(key, next);
  };
  return {
    store,
    keepOnly: (stays: (flow: Flow) => boolean) => change(store.get().filter(stays)),
    add: (flow: Flow) => change([...store.get().filter(({ state }) => state !== flow.state), flow]),
  };
}

/** The pending flows of one channel or all. */
export function useFlows(channelId?: string): Flows {
  const all = useContext(FlowsContext);
  if (!all) throw new Error('No OAuth flows provider above this component');
  const flows = all.flows.filter((one) => channelId === undefined || one.channelId === channelId);
  return { ...all, flows };
}

const lifetimeOf = ({ authUrl, deviceCode }: OAuthStart) => {
  const seconds = deviceCode?.expiresIn;
  return authUrl || !seconds ? LIFETIME_MS : seconds * 1000;
};

/** Removes ended flows. */
function useSweep(flows: Flow[], keepOnly: (stays: (flow: Flow) => boolean) => void) {
  useEffect(() => {
    const soonest = Math.min(...flows.map(({ expiresAt }) => expiresAt));
    if (!Number.isFinite(soonest)) return;
    const sweep = () => keepOnly(({ expiresAt }) => expiresAt > Date.now());
    const timer = setTimeout(sweep, timerMs(soonest - Date.now()));
    return () => clearTimeout(timer);
  });
}

function read(key: string): Flow[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? '[]') as Flow[];
    return kept.filter(({ expiresAt }) => expiresAt > Date.now());
  } catch {
    return [];
  }
}

function keep(key: string, flows: Flow[]): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(flows));
  } catch {
    // They last until the page is left.
  }
}
