/** The place of a value in an answer or payload. */
export type At = { up: At; key: string | number } | null;

export function pathOf(at: At): (string | number)[] {
  const path: (string | number)[] = [];
  for (let here = at; here; here = here.up) path.push(here.key);
  return path.reverse();
}

/** The budget of one value: a step is about a matcher's state reading a character. */
export const MOST_STEPS = 100_000;

export class TooMuch extends Error {
  constructor(readonly at: At) {
    super('Too complex to check');
  }
}

/** The budget for evaluating one value. It counts work, not time: the same on every machine. */
export class Steps {
  taken = 0;
  /** The patterns whose compilation was charged. */
  readonly compiled = new Set<string>();

  /** @throws TooMuch over the budget */
  take(steps: number, at: At): void {
    this.taken += steps;
    if (this.taken > MOST_STEPS) throw new TooMuch(at);
  }
}

/** Applying a schema costs more than reading a character. */
export const APPLY_STEPS = 3;

/** Comparing, counting and copying are far quicker than a step per character. */
export const stepsFor = (text: string) => 1 + (text.length >> 4);
