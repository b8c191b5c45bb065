/** Asks one question on the terminal, below its current content, and writes only to stderr. */
import {
  type AtPrompt,
  beginPrompt,
  enterIsLateUntil,
  judgeAtPrompt,
  SAME_PRESS_MS,
} from '../../client/press.ts';
import { whenEnded } from '../ending.ts';
import { Cancelled } from '../errors.ts';
import { brokenAt, oneLine, printable, terminalSize } from '../output.ts';
import { styled } from '../style.ts';
import { keyboard } from './keyboard.ts';
import type { Input } from './keys.ts';

type Question<Value> = {
  message: string;
  field: Field<Value>;
  /** Returns why the value is invalid. */
  check?: ((value: Value) => string | undefined) | undefined;
  /** Cancels the question, as if the person had left it. */
  signal?: AbortSignal | undefined;
  canGoBack?: boolean;
  /** Its place among others, as `2 of 6`. */
  step?: string | undefined;
  stage: Stage;
};
/** Where questions are drawn: the terminal itself, or a view that controls it already. */
export type Stage = {
  /** Shows the lines, sized for the available room, replacing the previous ones. */
  draw: (lines: Lines) => void;
  /** Ends the question and shows the lines of its answer. */
  close: (lines: Lines) => void;
  /** Passes its keys on until the returned function is called. */
  listen: (take: (input: Input) => void, draw: () => void) => () => void;
};

/** The person wants the previous question. */
export class WentBack extends Error {}

const FRAME_COLUMNS = 3;
const LEAST_ROWS = 3;
const OTHER_ROWS = 5;
const BEGIN = '\u001b[?25l\u001b[?2004h';
const END = '\u001b[?2004l\u001b[?25h';

/** Keys that were typed while no prompt was listening, for the next one. */
let ahead: { at: number; inputs: Input[] } = { at: 0, inputs: [] };
const AHEAD_MS = 1000;
/** Until then Enter belongs to the previous prompt, which a character has ended already. */
let lateUntil = 0;
const LATE_ENTER = 'That Enter counted for the question before; press it again to go on';

export function typeAhead(input: Input): void {
  ahead = { at: Date.now(), inputs: [...ahead.inputs, input] };
}

export async function ask<Value>(question: Question<Value>): Promise<Value> {
  const { promise, resolve, reject } = Promise.withResolvers<Value>();
  const { stage } = question;
  const frame = framed(question);
  const ear = listening(question, frame, { resolve, reject });
  const letGo = stage.listen(ear.take, frame.draw);
  const { signal } = question;
  signal?.addEventListener('abort', ear.abort);
  if (signal?.aborted) ear.abort();
  const isLate = question.field.isKeyed || Date.now() - ahead.at >= AHEAD_MS;
  const typed = isLate ? [] : ahead.inputs;
  ahead = { at: 0, inputs: [] };
  typed.forEach(ear.take);
  try {
    return await promise;
  } finally {
    signal?.removeEventListener('abort', ear.abort);
    letGo();
  }
}

/**
 * Draws below the terminal's content, always in the same place. One keyboard for all questions: a
 * paste may begin in one and end in the next.
 */
export function terminalStage(): Stage {
  const [input, output] = [process.stdin, process.stderr];
  let drawn = 0;
  let listener: ((input: Input) => void) | undefined;
  const keys = keyboard(input, (input) => listener?.(input));
  const put = (lines: Lines) => {
    const { columns, rows } = terminalSize(output);
    const made = lines(Math.max(1, columns - 1), Math.max(1, rows - OTHER_ROWS));
    const up = drawn > 0 ? `\u001b[${drawn}A\r` : '\r';
    output.write(`${up}\u001b[J${made.join('\n')}\n`);
    drawn = made.length;
  };
  const giveBack = () => {
    try {
      output.write(END);
      keys.pause();
    } catch {
      // The terminal itself has closed.
    }
  };
  return {
    draw: put,
    close: put,
    listen(take, draw) {
      drawn = 0;
      listener = take;
      process.once('exit', giveBack);
      const letGo = whenEnded(() => {}, { input });
      keys.resume();
      output.on('resize', draw);
      output.write(BEGIN);
      draw();
      return () => {
        output.off('resize', draw);
        process.off('exit', giveBack);
        letGo();
        giveBack();
      };
    },
  };
}

type Lines = (columns: number, rows: number) => string[];
type Frame = ReturnType<typeof framed>;
type Finish<Value> = { resolve: (value: Value) => void; reject: (error: Error) => void };

/** Applies keys and text to the field, and ends the prompt. */
function listening<Value>(question: Question<Value>, frame: Frame, finish: Finish<Value>) {
  const { field, check, canGoBack = false } = question;
  let prompt: AtPrompt = beginPrompt(lateUntil);
  let settling: Timer | undefined;
  let isOver = false;

  function leave(error: Error): void {
    isOver = true;
    clearTimeout(settling);
    finish.reject(error);
  }
  function submit(key: string): void {
    prompt = { ...prompt, ending: null };
    const value = field.value();
    const problem = value === undefined ? (field.problem?.() ?? '') : check?.(value);
    if (value === undefined || problem !== undefined) {
      frame.fail(problem ?? '');
      return;
    }
    frame.close();
    isOver = true;
    lateUntil = enterIsLateUntil(field.isYesNo ?? false, key, Date.now());
    finish.resolve(value);
  }
  function takeKey(key: string): void {
    if (key === 'ctrl-c' || key === 'escape') leave(new Cancelled());
    else if (key === 'shift-tab' && canGoBack) leave(new WentBack());
    else {
      frame.clearProblem();
      if (field.key(key) !== 'submit') {
        frame.draw();
        return;
      }
      // A key ends a prompt only if it does not repeat: a held key answers nothing.
      prompt = { ...prompt, ending: key };
      settling = setTimeout(() => submit(key), SAME_PRESS_MS);
    }
  }
  function takeText(text: string): void {
    frame.clearProblem();
    field.text(text);
    frame.draw();
  }
  function take(input: Input): void {
    if (input.is === 'kitty' || (input.is === 'key' && input.action === 'release')) return;
    if (isOver) {
      typeAhead(input);
      return;
    }
    const { ending } = prompt;
    const key = input.is === 'key' ? input.key : null;
    const judged = judgeAtPrompt(prompt, key, { at: Date.now(), isKeyed: field.isKeyed ?? false });
    prompt = judged.prompt;
    clearTimeout(settling);
    if (judged.is === 'next' && ending !== null) {
      submit(ending);
      take(input);
    } else if (judged.is === 'repeat') {
      // A paste in several reads: what looked like the end was one of its lines.
      if (input.is === 'text' && ending === 'enter') field.text(`\n${input.text}`);
      frame.draw();
    } else if (judged.is === 'late') {
      frame.fail(LATE_ENTER);
    } else if (judged.is === 'press') {
      if (input.is === 'key') takeKey(input.key);
      else takeText(input.text);
    }
  }
  return { take, abort: () => leave(new Cancelled()) };
}

/** Renders the question in its frame. */
function framed<Value>({ message, field, step, canGoBack, stage }: Question<Value>) {
  let problem: string | undefined;
  const keys = [step, field.hint, canGoBack ? 'Shift-Tab goes back' : '']
    .filter(Boolean)
    .join(' · ');

  const messageLines = (sign: string, wide: number) =>
    brokenAt(`${printable(message)}${keys && sign === '◆' ? ` (${keys})` : ''}`, wide)
      .split('\n')
      .map((line, at) => `${at === 0 ? sign : '│'}  ${line}`);
  function lines(columns: number, rows: number): string[] {
    const wide = Math.max(1, columns - FRAME_COLUMNS);
    const head = messageLines('◆', wide);
    const room = Math.max(LEAST_ROWS, rows - head.length);
    const body = field.lines(wide, room).map((line) => `│  ${line}`);
    const said =
      problem === undefined ? '' : styled('yellow', oneLine(problem, wide), process.stderr);
    return [...head, ...body, `└  ${said}`];
  }
  function given(columns: number): string[] {
    const wide = Math.max(1, columns - FRAME_COLUMNS);
    const words = oneLine(field.given(), wide);
    return [...messageLines('◇', wide), `│  ${styled('dim', words, process.stderr)}`];
  }
  const draw = () => stage.draw(lines);
  return {
    draw,
    clearProblem(): void {
      problem = undefined;
    },
    fail(sentence: string): void {
      problem = sentence;
      draw();
    },
    close: () => stage.close(given),
  };
}

/** The input of a prompt: it accepts keys and text, renders lines, and has a value. */
export type Field<Value> = {
  /** Handles a single key; returns whether it ends the prompt. */
  key: (key: string) => 'submit' | undefined;
  /** Handles as one piece what was pasted, or typed while we were busy. */
  text: (text: string) => void;
  lines: (columns: number, rows: number) => string[];
  /** Returns how the answer reads once given. */
  given: () => string;
  value: () => Value | undefined;
  /** A single character may end the prompt: it counts only alone, once the prompt is drawn. */
  isKeyed?: boolean;
  /** `y` and `n` end the prompt: an Enter right after them belongs to it. */
  isYesNo?: boolean;
  /** The keys that work here. */
  hint?: string | undefined;
  /** Returns the problem if Enter could accept nothing. */
  problem?: () => string | undefined;
};
