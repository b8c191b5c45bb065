/** Prompts for the person at the terminal, drawn on stderr. */
import * as clack from '@clack/prompts';
import { isDumb } from '../config.ts';
import { whenEnded } from './ending.ts';
import { Cancelled, UsageError } from './errors.ts';
import { note, onOneLine, printable } from './output.ts';

const output = process.stderr;

/** With this many choices or more, typing filters them. */
const MANY = 10;

/** Refuses to prompt without a terminal. `flags` is what to pass instead. */
export function mustBeTerminal(flags: string): void {
  const isTerminal = process.stdin.isTTY && process.stderr.isTTY;
  if (isTerminal && !isDumb()) return;
  if (isTerminal)
    throw new UsageError(`This terminal cannot show prompts (TERM=dumb); pass ${flags}`);
  throw new UsageError(`Not running in a terminal; pass ${flags}`);
}

type Validate = (value: string | undefined) => string | undefined;
type Choice = { value: string; label: string; hint?: string };
export type TextQuestion = {
  message: string;
  placeholder?: string | undefined;
  initial?: string | undefined;
  validate?: Validate | undefined;
};

/** Prompts that are cancelled on the signal, as if the person had left them. */
export function promptsUntil(signal?: AbortSignal) {
  const base = { output, ...(signal ? { signal } : {}) };
  return {
    askText: (question: TextQuestion) =>
      answerTo(() => clack.text({ ...base, ...textOptions(question) })).then(orEmpty),
    /** A text of many lines. */
    askLines: ({ message, ...question }: TextQuestion) =>
      answerTo(() =>
        clack.multiline({
          ...base,
          ...textOptions({ ...question, message: `${message} (Enter twice when done)` }),
        }),
      ).then(orEmpty),
    askPassword: (message: string, validate?: Validate) =>
      answerTo(() => clack.password({ ...base, ...textOptions({ message, validate }) })).then(
        orEmpty,
      ),
    askOne(message: string, options: Choice[], initial?: string) {
      const shared = {
        ...base,
        message: printable(message),
        options: options.map(shown),
        ...(initial === undefined ? {} : { initialValue: initial }),
      };
      return answerTo(() =>
        options.length < MANY ? clack.select(shared) : clack.autocomplete(shared),
      );
    },
    askMany(message: string, options: Choice[]) {
      const shared = { message: printable(message), options: options.map(shown), required: true };
      const few = options.length < MANY;
      return answerTo(() =>
        few
          ? clack.multiselect({ ...base, ...shared })
          : clack.autocompleteMultiselect({ ...base, ...shared }),
      );
    },
    askYesNo: (message: string, initial = false) =>
      answerTo(() =>
        clack.confirm({ ...base, message: printable(message), initialValue: initial }),
      ),
  };
}
export type Prompts = ReturnType<typeof promptsUntil>;

export const { askText, askPassword, askOne, askYesNo } = promptsUntil();

/**
 * Asks a person at a terminal for confirmation before something irreversible; a script has
 * confirmed by its command.
 * @param done what would be done, such as “revoked”
 */
export async function isAgreed(question: string, done: string, { yes = false }: { yes?: boolean }) {
  if (yes || !process.stdin.isTTY || !process.stderr.isTTY) return true;
  if (await askYesNo(question)) return true;
  note(`Nothing was ${done}.`);
  return false;
}

const orEmpty = (text: string | undefined) => text ?? '';

const textOptions = ({ message, placeholder, initial, validate }: TextQuestion) => ({
  message: printable(message),
  ...(placeholder ? { placeholder: onOneLine(placeholder) } : {}),
  ...(initial ? { initialValue: printable(initial) } : {}),
  ...(validate ? { validate } : {}),
});

const shown = ({ value, label, hint }: Choice) => ({
  value,
  label: onOneLine(label),
  ...(hint ? { hint: onOneLine(hint) } : {}),
});

const SHOW_CURSOR = '\u001b[?25h';

/** Restores the terminal. */
function giveBack(): void {
  try {
    process.stdin.setRawMode(false);
    output.write(`${SHOW_CURSOR}\n`);
  } catch {
    // The terminal itself has closed.
  }
}

async function answerTo<T>(ask: () => Promise<T>): Promise<Exclude<T, symbol>> {
  process.once('exit', giveBack);
  const letGo = whenEnded(() => {}, { input: process.stdin });
  const answer = await ask().finally(() => {
    process.off('exit', giveBack);
    letGo();
  });
  if (clack.isCancel(answer)) throw new Cancelled();
  return answer as Exclude<T, symbol>;
}
