/** Defines how a person answers a kind of review at the terminal. */
import type { JsonObject } from '../../core/json.ts';
import type { Review } from '../../core/reviews/schema.ts';
import type { AnswerPrompts } from '../asking/prompts.ts';
import type { Writing } from '../asking/writing.ts';

export type Asked = Pick<Review, 'type' | 'payload'>;

export type KindPrompts = {
  answer: (ask: AnswerPrompts, review: Asked, writing: Writing) => Promise<JsonObject>;
  /** For an answer that can be written in an editor. */
  editor?: Editor;
};

export type Editor = {
  extension: 'md' | 'json';
  /** Loads the schema check that the server will apply, and says what only the agent can check. */
  prepare?: (payload: JsonObject) => Promise<void>;
  beginning: (payload: JsonObject) => string;
  /** Parses the text as an answer; undefined if it is not JSON. */
  read: (text: string) => unknown;
};
