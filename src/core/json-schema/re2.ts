/** Patterns compiled by RE2JS. A file of its own, as it is large: see patterns.ts. */
import { RE2JS } from 're2js';

/** One state: it reads a character, or goes on without one. */
export type State = {
  op: number;
  out: number;
  arg: number;
  matchRune: (character: number) => boolean;
};

export type Program = {
  states: State[];
  start: number;
  /** Whether it can only be found at the start of a text. */
  isAnchored: boolean;
  /** For each state the last turn of the matcher that was there. */
  visited: Int32Array;
  turn: number;
  /** How many states were looked at for one character. */
  count: number;
};

const TEXT_START = 4;

/** @throws where RE2 cannot do what the pattern asks for */
export function compile(source: string): Program {
  const { prog, cond } = RE2JS.compile(source).re2Input;
  const { inst: states, start } = prog;
  const isAnchored = cond !== -1 && (cond & TEXT_START) !== 0;
  return { states, start, isAnchored, visited: new Int32Array(states.length), turn: 0, count: 0 };
}
