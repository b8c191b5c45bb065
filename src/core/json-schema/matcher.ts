/**
 * Runs a program of RE2 on all its states simultaneously, so that no pattern needs backtracking.
 * RE2JS would do so too, but does not count its steps.
 */
import type { Program, State } from './re2.ts';
import type { At, Steps } from './steps.ts';

/** The operations of a program. */
const [SPLIT, SPLIT_TO_MATCH, CAPTURE, ASSERT, MATCH, NOTHING] = [1, 2, 3, 4, 6, 7];
const FIRST_THAT_READS = 8;

/** The conditions of an assertion, as bits. */
const [LINE_START, LINE_END, START, END, BOUNDARY, NO_BOUNDARY] = [1, 2, 4, 8, 16, 32];

/** Returns whether the pattern matches anywhere in the text. */
export function finds(program: Program, text: string, steps: Steps, at: At): boolean {
  const { start, isAnchored } = program;
  let pending = [start];
  for (let index = 0, before = -1; ; ) {
    const here = text.codePointAt(index) ?? -1;
    const reading = readers(program, pending, assertions(before, here));
    if (reading === 'match') return true;
    steps.take(Math.max(1, reading.length + (program.count >> 2)), at);
    pending = [];
    for (const state of reading) if (state.matchRune(here)) pending.push(state.out);
    if (here === -1 || (isAnchored && pending.length === 0)) return false;
    if (!isAnchored) pending.push(start);
    before = here;
    index += here > 0xffff ? 2 : 1;
  }
}

/** Returns the states that read the next character, reached without reading one. */
function readers(program: Program, pending: number[], holds: number): State[] | 'match' {
  const { states, visited } = program;
  const turn = nextTurn(program);
  const reading: State[] = [];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (visited[next] === turn) continue;
    visited[next] = turn;
    program.count++;
    const state = states[next] as State;
    const { op, out, arg } = state;
    if (op === MATCH) return 'match';
    if (op >= FIRST_THAT_READS) reading.push(state);
    else if (op === SPLIT || op === SPLIT_TO_MATCH) pending.push(out, arg);
    else if (op === CAPTURE || op === NOTHING) pending.push(out);
    else if (op === ASSERT && (arg & ~holds) === 0) pending.push(out);
  }
  return reading;
}

const LAST_TURN = 2 ** 30;

/** Marks of earlier turns, including those of another text, no longer count. */
function nextTurn(program: Program): number {
  if (program.turn >= LAST_TURN) {
    program.turn = 0;
    program.visited.fill(0);
  }
  program.count = 0;
  return ++program.turn;
}

function assertions(before: number, here: number): number {
  const isBoundary = isWord(before) !== isWord(here);
  return (
    (before === -1 ? START | LINE_START : 0) |
    (here === -1 ? END | LINE_END : 0) |
    (isBoundary ? BOUNDARY : NO_BOUNDARY)
  );
}

/** An ASCII letter, a digit or `_`. */
function isWord(character: number): boolean {
  const isDigit = character >= 48 && character <= 57;
  const lower = character | 32;
  return isDigit || character === 95 || (character >= 65 && lower >= 97 && lower <= 122);
}
