/** The triage view as lines, as many as the screen has rows and none wider than it. Pure. */
import { asStored } from '../../core/reviews/answers.ts';
import { leftUntil } from '../../core/spans.ts';
import { loggedOf } from '../logged.ts';
import { brokenAt, oneLine, printable } from '../output.ts';
import { titleOf } from '../render.ts';
import { styled } from '../style.ts';
import { isUndoable, undoable, wordsOf } from './held.ts';
import { loggedLine } from './log.ts';
import { countOf } from './news.ts';
import { questionPane } from './question.ts';
import { type Asked, type Drawn, isOpen, isSearching, type State, selectedOf } from './state.ts';

export type Size = { columns: number; rows: number };

/** From so many columns on, the list stands beside the question. */
const WIDE = 100;
/** Below it nothing can be read that is decided. */
const LEAST = { columns: 40, rows: 12 };
const FOOT_ROWS = 2;
const HEAD_ROWS = 2;

export type View = { lines: string[]; drawn: Drawn };

export const render = (state: State, size: Size): string[] => view(state, size).lines;

/** The lines, and what of the question stands in them. */
export function view(state: State, { columns, rows }: Size): View {
  if (columns < LEAST.columns || rows < LEAST.rows) return tooSmall(columns, rows);
  const height = rows - HEAD_ROWS - FOOT_ROWS;
  const { lines, drawn } = body(state, columns, height);
  const foot = footLines(state, columns);
  return {
    lines: [...headLines(state, columns), ...lines, ...foot],
    drawn: { ...drawn, isTooSmall: false },
  };
}

function tooSmall(columns: number, rows: number): View {
  const text = `Terminal too small (need ${LEAST.columns}x${LEAST.rows})`;
  const lines = Bun.wrapAnsi(text, columns, { hard: true }).split('\n');
  return { lines: fill(lines, rows, columns), drawn: { id: null, keys: [], isTooSmall: true } };
}

const rule = (columns: number) => styled('dim', '─'.repeat(columns));

function headLines(state: State, columns: number): string[] {
  const { link, search } = state;
  const open = countOf(state);
  const found = search ? ` · ${state.found} found` : '';
  const name = oneLine(`Inbox · ${open} ${open === 1 ? 'waits' : 'wait'}${found}`, columns);
  const links = {
    connecting: '○ connecting',
    live: '● live',
    lost: '○ connection lost, trying again',
    local: '○ no server: looks every 2s',
  };
  const room = columns - Bun.stringWidth(name) - 2;
  const mark = room > 5 ? oneLine(links[link], room) : '';
  const gap = ' '.repeat(Math.max(1, columns - Bun.stringWidth(name) - Bun.stringWidth(mark)));
  const tone = link === 'live' ? 'green' : 'magenta';
  return [clip(styled('bold', name) + gap + styled(tone, mark), columns), rule(columns)];
}

type Body = Pick<View, 'lines'> & { drawn: Pick<Drawn, 'id' | 'keys'> };

const unseen = { id: null, keys: [] };
const page = (lines: string[], columns: number, rows: number): Body => ({
  lines: fill(lines, rows, columns),
  drawn: unseen,
});

function body(state: State, columns: number, rows: number): Body {
  if (state.mode === 'help') return page(help, columns, rows);
  if (state.mode === 'log') return page(logLines(state), columns, rows);
  if (state.mode === 'written') return page(writtenLines(state, columns), columns, rows);
  if (state.waiting.length === 0) return page(nothing(state), columns, rows);
  if (columns >= WIDE) return beside(state, columns, rows);
  const listRows = Math.min(state.waiting.length, Math.max(2, Math.floor(rows / 4)));
  const list = listLines(state, columns, listRows);
  const { lines, drawn } = question(state, columns, Math.max(0, rows - listRows - 1));
  return { lines: [...list, rule(columns), ...lines], drawn };
}

function beside(state: State, columns: number, rows: number): Body {
  const left = Math.floor(columns / 3);
  const list = fill(listLines(state, left, rows), rows, left);
  const { lines, drawn } = question(state, columns - left - 3, rows);
  const bar = styled('dim', '│');
  return {
    lines: list.map((line, row) => `${pad(line, left)} ${bar} ${lines[row] ?? ''}`),
    drawn,
  };
}

function question(state: State, columns: number, rows: number): Body {
  const message = selectedOf(state);
  if (!message) return page([], columns, rows);
  const { lines, drawn } = questionPane(state, message, { columns, rows });
  return { lines: fill(lines, rows, columns), drawn };
}

const logLines = ({ log }: State) =>
  log.length === 0 ? ['Nothing answered yet.'] : log.toReversed().map(loggedLine);

/** What was written before the question ended. */
function writtenLines({ draft }: State, columns: number): string[] {
  const { text, ...fields } = draft.written ?? {};
  const rest = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  const all = [...(typeof text === 'string' ? [text] : []), ...rest].join('\n');
  return ['Your text:', '', ...brokenAt(printable(all), columns).split('\n')];
}

function nothing(state: State): string[] {
  const { filter, hasLooked } = state;
  if (isSearching(state)) return ['', '  Searching…'];
  if (filter) return ['', `  Nothing found for “${filter}”. Escape shows all.`];
  if (!hasLooked) return ['', '  Looking what waits…'];
  return ['', '  Nothing waits for you.', '', '  What agents ask shows up here by itself.'];
}

/** So much of the list that the selected row is among it. */
function listLines(state: State, columns: number, rows: number): string[] {
  const shown = state.waiting;
  const at = shown.findIndex(({ id }) => id === state.selectedId);
  const from = Math.max(0, Math.min(at - Math.floor(rows / 2), shown.length - rows));
  return shown.slice(from, from + rows).map((one) => row(state, one, columns));
}

function row(state: State, message: Asked, columns: number): string {
  const { id, channelId, review } = message;
  const isSelected = id === state.selectedId;
  const left = id in state.ended ? 'ended' : leftUntil(review.expiresAt ?? '', state.now);
  const unsent = state.unsent[id];
  const channelColumns = Math.min(14, Math.floor(columns / 4));
  const channel = oneLine(state.channelNames[channelId] ?? channelId, channelColumns);
  const head = `${isSelected ? '▸' : ' '} ${pad(channel, channelColumns)} `;
  const end = ` ${left.padStart(8)}`;
  const room = columns - Bun.stringWidth(head) - end.length;
  const words = unsent
    ? `Not sent yet: ${wordsOf(unsent)} — ${titleOf(message)}`
    : titleOf(message);
  const title = pad(oneLine(words, Math.max(1, room)), room);
  const line = clip(head + title + end, columns);
  if (isSelected) return styled('inverse', line);
  return isOpen(state, message) ? line : styled('dim', line);
}

function footLines(state: State, columns: number): string[] {
  const { mode, filter, notice } = state;
  if (mode === 'filter') return [rule(columns), clip(`/${oneLine(filter, columns - 2)}▏`, columns)];
  const tones = { good: 'green', bad: 'red', plain: 'magenta' } as const;
  const { text, tone, offer = '' } = (notice as HeldNotice | null) ?? heldNotice(state) ?? {};
  const room = Math.max(1, columns - Bun.stringWidth(offer));
  const said = text && tone ? styled(tones[tone], oneLine(text, room)) + offer : rule(columns);
  return [said, styled('dim', oneLine(hint(state), columns))];
}

type HeldNotice = NonNullable<State['notice']> & { offer?: string };

/** The newest answer, and how long it can be taken back. */
function heldNotice(state: State): HeldNotice | null {
  const newest = undoable(state) ?? state.held.at(-1);
  if (!newest) return null;
  const more = state.held.filter((one) => isUndoable(state, one)).length - 1;
  const seconds = Math.ceil((newest.until - state.now) / 1000);
  const also = more > 0 ? `, and ${more} more` : '';
  const offer = isUndoable(state, newest) ? `   z to undo (${seconds} s)${also}` : '';
  const { id, review } = newest.message;
  const answered = asStored(review, newest.response);
  const { sign, words, title } = loggedOf(id, titleOf(newest.message), answered);
  return { text: `${sign} ${words} — ${title}`, offer, tone: sign === '✗' ? 'bad' : 'good' };
}

function hint(state: State): string {
  const message = selectedOf(state);
  const general = 'j/k move · / filter · ? help · q quit';
  if (!message) return '/ filter · ? help · q quit';
  if (message.id in state.ended) return `Enter next · ${general}`;
  if (state.isChoosing) return `${keysOf(message)} · Enter text · ${general}`;
  if (message.truncated) return general;
  return `${keysOf(message)} · ${general}`;
}

function keysOf({ review }: Asked): string {
  const { type, payload } = review;
  if (type === 'approval') return payload.allowComment ? '1-9 answer · c comment' : '1-9 answer';
  if (type === 'form') return 'Enter answer';
  if (type !== 'selection') return 'Enter answer · e editor';
  return payload.mode === 'multi' ? '1-9 pick · Enter send' : '1-9 answer · Enter list';
}

const help = [
  'j k ↓ ↑      the next, the one before',
  'g G          the first, the last',
  'space b      scroll the question',
  '1…9          answer with that choice, or pick it where several may be',
  'a r          the approving option, the refusing option',
  '             a dangerous option needs a second press',
  'z            undo the newest answer, while it counts down',
  'A            list what you answered',
  'c            write a comment, where there may be one',
  'e            write a text in your editor ($VISUAL or $EDITOR)',
  'x            dismiss, where that may be',
  'Enter        send what is picked, else open forms, texts and long lists',
  '/            filter; Escape shows all again',
  'q Ctrl-C     quit',
  '',
  'Any key closes this.',
];

/** Exactly so many rows, each within its columns. */
function fill(lines: string[], rows: number, columns: number): string[] {
  const kept = lines.slice(0, rows).map((line) => clip(line, columns));
  return [...kept, ...Array<string>(Math.max(0, rows - kept.length)).fill('')];
}

const pad = (text: string, columns: number) =>
  text + ' '.repeat(Math.max(0, columns - Bun.stringWidth(text)));

/** Cuts what is too wide, colours left whole. */
const clip = (line: string, columns: number) =>
  Bun.stringWidth(line) <= columns ? line : Bun.sliceAnsi(line, 0, columns);
