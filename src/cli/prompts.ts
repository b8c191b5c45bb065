/** Questions to the person at the terminal; they and their frames go to stderr. */
import * as clack from '@clack/prompts';
import { Cancelled, UsageError } from './errors.ts';
import { printable } from './output.ts';

const output = process.stderr;

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

export const askText = ({ message, placeholder, initial, validate }: TextQuestion) =>
  answerTo(
    clack.text({
      output,
      message: printable(message),
      ...(placeholder ? { placeholder: printable(placeholder) } : {}),
      ...(initial ? { initialValue: initial } : {}),
      ...(validate ? { validate } : {}),
    }),
  ).then((text) => text ?? '');

export const askPassword = (message: string, validate?: Validate) =>
  answerTo(
    clack.password({ output, message: printable(message), ...(validate ? { validate } : {}) }),
  );

export const askOne = (message: string, options: Choice[], initial?: string) =>
  answerTo(
    clack.select({
      output,
      message: printable(message),
      options: options.map(shown),
      ...(initial === undefined ? {} : { initialValue: initial }),
    }),
  );

export const askMany = (message: string, options: Choice[]) =>
  answerTo(
    clack.multiselect({
      output,
      message: printable(message),
      options: options.map(shown),
      required: true,
    }),
  );

export const askYesNo = (message: string, initial = false) =>
  answerTo(clack.confirm({ output, message: printable(message), initialValue: initial }));

const shown = ({ value, label, hint }: Choice) => ({
  value,
  label: printable(label),
  ...(hint ? { hint: printable(hint) } : {}),
});

async function answerTo<T>(prompt: Promise<T>): Promise<Exclude<T, symbol>> {
  const answer = await prompt;
  if (clack.isCancel(answer)) throw new Cancelled();
  return answer as Exclude<T, symbol>;
}
