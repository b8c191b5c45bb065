/** Reports that the view is open and which questions its user has seen. */
import { ok } from '../../client/client.ts';
import type { Presence } from '../../core/notify/schema.ts';
import type { Connection } from '../connection.ts';
import { isOpen, type State, selectedOf } from './state.ts';

/** The server forgets a presence after two minutes. */
const EVERY_MS = 60_000;
/** A question that is in view for less was only passed by. */
const SEEN_MS = 1000;
/** The user may have left after this long without a key. */
const ACTIVE_MS = 60_000;

type Ways = {
  state: () => State;
  call: <T>(work: (connection: Connection) => Promise<T>) => Promise<T>;
  emit: (presence: Presence) => void;
};

export function openPresence({ state, call, emit }: Ways) {
  let activeAtMs = Date.now();
  let looked: { id: string; sinceMs: number } | null = null;
  const seen = new Set<string>();

  // Few terminals report their focus. A key press implies it, and the server checks `activeAt`.
  const report = () =>
    emit({
      visible: true,
      focused: true,
      activeAt: new Date(activeAtMs).toISOString(),
    });
  const timer = setInterval(report, EVERY_MS);

  return {
    /** Called for each new connection, too. */
    report,
    pressed(): void {
      activeAtMs = Date.now();
    },
    /** Called after each change of the view and every second. */
    look(): void {
      const nowMs = Date.now();
      const id = idInView(state());
      if (id !== looked?.id) looked = id === null ? null : { id, sinceMs: nowMs };
      if (!looked || seen.has(looked.id)) return;
      if (nowMs - looked.sinceMs < SEEN_MS || nowMs - activeAtMs > ACTIVE_MS) return;
      const { id: looking } = looked;
      seen.add(looking);
      // Not retried: without it, a notice is only not delayed.
      call(({ person }) => ok(person.reviews({ id: looking }).seen.post())).catch(() => {});
    },
    close: () => clearInterval(timer),
  };
}

/** Returns null if it could not be reported either. */
function idInView(state: State): string | null {
  const message = selectedOf(state);
  if (state.link !== 'live' && state.link !== 'local') return null;
  if (!message || state.drawn.id !== message.id || !isOpen(state, message)) return null;
  return message.id;
}
