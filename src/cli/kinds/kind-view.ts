/** How a kind of review looks in a terminal, and which keys answer it there. */
import type { JsonObject } from '../../core/json.ts';
import type { Style } from '../style.ts';
import type { Pressed } from '../triage/effects.ts';
import type { Asked, State } from '../triage/state.ts';
import type { Stroke } from '../triage/strokes.ts';

export type Page = { columns: number; all: string; stream?: NodeJS.WriteStream | undefined };
/** What can be chosen or filled in. */
export type Listed = { id: string; label: string; style?: Style };
export type Named = [name: string, text: string];
/** A line of the terminal view, and the keys that work while it is on the screen. */
export type Part = { key?: string | undefined; text: string; style?: Style; keys?: string[] };

export type KindView = {
  /** What can be chosen or filled in, beside the question. */
  listed?: (payload: JsonObject) => Listed[];
  /** What a question is about beyond its words, cut to a page. */
  subject?: (payload: JsonObject, page: Page) => string[];
  wholeSubject?: (payload: JsonObject) => string;
  /** What was written in an answer rather than chosen. */
  written: (response: JsonObject, payload: JsonObject) => Named[];
  /** What can be chosen in the terminal view, with its keys. */
  choices: (state: State, payload: JsonObject) => Part[];
  /** The hints of its keys; without them, Enter answers. */
  hints?: (payload: JsonObject) => string[];
  takesComment?: (payload: JsonObject) => boolean;
  /** Another key than those of all questions; without it, no other works. */
  press?: (state: State, message: Asked, stroke: Stroke, before: State) => Pressed;
  /** Enter, where it does more than open a prompt; undefined where it does not. */
  enter?: (state: State, message: Asked, stroke: Stroke) => Pressed | undefined;
};
