/** Questions to the person at the terminal; they and their frames go to stderr. */
import * as clack from '@clack/prompts';
import { Cancelled, UsageError } from './errors.ts';
import { onOneLine, printable } from './output.ts';

const output = process.stderr;

/** From so many choices on, typing finds one. */
const MANY = 10;

/** Refuses to ask where nobody could answer. `flags` is what to give in place. */
export function mustBeTerminal(flags: string): void {
  if (process.stdin.isTTY && process.stderr.isTTY) return;
  throw new UsageError(`There is no terminal to ask on: give ${flags}`);
}

type Validate = (value: string | undefined) => string | undefined;
type Choice = { value: string; label: string; hint?: string };
type TextQuestion = {
  message: string;
  placeholder?: string | undefined;
  initial?: string | undefined;
  validate?: Validate;
};

export const askText = (question: TextQuestion) =>
  answerTo(clack.text(textOptions(question))).then((text) => text ?? '');

/** A text of many lines. */
export const askLines = ({ message, ...question }: TextQuestion) =>
  answerTo(
    clack.multiline(textOptions({ ...question, message: `${message} (Enter twice when done)` })),
  ).then((text) => text ?? '');

const textOptions = ({ message, placeholder, initial, validate }: TextQuestion) => ({
  output,
  message: printable(message),
  ...(placeholder ? { placeholder: onOneLine(placeholder) } : {}),
  ...(initial ? { initialValue: printable(initial) } : {}),
  ...(validate ? { validate } : {}),
});

export const askPassword = (message: string, validate?: Validate) =>
  answerTo(
    clack.password({ output, message: printable(message), ...(validate ? { validate } : {}) }),
  ).then((text) => text ?? '');

export function askOne(message: string, options: Choice[], initial?: string) {
  const shared = {
    ...{ output, message: printable(message), options: options.map(shown) },
    ...(initial === undefined ? {} : { initialValue: initial }),
  };
  return answerTo(options.length < MANY ? clack.select(shared) : clack.autocomplete(shared));
}

export function askMany(message: string, options: Choice[]) {
  const shared = {
    ...{ output, message: printable(message), options: options.map(shown) },
    required: true,
  };
  const asked =
    options.length < MANY ? clack.multiselect(shared) : clack.autocompleteMultiselect(shared);
  return answerTo(asked);
}

export const askYesNo = (message: string, initial = false) =>
  answerTo(clack.confirm({ output, message: printable(message), initialValue: initial }));

const shown = ({ value, label, hint }: Choice) => ({
  value,
  label: onOneLine(label),
  ...(hint ? { hint: onOneLine(hint) } : {}),
});

async function answerTo<T>(prompt: Promise<T>): Promise<Exclude<T, symbol>> {
  const answer = await prompt;
  if (clack.isCancel(answer)) throw new Cancelled();
  return answer as Exclude<T, symbol>;
}
