import type { JsonObject } from '../../core/json.ts';
import type { Stage } from './ask.ts';

/** An answer in progress. */
export type Writing = {
  /** Cancels the question, as if the person had left it. */
  signal?: AbortSignal;
  /** The saved draft. */
  written?: JsonObject | null | undefined;
  /** Receives the draft as it changes. */
  keep?: (written: JsonObject) => void;
  /** Where it is asked, if not on the terminal itself: in a view. */
  stage?: Stage | undefined;
  /** Shows further information, instead of a line on stderr. */
  show?: (sentence: string) => void;
};
