import type { Caller } from './access/callers.ts';
import type { EventName, EventPayload, InboxEvent } from './events.ts';

type Listener<Name extends EventName> = (payload: EventPayload<Name>, seq: number | null) => void;
type WithinListener<Change, Name extends EventName> = (
  change: Change,
  payload: EventPayload<Name>,
) => Promise<void>;
/**
 * Emits an event of a change once that is on the disk. A logged event gets the next number, unless its
 * message has one; `by` is who did it.
 */
export type Emit = <Name extends EventName>(
  name: Name,
  payload: EventPayload<Name>,
  noted?: { seq?: number; by?: Caller | undefined },
) => void;

export type Bus<Change = unknown> = ReturnType<typeof createBus<Change>>;

/**
 * Event bus. `within` listeners run inside the transaction and can fail it; `on` listeners run
 * after the commit, and one that throws affects no other.
 */
export function createBus<Change>(onFailure: (event: EventName, error: unknown) => void) {
  const listeners: { [Name in EventName]?: Set<Listener<Name>> } = {};
  const withinListeners: { [Name in EventName]?: Set<WithinListener<Change, Name>> } = {};

  return {
    on<Name extends EventName>(name: Name, listener: Listener<Name>): () => void {
      const known: Set<Listener<Name>> = listeners[name] ?? new Set();
      Object.assign(listeners, { [name]: known.add(listener) });
      return () => known.delete(listener);
    },
    within<Name extends EventName>(name: Name, listener: WithinListener<Change, Name>): () => void {
      const known: Set<WithinListener<Change, Name>> = withinListeners[name] ?? new Set();
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
      change: Change,
      { name, payload }: InboxEvent<Name>,
    ): Promise<void> {
      for (const listener of withinListeners[name] ?? []) {
        await listener(change, payload);
      }
    },
  };
}
