import type { JsonObject } from '../../core/json.ts';
import type { Stage } from './ask.ts';

/** An answer that a person is writing. */
export type Writing = {
  /** Takes the question back, as if the person had left it. */
  signal?: AbortSignal;
  /** What was written before, as far as it was. */
  written?: JsonObject | null | undefined;
  /** Hears of what is written so far. */
  keep?: (written: JsonObject) => void;
  /** Where it is asked: in place of the terminal itself, in a view. */
  stage?: Stage | undefined;
  /** Tells what else there is to know, in place of a line on stderr. */
  tell?: (sentence: string) => void;
};
