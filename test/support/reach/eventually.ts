/** Resolves once something is as wanted. */
const PATIENCE_MS = 15_000;
/** Most things are so after a few turns of the event loop; others get the processor that they wait for. */
const SOON_MS = 2;
const APART_MS = 5;

export async function eventually<T>(look: () => T | Promise<T>): Promise<NonNullable<T>> {
  const from = performance.now();
  while (true) {
    const found = await look();
    if (found) return found;
    const passedMs = performance.now() - from;
    if (passedMs > PATIENCE_MS) throw new Error(`never so: ${look}`);
    await (passedMs < SOON_MS ? new Promise(setImmediate) : Bun.sleep(APART_MS));
  }
}

/** Lets the event loop turn, so that what is under way comes further. */
export async function turnsOfLoop(count: number): Promise<void> {
  for (let left = count; left > 0; left--) await new Promise(setImmediate);
}
