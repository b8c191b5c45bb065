/** Where in an answer or a payload a value is. */
export type At = { up: At; key: string | number } | null;

export function pathOf(at: At): (string | number)[] {
  const path: (string | number)[] = [];
  for (let here = at; here; here = here.up) path.push(here.key);
  return path.reverse();
}

/** What one value may cost: about a state of a matcher that reads a character, for each step. */
export const MOST_STEPS = 100_000;

export class TooMuch extends Error {
  constructor(readonly at: At) {
    super('Too complex to check');
  }
}

/** What judging one value may cost. It counts work and not time: the same on every machine. */
export class Steps {
  taken = 0;
  /** The patterns that are paid for. */
  readonly compiled = new Set<string>();

  /** @throws TooMuch past the budget */
  take(steps: number, at: At): void {
    this.taken += steps;
    if (this.taken > MOST_STEPS) throw new TooMuch(at);
  }
}

/** A schema that looks at a value costs more than a character that is read. */
export const APPLY_STEPS = 3;

/** Comparing, counting and copying are far quicker than a step, for each character. */
export const stepsFor = (text: string) => 1 + (text.length >> 4);
