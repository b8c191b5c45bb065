/** The foot of the view: the latest notice, and the keys that work. Pure. */
import { isPendingIn } from '../../client/replica/lists.ts';
import { sameSession } from '../../core/messages/source.ts';
import { asStored } from '../../core/reviews/answers.ts';
import { isEdited } from '../answer-editor.ts';
import { terminalOf } from '../kinds/kinds.ts';
import { loggedOf } from '../logged.ts';
import { oneLine, typedLine } from '../output.ts';
import { styled } from '../style.ts';
import { titleLine } from '../title-line.ts';
import { rule } from './head.ts';
import { isUndoable, undoable, verdictLine } from './held.ts';
import { clip, isCut, type Place } from './place.ts';
import { type Asked, type State, selectedOf } from './state.ts';

export const FOOT_ROWS = 2;

/**
 * @param place the position in what is drawn above
 */
export function footLines(state: State, columns: number, place: Place): string[] {
  const { mode, prompt } = state;
  if (mode === 'filter') return [rule(columns), filterLine(state, columns)];
  const hints = prompt ? promptHints(place) : hintsOf(state, place);
  return [noticeLine(state, columns), styled('dim', fitted(hints, columns))];
}

function filterLine({ filter, isFilterSelected }: State, columns: number): string {
  const line = typedLine(filter, columns - 2);
  return isFilterSelected ? `/${styled('inverse', line)}` : `/${line}▏`;
}

function noticeLine(state: State, columns: number): string {
  const tones = { good: 'green', bad: 'red', plain: 'magenta' } as const;
  const { text, tone, offer = '' } = (state.notice as Offered | null) ?? heldNotice(state) ?? {};
  if (!text || !tone) return rule(columns);
  const room = Math.max(1, columns - Bun.stringWidth(offer));
  return clip(styled(tones[tone], oneLine(text, room)) + offer, columns);
}

type Offered = NonNullable<State['notice']> & { offer?: string };

/** Shows the newest answer, and how long it can be undone. */
function heldNotice(state: State): Offered | null {
  const newest = undoable(state) ?? state.held.at(-1);
  if (!newest) return null;
  const more = state.held.filter((one) => isUndoable(state, one)).length - 1;
  const seconds = Math.ceil((newest.dueAt - state.now) / 1000);
  const also = more > 0 ? `, and ${more} more` : '';
  const offer = isUndoable(state, newest) ? `   z to undo (${seconds} s)${also}` : '';
  const { id, review } = newest.message;
  const answered = asStored(review, newest.response);
  return { ...verdictLine(loggedOf(id, titleLine(newest.message), answered)), offer };
}

/** If the width is too small, `rest` is dropped from its end, and then `first`. */
type Hints = { first: string[]; rest: string[]; always: string[] };

/** Returns the hints that fit: those for help and quit are kept longest. */
function fitted({ first, rest, always }: Hints, columns: number): string {
  const [head, middle] = [[...first], [...rest]];
  const line = () => [...head, ...middle, ...always].join(' · ');
  while (Bun.stringWidth(line()) > columns && (middle.pop() ?? head.pop()) !== undefined);
  return oneLine(line(), columns);
}

const ALWAYS = ['? help', 'q quit'];

function hintsOf(state: State, place: Place): Hints {
  const { mode, isWhole, isChoosing, narrowed, ended } = state;
  if (mode !== 'list') return pageHints(place);
  const message = selectedOf(state);
  const own = narrowed !== null ? ['Esc all sessions'] : [];
  const same = narrowed === null && message && hasMoreOfSession(state, message);
  const move = [...own, 'j/k move', '/ filter', ...(same ? ['S same session'] : [])];
  if (!message) return { first: [], rest: [...own, '/ filter'], always: ALWAYS };
  const screen = isWhole ? ['Tab list'] : isCut(place) ? ['Tab whole screen'] : [];
  const rest = [...screen, ...move];
  if (message.id in ended) return { first: ['Enter next'], rest, always: ALWAYS };
  if (message.truncated) return { first: [], rest, always: ALWAYS };
  const text = isChoosing ? ['Enter back to the text'] : [];
  return { first: [...keysOf(message), ...text], rest, always: ALWAYS };
}

function hasMoreOfSession({ waiting }: State, message: Asked): boolean {
  const same = sameSession(message);
  return same !== null && waiting.some((one) => one !== message && isPendingIn(one, same));
}

const pageHints = (place: Place): Hints =>
  isCut(place)
    ? { first: [], rest: ['space b scroll'], always: ['any other key closes'] }
    : { first: [], rest: [], always: ['any key closes'] };

const promptHints = (place: Place): Hints => ({
  first: [],
  rest: isCut(place) ? ['PgUp PgDn scroll the question'] : [],
  always: ['Esc cancels'],
});

const keysOf = ({ review }: Asked): string[] =>
  terminalOf(review.type).view.hints?.(review.payload) ?? [
    'Enter answer',
    ...(isEdited(review) ? ['e editor'] : []),
  ];
