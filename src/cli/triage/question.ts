/** The question that is looked at: its text, and the choices with their keys. */
import type { ApprovalPayload } from '../../core/reviews/kinds/approval.ts';
import type { FormPayload } from '../../core/reviews/kinds/form.ts';
import type { SelectionPayload } from '../../core/reviews/kinds/selection.ts';
import { brokenAt, oneLine, printable } from '../output.ts';
import { questionText } from '../render.ts';
import { styled } from '../style.ts';
import type { Asked, State } from './state.ts';

export function textLines(state: State, message: Asked, columns: number): string[] {
  const channelName = state.channelNames[message.channelId] ?? message.channelId;
  return questionText(message, channelName, { now: state.now, columns }).split('\n');
}

/** What can be chosen, or how it ended. */
export function choiceLines(state: State, message: Asked, columns: number): string[] {
  const ending = state.ended[message.id];
  if (ending !== undefined) {
    const lines = brokenAt(printable(ending), columns).split('\n');
    return ['', ...lines.map((line) => styled(['bold', 'magenta'], line))];
  }
  if (state.sending.includes(message.id)) return ['', styled('dim', 'Sending…')];
  if (message.truncated) return ['', styled('dim', 'Reading the choices…')];
  const { dismissLabel } = message.review.payload;
  const dismiss = typeof dismissLabel === 'string' ? [` x  ${dismissLabel}`] : [];
  const lines = [...choices(state, message), ...dismiss];
  return ['', ...lines.map((line) => oneLineKept(line, columns))];
}

/** A line of choices keeps the blanks that align it. */
function oneLineKept(line: string, columns: number): string {
  const [, key = '', rest = ''] = /^(.{4})(.*)$/su.exec(line) ?? [];
  return styled('bold', key) + oneLine(rest, Math.max(1, columns - Bun.stringWidth(key)));
}

function choices(state: State, { review }: Asked): string[] {
  switch (review.type) {
    case 'approval':
      return approval(state, review.payload as ApprovalPayload);
    case 'selection':
      return selection(state, review.payload as SelectionPayload);
    case 'form':
      return form(review.payload as FormPayload);
    case 'text-input':
      return [' ↵  write a text'];
    default:
      return [' ↵  write a JSON object'];
  }
}

const keyOf = (at: number) => (at < 9 ? ` ${at + 1}  ` : ' ·  ');

function approval({ draft }: State, { options, allowComment }: ApprovalPayload): string[] {
  const lines = options.map(({ id, label, style }, at) => {
    const again = draft.armed === id ? '  ← press again' : '';
    return `${keyOf(at)}${label}${style === 'danger' ? ' (asks twice)' : ''}${again}`;
  });
  if (!allowComment) return lines;
  return [...lines, ` c  ${draft.comment ? `Comment: ${draft.comment}` : 'add a comment'}`];
}

function selection({ draft }: State, { items, mode }: SelectionPayload): string[] {
  const lines = items.slice(0, 9).map(({ id, label, description }, at) => {
    const box = mode === 'single' ? '' : draft.picked.includes(id) ? '[x] ' : '[ ] ';
    return `${keyOf(at)}${box}${label}${description ? ` — ${description}` : ''}`;
  });
  const more = items.length > 9 ? [` ↵  all ${items.length}, found by typing`] : [];
  return [...lines, ...more];
}

function form({ fields }: FormPayload): string[] {
  const lines = fields.map(
    ({ label, type, required }) => ` ·  ${label} (${type}${required ? '' : ', optional'})`,
  );
  return [' ↵  fill in the form', ...lines];
}
