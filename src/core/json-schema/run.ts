/** The evaluation of one value: its cost and its results. */
import { MOST_ISSUES } from '../issues.ts';
import type { JsonObject } from '../json.ts';
import { canonical } from './canonical.ts';
import { targetOf } from './references.ts';
import { type At, pathOf, Steps, stepsFor, TooMuch } from './steps.ts';

export type Violation = { keyword: string; message: string; path: (string | number)[] };

/** The properties and items that a schema has evaluated; null if nothing needs them. */
export type Seen = Set<string | number> | null;

/** Returns whether a value is valid for a schema. */
export type Apply = (run: Run, schema: unknown, value: unknown, at: At, seen?: Seen) => boolean;

/** Thrown once there are enough violations. */
export class Enough extends Error {}

const DEEPEST = 500;

export class Run {
  readonly steps = new Steps();
  readonly found: Violation[] = [];
  private readonly targets = new Map<string, unknown>();
  private readonly sets = new Map<unknown, Set<string>>();
  private quiet = 0;
  private tentative = 0;
  private depth = 0;

  constructor(
    readonly root: JsonObject,
    readonly apply: Apply,
  ) {}

  /** Reports a violation; returns false for the caller to return. */
  wrong(keyword: string, at: At, message: string): false {
    if (this.quiet > 0) return false;
    if (this.found.length < MOST_ISSUES) this.found.push({ keyword, message, path: pathOf(at) });
    if (this.found.length >= MOST_ISSUES && this.tentative === 0) throw new Enough();
    return false;
  }

  /** Enters a nested schema: those that refer to themselves would never end. */
  enter(at: At): void {
    if (++this.depth > DEEPEST) throw new TooMuch(at);
  }

  leave(): void {
    this.depth--;
  }

  /** Returns whether it is valid, without reporting violations. */
  quietly(judge: () => boolean): boolean {
    this.quiet++;
    const fits = judge();
    this.quiet--;
    return fits;
  }

  /** Reports violations only if the result is invalid. */
  tentatively(judge: () => boolean): boolean {
    const before = this.found.length;
    this.tentative++;
    const fits = judge();
    this.tentative--;
    if (fits) this.found.length = before;
    if (this.found.length >= MOST_ISSUES && this.tentative === 0) throw new Enough();
    return fits;
  }

  /** Resolves a reference, once. */
  targetOf(reference: string, at: At): unknown {
    if (!this.targets.has(reference)) {
      this.steps.take(stepsFor(reference), at);
      this.targets.set(reference, targetOf(this.root, reference));
    }
    return this.targets.get(reference);
  }

  /** Returns the values of a list in canonical form, computed once. */
  setOf(list: unknown[], at: At): Set<string> {
    const known = this.sets.get(list);
    if (known) return known;
    const made = new Set(list.map((value) => canonical(value, this.steps, at)));
    this.sets.set(list, made);
    return made;
  }
}

/** Applies a schema to the same value; what it evaluated counts only if it is valid. */
export function inPlace(run: Run, schema: unknown, value: unknown, at: At, seen: Seen): boolean {
  if (!seen) return run.apply(run, schema, value, at);
  const own = new Set<string | number>();
  const fits = run.apply(run, schema, value, at, own);
  if (!fits) return false;
  run.steps.take(own.size, at);
  for (const one of own) seen.add(one);
  return true;
}
