/** What a prompt is made of: it takes keys and text, shows itself as lines, and has a value. */
export type Field<Value> = {
  /** A single key; whether it ends the prompt. */
  key: (key: string) => 'submit' | undefined;
  /** A paste, whole. */
  text: (text: string) => void;
  lines: (columns: number, rows: number) => string[];
  /** How the answer reads once it is given. */
  given: () => string;
  value: () => Value | undefined;
  /** A single character may end the prompt: it counts only by itself, once the prompt is drawn. */
  isKeyed?: boolean;
  /** The keys that work here. */
  hint?: string | undefined;
  /** Where nothing fits that Enter could take. */
  problem?: () => string | undefined;
};
