/** How a kind of review is asked and answered by flags. */
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
  /** The subcommand of `inbox ask`, for a kind that it can ask. */
  ask?: AskFlags;
  /** What a question takes, in words. */
  takes: string;
  /** The flags that answer it, for where nobody can be asked. */
  usage: (payload: JsonObject) => string;
  /** The answer that its own flags give; undefined without them. */
  answer?: (
    payload: JsonObject,
    flags: AnswerFlags,
  ) => JsonObject | undefined | Promise<JsonObject | undefined>;
  /** The answer for a script; without it, JSON. */
  print?: (response: JsonObject) => string | undefined;
  /** Whether a script that waited goes on; without it, after any answer. */
  goesOn?: (response: JsonObject, payload: JsonObject) => boolean;
};

export type AskFlags = {
  name: string;
  about: string;
  define: (command: Command) => unknown;
  payload: (options: Record<string, never>) => JsonObject | Promise<JsonObject>;
  /** Refuses a question that nobody can answer. */
  check?: (payload: JsonObject) => void;
};
