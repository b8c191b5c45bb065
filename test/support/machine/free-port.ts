/** Ports of loopback for programs that listen at a given one. */

/** Below those that the kernel assigns: nothing else takes it before the program does, or after it was killed. */
export function freePort(): number {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    if (isFree(port)) return port;
  }
}

/** Whether nothing listens on a port of loopback. */
export function isFree(port: number): boolean {
  try {
    Bun.listen({ hostname: '127.0.0.1', port, socket: { data: () => {} } }).stop(true);
    return true;
  } catch {
    return false;
  }
}
