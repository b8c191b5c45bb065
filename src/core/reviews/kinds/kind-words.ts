/**
 * What a kind of review is in words. The first page of the dashboard needs them, so neither they nor
 * what they import may bring a schema along.
 */
import type { JsonObject } from '../../json.ts';
import type { Verdict } from './verdicts.ts';

export type Choice = {
  id: string;
  label: string;
  /** Whether it is the one that says yes. */
  approves: boolean;
  /** A danger is asked for twice; one that harms does more than say no. */
  tone: 'plain' | 'danger' | 'harm';
  /** The whole answer that it makes; null where more is to be chosen. */
  answer: JsonObject | null;
};

/** A list cuts payloads, and a plugin may ask in any shape: no part of one is sure to be there. */
export type KindWords = {
  /** The kind as a word, where its name is none. */
  word?: string;
  /** What can be chosen, in the order of its keys. */
  choices?: (payload: JsonObject) => Choice[];
  /** What can be filled in. */
  fields?: (payload: JsonObject) => { name: string; label: string }[];
  /** Whether one choice is all of an answer. */
  isChoice?: true;
  /** Whether a question of this kind can never be dismissed. */
  isNeverDismissed?: true;
  /** Whether something can be said beside the answer. */
  hasComment?: true;
  /** The labels of what can be chosen or filled in. */
  labels?: (payload: JsonObject) => string[];
  /** Those of them that a search finds, where it is not all. */
  searched?: (payload: JsonObject) => string[];
  /** An answer in one line; without it, its values by name. */
  line?: (response: JsonObject, payload: JsonObject) => string;
  /** An answer as a record has it: all of it, and the same in every language and place. */
  record?: (response: JsonObject, payload: JsonObject) => string;
  /** Which verdict an answer is; without it, none of those with a name. */
  verdict?: (response: JsonObject, payload: JsonObject) => Verdict;
  /** The agent's own word for what was decided, which is no text of a person. */
  decision?: (response: JsonObject) => string | null;
  /** Whether it asks for a secret. */
  asksSecret?: (payload: JsonObject) => boolean;
  /** The question without the secrets that an agent filled in. */
  hideInQuestion?: (payload: JsonObject) => JsonObject;
  /** The answer without its secrets, for all but the agent that asked. */
  hideInAnswer?: (response: JsonObject, payload: JsonObject) => JsonObject;
  /** An answer, for a script to start from. */
  example: (payload: JsonObject) => JsonObject;
};
