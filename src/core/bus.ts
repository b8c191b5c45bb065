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
  noted?: { seq?: number; by?: Caller | undefined },
) => void;

export type Bus = ReturnType<typeof createBus>;

/**
 * Event bus. `within` listeners run inside the transaction and can fail it; `on` listeners run
 * after the commit, and one that throws affects no other.
 */
export function createBus(onFailure: (event: EventName, error: unknown) => void) {
  const listeners: { [Name in EventName]?: Set<Listener<Name>> } = {};
  const withinListeners: { [Name in EventName]?: Set<WithinListener<Name>> } = {};

  return {
    on<Name extends EventName>(name: Name, listener: Listener<Name>): () => void {
      const known: Set<Listener<Name>> = listeners[name] ?? new Set();
      Object.assign(listeners, { [name]: known.add(listener) });
      return () => known.delete(listener);
    },
    within<Name extends EventName>(name: Name, listener: WithinListener<Name>): () => void {
      const known: Set<WithinListener<Name>> = withinListeners[name] ?? new Set();
      Object.assign(withinListeners, { [name]: known.add(listener) });
      return () => known.delete(listener);
    },
    /** `seq` is its number in the log, if any. */
    announce<Name extends EventName>(event: InboxEvent<Name>, seq: number | null = null): void {
      const { name, payload } = event;
      for (const listener of listeners[name] ?? []) {
        try {
          listener(payload, seq);
        } catch (error) {
          onFailure(name, error);
        }
      }
    },
    async announceWithin<Name extends EventName>(
      tx: Tx,
      { name, payload }: InboxEvent<Name>,
      emit: Emit,
    ): Promise<void> {
      for (const listener of withinListeners[name] ?? []) {
        await listener(tx, payload, emit);
      }
    },
  };
}
