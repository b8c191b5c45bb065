/** What can be chosen, with the keys that choose it. */
import type { ApprovalPayload } from '../../core/reviews/kinds/approval.ts';
import type { FormPayload } from '../../core/reviews/kinds/form.ts';
import type { SelectionPayload } from '../../core/reviews/kinds/selection.ts';
import { approvingOption, refusingOption } from '../../core/reviews/kinds/verdicts.ts';
import { oneLine } from '../output.ts';
import { styled } from '../style.ts';
import { wordsOf } from './held.ts';
import type { Asked, State } from './state.ts';

/** A line, and the keys that work while it is on the screen. */
export type Choice = { line: string; keys: string[] };

/** The option that a key stands for. */
export function optionOf({ options }: ApprovalPayload, key: string) {
  if (key === 'a') return approvingOption(options);
  if (key === 'r') return refusingOption(options);
  return /^[1-9]$/.test(key) ? options[Number(key) - 1] : undefined;
}

export function choicesOf(state: State, message: Asked, columns: number): Choice[] {
  const { dismissLabel } = message.review.payload;
  const dismiss = typeof dismissLabel === 'string' ? [choice(` x  ${dismissLabel}`, 'x')] : [];
  const unsent = state.unsent[message.id];
  const waiting = unsent ? [choice(` ⧖  Not sent yet: ${wordsOf(unsent)}`)] : [];
  return [...waiting, ...choices(state, message), ...dismiss].map(({ line, keys }) => ({
    line: oneLineKept(line, columns),
    keys,
  }));
}

const choice = (line: string, ...keys: string[]): Choice => ({ line, keys });

/** A line of choices keeps the blanks that align it. */
function oneLineKept(line: string, columns: number): string {
  const [, key = '', rest = ''] = /^(.{4})(.*)$/su.exec(line) ?? [];
  return styled('bold', key) + oneLine(rest, Math.max(1, columns - Bun.stringWidth(key)));
}

function choices(state: State, { review }: Asked): Choice[] {
  switch (review.type) {
    case 'approval':
      return approval(state, review.payload as ApprovalPayload);
    case 'selection':
      return selection(state, review.payload as SelectionPayload);
    case 'form':
      return form(review.payload as FormPayload);
    case 'text-input':
      return [choice(' ↵  write a text')];
    default:
      return [choice(' ↵  write a JSON object')];
  }
}

const keyOf = (at: number) => (at < 9 ? ` ${at + 1}  ` : ' ·  ');

function approval({ draft }: State, payload: ApprovalPayload): Choice[] {
  const { options, allowComment } = payload;
  const lines = options.map((option, at) => {
    const { id, label, style } = option;
    const letters = ['a', 'r'].filter((key) => optionOf(payload, key) === option);
    const danger = style === 'danger' ? ' (needs a second press)' : '';
    const again = draft.armed?.id === id ? '  ← press again' : '';
    const line = `${keyOf(at)}${label}${letters.map((key) => ` · ${key}`).join('')}${danger}${again}`;
    return choice(line, ...(at < 9 ? [`${at + 1}`] : []), ...letters);
  });
  const more = options.length > 9 ? [choice(` ↵  all ${options.length}, found by typing`)] : [];
  if (!allowComment) return [...lines, ...more];
  const comment = draft.comment ? `Comment: ${draft.comment}` : 'add a comment';
  return [...lines, ...more, choice(` c  ${comment}`, 'c')];
}

function selection({ draft }: State, { items, mode }: SelectionPayload): Choice[] {
  const lines = items.slice(0, 9).map(({ id, label, description }, at) => {
    const box = mode === 'single' ? '' : draft.picked.includes(id) ? '[x] ' : '[ ] ';
    const line = `${keyOf(at)}${box}${label}${description ? ` — ${description}` : ''}`;
    return choice(line, `${at + 1}`);
  });
  const more = items.length > 9 ? [choice(` ↵  all ${items.length}, found by typing`)] : [];
  return [...lines, ...more];
}

function form({ fields }: FormPayload): Choice[] {
  const lines = fields.map(({ label, type, required }) =>
    choice(` ·  ${label} (${type}${required ? '' : ', optional'})`),
  );
  return [choice(' ↵  fill in the form'), ...lines];
}
