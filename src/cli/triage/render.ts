/** The triage view as lines, as many as the screen has rows and none wider than it. Pure. */
import { leftUntil } from '../../core/spans.ts';
import { oneLine } from '../output.ts';
import { titleOf } from '../render.ts';
import { styled } from '../style.ts';
import { choiceLines, textLines } from './question.ts';
import { type Asked, countOf, isOpen, isSearching, type State, selectedOf } from './state.ts';

export type Size = { columns: number; rows: number };

/** From so many columns on, the list stands beside the question. */
const WIDE = 100;
/** The choices take so much of the room where both they and the text are long. */
const CHOICES_SHARE = 0.7;
const FOOT_ROWS = 2;
const HEAD_ROWS = 2;

export function render(state: State, { columns, rows }: Size): string[] {
  const height = Math.max(0, rows - HEAD_ROWS - FOOT_ROWS);
  const lines = [...headLines(state, columns), ...body(state, columns, height)];
  const foot = footLines(state, columns);
  return [...lines.slice(0, Math.max(0, rows - FOOT_ROWS)), ...foot].slice(0, rows);
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

function body(state: State, columns: number, rows: number): string[] {
  if (state.mode === 'help') return fill(help, rows, columns);
  if (state.waiting.length === 0) return fill(nothing(state), rows, columns);
  if (columns >= WIDE) return beside(state, columns, rows);
  const listRows = Math.min(state.waiting.length, Math.max(2, Math.floor(rows / 4)));
  const list = listLines(state, columns, listRows);
  const question = questionLines(state, columns, Math.max(0, rows - listRows - 1));
  return [...list, rule(columns), ...question];
}

function beside(state: State, columns: number, rows: number): string[] {
  const left = Math.floor(columns / 3);
  const list = fill(listLines(state, left, rows), rows, left);
  const question = questionLines(state, columns - left - 3, rows);
  const bar = styled('dim', '│');
  return list.map((line, row) => `${pad(line, left)} ${bar} ${question[row] ?? ''}`);
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
  const channelColumns = Math.min(14, Math.floor(columns / 4));
  const channel = oneLine(state.channelNames[channelId] ?? channelId, channelColumns);
  const head = `${isSelected ? '▸' : ' '} ${pad(channel, channelColumns)} `;
  const end = ` ${left.padStart(8)}`;
  const room = columns - Bun.stringWidth(head) - end.length;
  const title = pad(oneLine(titleOf(message), Math.max(1, room)), room);
  const line = clip(head + title + end, columns);
  if (isSelected) return styled('inverse', line);
  return isOpen(state, message) ? line : styled('dim', line);
}

/** The question: its text scrolls, its choices stay below it. */
function questionLines(state: State, columns: number, rows: number): string[] {
  const message = selectedOf(state);
  if (!message) return fill([], rows, columns);
  const text = textLines(state, message, columns);
  const choices = choiceLines(state, message, columns);
  const room = Math.max(Math.floor(rows * CHOICES_SHARE), rows - text.length);
  const shownChoices = cutAt(choices, room, 'more choices (Enter)', columns);
  const textRows = Math.max(0, rows - shownChoices.length);
  const from = Math.max(0, Math.min(state.scroll, text.length - textRows));
  const shownText = cutAt(text.slice(from), textRows, 'more lines (space)', columns);
  return fill([...shownText, ...shownChoices], rows, columns);
}

/** So many lines, the last of which tells how many are missing. */
function cutAt(lines: string[], rows: number, what: string, columns: number): string[] {
  if (lines.length <= rows) return lines;
  if (rows < 1) return [];
  const more = clip(`↓ ${lines.length - rows + 1} ${what}`, columns);
  return [...lines.slice(0, rows - 1), styled('dim', more)];
}

function footLines(state: State, columns: number): string[] {
  const { mode, filter, notice } = state;
  if (mode === 'filter') return [rule(columns), clip(`/${oneLine(filter, columns - 2)}▏`, columns)];
  const tones = { good: 'green', bad: 'red', plain: 'magenta' } as const;
  const said = notice ? styled(tones[notice.tone], oneLine(notice.text, columns)) : rule(columns);
  return [said, styled('dim', oneLine(hint(state), columns))];
}

function hint(state: State): string {
  const message = selectedOf(state);
  const general = 'j/k move · / filter · ? help · q quit';
  if (!message) return '/ filter · ? help · q quit';
  if (message.id in state.ended) return `Enter next · ${general}`;
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
  'a r          the approving option, the dangerous option',
  '             a dangerous option asks for a second press',
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
