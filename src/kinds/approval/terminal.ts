import { exit, UsageError } from '../../cli/errors.ts';
import {
  chosen,
  commentBy,
  inWords,
  namedOptions,
  numberKey,
  searchPart,
  shownId,
} from '../../cli/kinds/choices.ts';
import type { KindTerminal, Part } from '../../cli/kinds/kind.ts';
import { eachOf, mustBeNamed, partsOf } from '../../cli/kinds/short-form.ts';
import { collect } from '../../cli/options.ts';
import { onOneLine } from '../../cli/output.ts';
import type { Choice } from '../../cli/prompting/choice-field.ts';
import type { AnswerPrompts } from '../../cli/prompting/prompts.ts';
import type { Style } from '../../cli/style.ts';
import { armedFirst, give, isDrawn, noSuch, said } from '../../cli/triage/deciding.ts';
import { keyAt, keysFrom, placeOfKey, withKeys } from '../../cli/triage/option-keys.ts';
import type { Asked, Pressed, State } from '../../cli/triage/state.ts';
import type { Stroke } from '../../client/press.ts';
import type { JsonObject } from '../../core/json.ts';
import { labelIn, textIn } from '../../core/reviews/kinds/labels.ts';
import type { ApprovalPayload } from './schema.ts';
import {
  approvingOption,
  choicesIn,
  decisions,
  isHarmful,
  meaningOf,
  type Option,
  optionStyles,
  refusingOption,
  whyNothing,
} from './words.ts';

export const approval: KindTerminal = {
  flags: {
    ask: {
      name: 'approve',
      about: 'ask for a decision: by default, approve or reject',
      define: (command) =>
        command
          .option(
            '--option <id:label:style:decision>',
            'option (repeatable); decision is allow or deny; style may be empty; write \\: for a colon in the label',
            collect,
          )
          .option('--comment', 'allow a comment')
          .addHelpText(
            'after',
            '\nExample:\n  $ inbox ask approve "Deploy 1.4.2?" -c deploys --wait',
          ),
      default: { takes: 'option', flags: (option) => ({ option }) },
      payload: ({ option, comment }: { option?: string[]; comment?: boolean }) => ({
        ...(option ? { options: eachOf('--option', option, toOption, ({ id }) => id) } : {}),
        ...(comment ? { allowComment: true } : {}),
      }),
      unclear: unclearIn,
    },
    takes: 'one of its options',
    usage: (payload) => `--option ID${namedOptions(choicesIn(payload))}`,
    answer(payload, { option, comment }) {
      if (!option) return undefined;
      if (option.length > 1) throw new UsageError('An approval takes one --option');
      if (comment !== undefined && payload.allowComment !== true) {
        throw new UsageError('This question takes no comment');
      }
      const selectedOption = chosen(choicesIn(payload), option[0] ?? '');
      return { selectedOption, ...(comment === undefined ? {} : { comment }) };
    },
    optionFor(way, { options }) {
      const option = way === 'approve' ? approvingOption : refusingOption;
      return option(options as Option[])?.id;
    },
    print: ({ selectedOption }) => String(selectedOption),
  },
  prompts: {
    answer: (ask, { payload }) => askDecision(ask, payload as ApprovalPayload),
  },
  view: {
    listed(payload) {
      const { options } = typed(payload);
      return options.map((option) => {
        const notes = [
          ...(meaningOf(option, options) === 'allow' ? ['approves'] : []),
          ...(option.style === 'danger' ? ['danger'] : []),
        ].join(', ');
        const label = labelIn(options, 'id', option.id);
        const style = colourOf(option, options);
        return {
          id: shownId(option.id),
          label: onOneLine(withDescription(notes === '' ? label : `${label} (${notes})`, option)),
          ...(style ? { style } : {}),
        };
      });
    },
    written: () => [],
    choices: ({ draft }, payload) => [
      ...typed(payload).options.map((option, at) => part(option, at, typed(payload), draft)),
      ...searchPart(typed(payload).options.length, typed(payload).options.length),
      ...(typed(payload).allowComment
        ? [
            {
              key: 'c',
              text: draft.comment ? `Comment: ${draft.comment}` : 'add a comment',
              count: 0,
            },
          ]
        : []),
    ],
    hints(payload) {
      const { options, allowComment } = typed(payload);
      return [`${keysFrom(options.length)} answer`, ...(allowComment ? ['c comment'] : [])];
    },
    takesComment: (payload) => typed(payload).allowComment,
    press,
    enter(state, { review }) {
      const { length } = typed(review.payload).options;
      // If some have no key, they can be searched.
      if (length > withKeys(length)) return undefined;
      return { state: { ...state, isChoosing: !state.isChoosing, scroll: 0 } };
    },
  },
};

/** `id:label:style:decision`, of which only the id is required; `\\:` is a colon in one of them. */
function toOption(text: string): Option {
  const [id = '', label, style, decision, ...rest] = partsOf(text);
  mustBeNamed('--option', id);
  // `yes:primary` is an option whose label is its id.
  const isShort = style === undefined && optionStyles.some((one) => one === label);
  if (isShort) return { id, label: id, style: oneOf('style', optionStyles, label) };
  if (rest.length > 0) {
    throw new UsageError(`--option: “${text}” has more than four parts. ${COLON}`);
  }
  if (decisions.some((one) => one === style)) {
    throw new UsageError(
      `--option: the decision is the fourth part: ${id}:${label}::${style}. ${COLON}`,
    );
  }
  return {
    id,
    label: label || id,
    style: oneOf('style', optionStyles, style),
    decision: oneOf('decision', decisions, decision),
  };
}

const COLON = 'A colon in a label is written \\:';

function oneOf<Word extends string>(
  name: 'style' | 'decision',
  words: readonly Word[],
  given: string | undefined,
): Word | undefined {
  const known = words.find((word) => word === given);
  if (known || !given) return known;
  throw new UsageError(`--option: unknown ${name} “${given}”; use ${words.join(', ')}. ${COLON}`);
}

/** Names the options whose choice is exit code 5 though they may have been meant as the yes. */
function unclearIn(payload: JsonObject): string | undefined {
  const unclear = choicesIn(payload).filter(({ meaning }) => meaning === 'neither');
  if (unclear.length === 0) return undefined;
  const code = `exit code ${exit.notApproved} when one is chosen`;
  return `Neither approving nor refusing (${code}): ${inWords(unclear)}. To say what one means, use --option id:label:style:allow or --option id:label:style:deny (the style may be empty), or "decision" in a payload.`;
}

/** Asks for a decision; one that does harm is confirmed. */
async function askDecision(ask: AnswerPrompts, payload: ApprovalPayload): Promise<JsonObject> {
  const { options, allowComment } = payload;
  const labelOf = ({ id }: Option) => labelIn(options, 'id', id);
  const choices = options.map((option, at): Choice => {
    const isConfirmed = isHarmful(option, options);
    const hints = [isConfirmed ? 'needs confirmation' : '', textIn(option, 'description') ?? ''];
    return {
      value: option.id,
      label: isConfirmed ? `! ${labelOf(option)}` : labelOf(option),
      key: numberKey(at),
      style: colourOf(option, options),
      hint: hints.filter(Boolean).join(' · ') || undefined,
    };
  });
  const selectedOption = await ask.one('Your decision', choices);
  const harmful = options.find(
    (option) => option.id === selectedOption && isHarmful(option, options),
  );
  if (harmful && !(await ask.yesNo(`Really ${labelOf(harmful)}?`, false))) {
    return askDecision(ask, payload);
  }
  return allowComment ? { selectedOption, ...(await commentBy(ask)) } : { selectedOption };
}

const typed = (payload: JsonObject) => payload as ApprovalPayload;

function part(option: Option, at: number, payload: ApprovalPayload, draft: State['draft']): Part {
  const { id } = option;
  const label = labelIn(payload.options, 'id', id);
  const letters = ['a', 'r'].filter((key) => optionOf(payload, key) === option);
  const isConfirmed = isHarmful(option, payload.options);
  const notes = [
    ...letters.map((key) => ` · ${key}`),
    isConfirmed ? ' (needs a second press)' : '',
  ];
  const again = draft.armed?.choice === id ? '  ← press again' : '';
  const words = `${isConfirmed ? '! ' : ''}${label}${notes.join('')}${again}`;
  const text = withDescription(words, option);
  const style = colourOf(option, payload.options);
  const key = keyAt(at, payload.options.length);
  return { key, text, keys: letters, ...(style ? { style } : {}) };
}

function withDescription(words: string, option: Option): string {
  const description = textIn(option, 'description');
  return description === undefined ? words : `${words} — ${description}`;
}

/** The colour of an option: red is more important than green. */
function colourOf(option: Option, options: Option[]): Style | undefined {
  if (option.style === 'danger') return 'red';
  return meaningOf(option, options) === 'allow' ? 'green' : undefined;
}

/** Returns the option that a key selects. */
function optionOf({ options }: ApprovalPayload, key: string) {
  if (key === 'a') return approvingOption(options);
  if (key === 'r') return refusingOption(options);
  return options[placeOfKey(key, options.length)];
}

function press(state: State, message: Asked, stroke: Stroke, before: State): Pressed {
  const { key } = stroke;
  const payload = typed(message.review.payload);
  const option = optionOf(payload, key);
  if (!option) {
    const isLetter = key === 'a' || key === 'r';
    return {
      state: isLetter ? said(state, whyNothing(key, payload.options)) : noSuch(state, key),
    };
  }
  const label = labelIn(payload.options, 'id', option.id);
  if (!isDrawn(state, key)) return { state: said(state, `“${label}” is not in view (Enter)`) };
  const send = () => {
    const { comment } = state.draft;
    const response = { selectedOption: option.id, ...(comment ? { comment } : {}) };
    return give(state, message, response, stroke);
  };
  if (!isHarmful(option, payload.options)) return send();
  const text = `Press ${key} again to choose “${label}”`;
  return armedFirst(state, { choice: option.id, stroke, before, text }, send);
}
