import { serverNow } from '../../client/clock.ts';
import type { Presence } from '../../core/notify/schema.ts';

const EVERY_MS = 60_000;
/** Input after a pause of this length is emitted immediately. */
const PAUSE_MS = 30_000;
const inputs = ['keydown', 'compositionupdate', 'pointerdown', 'pointermove', 'wheel'] as const;

/**
 * Emits whether the page is visible, whether it has the focus, and when there was input: every minute, and
 * as soon as that changes. Call `emitNow` at each connection.
 */
export function watchPresence(emit: (presence: Presence) => void) {
  const stop = new AbortController();
  const { signal } = stop;
  let activeAt: string | null = null;
  let emittedAtMs = 0;
  const emitNow = () => {
    emittedAtMs = Date.now();
    const visible = document.visibilityState === 'visible';
    emit({ visible, focused: document.hasFocus(), activeAt });
  };
  const noteInput = () => {
    activeAt = new Date(serverNow()).toISOString();
    if (Date.now() - emittedAtMs > PAUSE_MS) emitNow();
  };
  document.addEventListener('visibilitychange', emitNow, { signal });
  for (const name of ['focus', 'blur']) window.addEventListener(name, emitNow, { signal });
  for (const name of inputs) {
    window.addEventListener(name, noteInput, { signal, capture: true, passive: true });
  }
  const timer = setInterval(emitNow, EVERY_MS);
  signal.addEventListener('abort', () => clearInterval(timer));
  return { emitNow, stop: () => stop.abort() };
}
