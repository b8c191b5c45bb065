import type { JsonObject } from '../../../core/json.ts';
import {
  approvingOption,
  type Option,
  refusingOption,
} from '../../../core/reviews/kinds/approval/options.ts';
import type { ApprovalPayload } from '../../../core/reviews/kinds/approval/schema.ts';
import { onOneLine } from '../../output.ts';
import { armedFirst, give, isDrawn, noSuch, said } from '../../triage/deciding.ts';
import type { Pressed } from '../../triage/effects.ts';
import { keyAt, keysFrom, placeOfKey, withKeys } from '../../triage/option-keys.ts';
import type { Asked, State } from '../../triage/state.ts';
import type { Stroke } from '../../triage/strokes.ts';
import type { KindView, Part } from '../kind-view.ts';
import { searchPart } from '../search-part.ts';
import { shownId } from '../shown-id.ts';

export const approval: KindView = {
  listed(payload) {
    const { options } = typed(payload);
    const approving = approvingOption(options);
    return options.map((option) => {
      const id = shownId(option.id);
      const label = onOneLine(option.label);
      if (option === approving) return { id, label: `${label} (approves)`, style: 'green' };
      if (option.style === 'danger') return { id, label: `${label} (danger)`, style: 'red' };
      return { id, label };
    });
  },
  written: () => [],
  choices: ({ draft }, payload) => [
    ...typed(payload).options.map((option, at) => part(option, at, typed(payload), draft)),
    ...searchPart(typed(payload).options.length),
    ...(typed(payload).allowComment
      ? [{ key: 'c', text: draft.comment ? `Comment: ${draft.comment}` : 'add a comment' }]
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
  const { id, label, style } = option;
  const letters = ['a', 'r'].filter((key) => optionOf(payload, key) === option);
  const isDanger = style === 'danger';
  const notes = [...letters.map((key) => ` · ${key}`), isDanger ? ' (needs a second press)' : ''];
  const again = draft.armed?.id === id ? '  ← press again' : '';
  const text = `${isDanger ? '! ' : ''}${label}${notes.join('')}${again}`;
  const tone = isDanger ? 'red' : letters.includes('a') ? 'green' : undefined;
  const key = keyAt(at, payload.options.length);
  return { key, text, keys: letters, ...(tone ? { style: tone } : {}) };
}

/** Returns the option that a key selects. */
function optionOf({ options }: ApprovalPayload, key: string) {
  if (key === 'a') return approvingOption(options);
  if (key === 'r') return refusingOption(options);
  return options[placeOfKey(key, options.length)];
}

function approve(state: State, message: Asked, stroke: Stroke, before: State): Pressed {
  const { key } = stroke;
  const option = optionOf(typed(message.review.payload), key);
  if (!option) return { state: noSuch(state, key) };
  if (!isDrawn(state, key))
    return { state: said(state, `“${option.label}” is not in view (Enter)`) };
  const send = () => {
    const { comment } = state.draft;
    const response = { selectedOption: option.id, ...(comment ? { comment } : {}) };
    return give(state, message, response, stroke);
  };
  if (option.style !== 'danger') return send();
  const text = `Press ${key} again to choose “${option.label}”`;
  return armedFirst(state, { id: option.id, stroke, before, text }, send);
}
