/** The prompts with which a person answers a question. */
import { ask, type Stage, terminalStage } from './ask.ts';
import { type Choice, choiceField, yesNoField } from './choice-field.ts';
import { type TextOptions, textField } from './text-field.ts';

type Common = {
  signal?: AbortSignal | undefined;
  canGoBack?: boolean;
  step?: string | undefined;
};
export type TextQuestion = TextOptions & {
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
    many: (message: string, choices: Choice[], picked: string[] = []) =>
      ask({ message, field: choiceField(choices, { isMany: true, picked }), ...base }),
    yesNo: (message: string, initial: boolean, common: Common = {}) =>
      ask({ message, field: yesNoField(initial), ...base, ...common }),
  };
}
export type AnswerPrompts = ReturnType<typeof answerPrompts>;
