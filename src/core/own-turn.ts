let last = Promise.resolve();

/**
 * Resolves in a turn of the event loop that no other caller of this shares. Work in many steps, of
 * which several may run at the same time, does one step in each turn.
 */
export function ownTurn(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
  return last;
}
