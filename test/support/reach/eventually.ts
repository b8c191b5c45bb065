/** Resolves once something is as wanted; looks again whenever other work had its turn. */
const PATIENCE_MS = 15_000;

export async function eventually<T>(look: () => T | Promise<T>): Promise<NonNullable<T>> {
  const deadline = Date.now() + PATIENCE_MS;
  while (true) {
    const found = await look();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`never so: ${look}`);
    await new Promise(setImmediate);
  }
}

/** Lets the event loop turn, so that what is under way comes further. */
export async function turnsOfLoop(count: number): Promise<void> {
  for (let left = count; left > 0; left--) await new Promise(setImmediate);
}
