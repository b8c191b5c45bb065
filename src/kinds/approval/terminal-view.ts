import type { KindView, Part } from '../../cli/kinds/kind-view.ts';
import { searchPart } from '../../cli/kinds/search-part.ts';
import { shownId } from '../../cli/kinds/shown-id.ts';
import { onOneLine } from '../../cli/output.ts';
import type { Style } from '../../cli/style.ts';
import { armedFirst, give, isDrawn, noSuch, said } from '../../cli/triage/deciding.ts';
import type { Pressed } from '../../cli/triage/effects.ts';
import { keyAt, keysFrom, placeOfKey, withKeys } from '../../cli/triage/option-keys.ts';
import type { Asked, State } from '../../cli/triage/state.ts';
import type { Stroke } from '../../cli/triage/strokes.ts';
import type { JsonObject } from '../../core/json.ts';
import { labelIn, textIn } from '../../core/reviews/kinds/labels.ts';
import {
  approvingOption,
  isHarmful,
  meaningOf,
  type Option,
  refusingOption,
  whyNothing,
} from './options.ts';
import type { ApprovalPayload } from './schema.ts';

export const approval: KindView = {
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
  press: approve,
  enter(state, { review }) {
    const { length } = typed(review.payload).options;
    // If some have no key, they can be searched.
    if (length > withKeys(length)) return undefined;
    return { state: { ...state, isChoosing: !state.isChoosing, scroll: 0 } };
  },
};

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
  const again = draft.armed?.id === id ? '  ← press again' : '';
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
export function colourOf(option: Option, options: Option[]): Style | undefined {
  if (option.style === 'danger') return 'red';
  return meaningOf(option, options) === 'allow' ? 'green' : undefined;
}

/** Returns the option that a key selects. */
function optionOf({ options }: ApprovalPayload, key: string) {
  if (key === 'a') return approvingOption(options);
  if (key === 'r') return refusingOption(options);
  return options[placeOfKey(key, options.length)];
}

function approve(state: State, message: Asked, stroke: Stroke, before: State): Pressed {
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
  return armedFirst(state, { id: option.id, stroke, before, text }, send);
}
