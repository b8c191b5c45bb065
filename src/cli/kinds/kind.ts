/** A kind of review in a terminal: the `terminal.ts` of its folder. */

import type { Command } from 'commander';
import type { Stroke } from '../../client/press.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Review } from '../../core/reviews/schema.ts';
import type { AnswerPrompts, Writing } from '../prompting/prompts.ts';
import type { Style } from '../style.ts';
import type { Asked, Pressed, State } from '../triage/state.ts';

export type KindTerminal = {
  /** How `inbox ask` asks it, how flags answer it, and what a script gets. */
  flags: KindFlags;
  /** How a person answers it, prompt by prompt or in an editor. */
  prompts: KindPrompts;
  /** How it looks, and which keys answer it in the terminal view. */
  view: KindView;
};

export type AnswerFlags = {
  option?: string[];
  comment?: string;
  text?: string;
  field?: string[];
  input?: string;
  answer?: string;
  dismiss?: boolean;
};

export type KindFlags = {
  /** The subcommand of `inbox ask`, for a kind that it supports. */
  ask?: AskFlags;
  /** The answers that a question takes, in words. */
  takes: string;
  /** The flags that answer it, for use without a terminal. */
  usage: (payload: JsonObject) => string;
  /** Builds the answer from its own flags; undefined without them. */
  answer?: (
    payload: JsonObject,
    flags: AnswerFlags,
  ) => JsonObject | undefined | Promise<JsonObject | undefined>;
  /** Returns the id of the option that approves or rejects, where it is certain. */
  optionFor?: (way: 'approve' | 'reject', payload: JsonObject) => string | undefined;
  /** Formats the answer for a script; without it, JSON. */
  print?: (response: JsonObject) => string | undefined;
};

export type AskFlags = {
  name: string;
  about: string;
  define: (command: Command) => unknown;
  /** The argument of the command, where it is not the text of the message but a part of the payload. */
  argument?: { name: string; read: (given: string) => JsonObject | Promise<JsonObject> };
  payload: (options: Record<string, never>) => JsonObject | Promise<JsonObject>;
  /** How `--default` gives an answer: what it takes, and the flags that `inbox answer` would take. */
  default: { takes: string; flags: (given: string[]) => AnswerFlags };
  /** Says what of the question is unclear, before it is asked. */
  unclear?: (payload: JsonObject) => string | undefined;
  /** Refuses a question that nobody can answer, or that asks nothing. */
  check?: (payload: JsonObject) => void;
};

export type AskedReview = Pick<Review, 'type' | 'payload'>;

export type KindPrompts = {
  answer: (ask: AnswerPrompts, review: AskedReview, writing: Writing) => Promise<JsonObject>;
  /** For an answer that can be written in an editor. */
  editor?: Editor;
};

export type Editor = {
  /** Whether this question has an answer to write, if not all of its kind have. */
  isFor?: (payload: JsonObject) => boolean;
  extension: 'md' | 'json';
  /** Loads the schema check that the server will apply, and says what only the agent can check. */
  prepare?: (payload: JsonObject) => Promise<void>;
  beginning: (payload: JsonObject) => string;
  /** Parses the text as an answer; undefined if it is not JSON. */
  read: (text: string) => unknown;
  /** Rows that a person reads and confirms before it is sent. */
  shown?: (response: JsonObject, payload: JsonObject, columns: number) => string[];
};

export type Page = {
  columns: number;
  all: string;
  stream?: NodeJS.WriteStream | undefined;
  /** Shows Markdown as it was written. */
  isSource?: boolean | undefined;
};
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
  /** Rows that say what an answer has changed in the question. */
  changed?: (response: JsonObject, payload: JsonObject, columns: number) => string[];
  /** The choices in the terminal view, with their keys. */
  choices: (state: State, payload: JsonObject) => Part[];
  /** The hints for its keys; without them, Enter answers. */
  hints?: (payload: JsonObject) => string[] | undefined;
  /** Returns whether a key only changes what is picked, and decides nothing. */
  isToggle?: (payload: JsonObject, key: string) => boolean;
  takesComment?: (payload: JsonObject) => boolean;
  /** Handles keys besides those of all questions; undefined if this one has none. */
  press?: (state: State, message: Asked, stroke: Stroke, before: State) => Pressed | undefined;
  /** Handles Enter if it does more than open a prompt; undefined otherwise. */
  enter?: (state: State, message: Asked, stroke: Stroke) => Pressed | undefined;
};
