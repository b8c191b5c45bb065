/** Defines how flags ask and answer a kind of review. */
import type { Command } from 'commander';
import type { JsonObject } from '../../core/json.ts';

export type AnswerFlags = {
  option?: string[];
  comment?: string;
  text?: string;
  field?: string[];
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
  payload: (options: Record<string, never>) => JsonObject | Promise<JsonObject>;
  /** How `--default` gives an answer: what it takes, and the flags that `inbox answer` would take. */
  default: { takes: string; flags: (given: string[]) => AnswerFlags };
  /** Says what of the question is unclear, before it is asked. */
  unclear?: (payload: JsonObject) => string | undefined;
  /** Refuses a question that nobody can answer. */
  check?: (payload: JsonObject) => void;
};
