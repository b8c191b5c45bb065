/** Compiles patterns with RE2JS, in a file of its own because it is large: see patterns.ts. */
import { RE2JS } from 're2js';

/** A state, which reads a character or continues without one. */
export type State = {
  op: number;
  out: number;
  arg: number;
  matchRune: (character: number) => boolean;
};

export type Program = {
  states: State[];
  start: number;
  /** Whether it can match only at the start of a text. */
  isAnchored: boolean;
  /** For each state the last turn of the matcher that visited it. */
  visited: Int32Array;
  turn: number;
  /** How many states were visited for one character. */
  count: number;
};

const TEXT_START = 4;

/** @throws if RE2 does not support the pattern */
export function compile(source: string): Program {
  const { prog, cond } = RE2JS.compile(source).re2Input;
  const { inst: states, start } = prog;
  const isAnchored = cond !== -1 && (cond & TEXT_START) !== 0;
  return { states, start, isAnchored, visited: new Int32Array(states.length), turn: 0, count: 0 };
}
