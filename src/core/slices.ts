/** Work on many rows, done in slices: nobody else is served while one runs. */

const SLICE_MS = 8;

/** Begins a slice; false once its time is up. */
export function startSlice(): () => boolean {
  const until = performance.now() + SLICE_MS;
  return () => performance.now() < until;
}

/** Runs slices until one says that nothing is left. Between two, others have as long as the last one took. */
export async function inSlices(slice: () => Promise<boolean>): Promise<void> {
  while (true) {
    const startedAt = performance.now();
    if (!(await slice())) return;
    await new Promise((resolve) => setTimeout(resolve, performance.now() - startedAt));
  }
}
