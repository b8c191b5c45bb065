/**
 * `expect(…).rejects` and `.resolves` run the event loop themselves, and let it sleep until the next timer before
 * and after each `setImmediate`. That may be a second, and each write awaits a turn: so something else is always due.
 */
const immediately = globalThis.setImmediate;
const { port1, port2 } = new MessageChannel();
port2.onmessage = () => {};

const wake = () => port1.postMessage(null);

globalThis.setImmediate = ((call: (...args: unknown[]) => void, ...args: unknown[]) => {
  wake();
  return immediately(() => {
    wake();
    call(...args);
  });
}) as typeof setImmediate;
