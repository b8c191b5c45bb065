/** Defines how a kind of review looks in a terminal, and which keys answer it there. */
import type { JsonObject } from '../../core/json.ts';
import type { Style } from '../style.ts';
import type { Pressed } from '../triage/effects.ts';
import type { Asked, State } from '../triage/state.ts';
import type { Stroke } from '../triage/strokes.ts';

export type Page = { columns: number; all: string; stream?: NodeJS.WriteStream | undefined };
/** An option or a field. */
export type Listed = { id: string; label: string; style?: Style };
export type Named = [name: string, text: string];
/** A line of the terminal view, and the keys that work while it is on the screen. */
export type Part = {
  key?: string | undefined;
  text: string;
  style?: Style;
  keys?: string[];
  /** How many choices the line represents, if not one. */
  count?: number;
};

export type KindView = {
  /** The options or fields of a question. */
  listed?: (payload: JsonObject) => Listed[];
  /** The subject of a question besides its texts, cut to a page. */
  subject?: (payload: JsonObject, page: Page) => string[];
  wholeSubject?: (payload: JsonObject) => string;
  /** The parts of an answer that were written, rather than chosen. */
  written: (response: JsonObject, payload: JsonObject) => Named[];
  /** The choices in the terminal view, with their keys. */
  choices: (state: State, payload: JsonObject) => Part[];
  /** The hints for its keys; without them, Enter answers. */
  hints?: (payload: JsonObject) => string[];
  /** Returns whether a key only changes what is picked, and decides nothing. */
  isToggle?: (payload: JsonObject, key: string) => boolean;
  takesComment?: (payload: JsonObject) => boolean;
  /** Handles keys besides those of all questions. */
  press?: (state: State, message: Asked, stroke: Stroke, before: State) => Pressed;
  /** Handles Enter if it does more than open a prompt; undefined otherwise. */
  enter?: (state: State, message: Asked, stroke: Stroke) => Pressed | undefined;
};
