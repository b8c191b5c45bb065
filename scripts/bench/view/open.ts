/** A command in a pseudo-terminal of 120 × 40, which reports that it has drawn something. */
const SIZE = { cols: 120, rows: 40 };
const PATIENCE_MS = 30_000;
/** More than a screen; older output is dropped. */
const KEPT = 200_000;

export function openView(command: string[], env: Record<string, string> = {}) {
  let text = '';
  let received: (() => void)[] = [];
  const child = Bun.spawn(command, {
    env: { ...process.env, TERM: 'xterm-256color', ...env },
    terminal: {
      ...SIZE,
      data(_, bytes) {
        text = (text + new TextDecoder().decode(bytes)).slice(-KEPT);
        const wake = received;
        received = [];
        for (const one of wake) one();
      },
    },
  });
  const draws = () => new Promise<void>((resolve) => received.push(resolve));
  return {
    pid: child.pid,
    /** Resolves with the next byte. */
    draws,
    type: (keys: string) => child.terminal?.write(keys),
    async shows(wanted: string): Promise<void> {
      const deadline = Date.now() + PATIENCE_MS;
      while (!Bun.stripANSI(text).includes(wanted)) {
        if (Date.now() > deadline)
          throw new Error(`"${wanted}" never came; there was: ${Bun.stripANSI(text).slice(-2000)}`);
        await Promise.race([draws(), Bun.sleep(200)]);
      }
    },
    /** Closes the terminal; returns how long the command outlives it, in ms. */
    async close(): Promise<number> {
      const at = performance.now();
      child.terminal?.close();
      await child.exited;
      return performance.now() - at;
    },
  };
}
