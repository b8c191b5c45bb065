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
