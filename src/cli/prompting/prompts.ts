/** The prompts with which a person answers a question. */
import type { JsonObject } from '../../core/json.ts';
import { ask, type Stage, terminalStage } from './ask.ts';
import { type Choice, choiceField, yesNoField } from './choice-field.ts';
import { type TextOptions, textField } from './text-field.ts';

type Common = {
  signal?: AbortSignal | undefined;
  canGoBack?: boolean;
  step?: string | undefined;
};
type TextQuestion = TextOptions & {
  message: string;
  check?: ((text: string) => string | undefined) | undefined;
};

export function answerPrompts(signal?: AbortSignal, stage: Stage = terminalStage()) {
  const base = { signal, stage };
  return {
    text: ({ message, check, ...options }: TextQuestion, common: Common = {}) =>
      ask({ message, check, field: textField(options), ...base, ...common }),
    one: (message: string, choices: Choice[], initial?: string, common: Common = {}) =>
      ask({ message, field: choiceField(choices, { initial }), ...base, ...common }).then(
        ([value = '']) => value,
      ),
    many: (message: string, choices: Choice[], picked: string[] = [], common: Common = {}) =>
      ask({ message, field: choiceField(choices, { isMany: true, picked }), ...base, ...common }),
    yesNo: (message: string, initial: boolean, common: Common = {}) =>
      ask({ message, field: yesNoField(initial), ...base, ...common }),
  };
}
export type AnswerPrompts = ReturnType<typeof answerPrompts>;

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
