import type { Tx } from '../storage/store.ts';
import type { Caller } from './access/callers.ts';
import type { EventName, EventPayload, InboxEvent } from './events.ts';

type Listener<Name extends EventName> = (payload: EventPayload<Name>, seq: number | null) => void;
type WithinListener<Name extends EventName> = (
  tx: Tx,
  payload: EventPayload<Name>,
  emit: Emit,
) => Promise<void>;
/**
 * Within a change: emits an event once it is on the disk. A logged event gets the next number,
 * unless its message has one; `by` is who did it.
 */
export type Emit = <Name extends EventName>(
  name: Name,
  payload: EventPayload<Name>,
  noted?: { seq?: number; by?: Caller },
) => void;

export type Bus = ReturnType<typeof createBus>;

/**
 * Event bus. `within` listeners run inside the transaction and can fail it; `on` listeners run
 * after the commit, and one that throws affects no other.
 */
export function createBus(onFailure: (event: EventName, error: unknown) => void) {
  const listeners = new Map<EventName, Set<Listener<never>>>();
  const withinListeners = new Map<EventName, Set<WithinListener<never>>>();

  return {
    on<Name extends EventName>(name: Name, listener: Listener<Name>): () => void {
      return add(listeners, name, listener);
    },
    within<Name extends EventName>(name: Name, listener: WithinListener<Name>): () => void {
      return add(withinListeners, name, listener);
    },
    /** `seq` is its number in the log, if any. */
    announce({ name, payload }: InboxEvent, seq: number | null = null): void {
      for (const listener of listeners.get(name) ?? []) {
        try {
          listener(payload as never, seq);
        } catch (error) {
          onFailure(name, error);
        }
      }
    },
    async announceWithin(tx: Tx, { name, payload }: InboxEvent, emit: Emit): Promise<void> {
      for (const listener of withinListeners.get(name) ?? []) {
        await listener(tx, payload as never, emit);
      }
    },
  };
}

function add<N, L>(map: Map<N, Set<L>>, name: N, listener: unknown): () => void {
  const set = map.get(name) ?? new Set<L>();
  map.set(name, set.add(listener as L));
  return () => set.delete(listener as L);
}
