/** Renders the triage view as lines: as many as the screen has rows, and none wider than it. Pure. */
import { oneLine } from '../output.ts';
import { styled } from '../style.ts';
import { titleLine } from '../title-line.ts';
import { countOf } from './apply-event.ts';
import { FOOT_ROWS, footLines } from './foot.ts';
import { HEAD_ROWS, headLines, rule } from './head.ts';
import { nothingLines, pageLines } from './pages.ts';
import { fill, noPlace, pad, scrolled } from './place.ts';
import { questionPane, wholeRows } from './question.ts';
import { hiddenMark, listed } from './row.ts';
import { type Drawn, type State, selectedOf } from './state.ts';

export type Size = { columns: number; rows: number };

/** With this many columns or more, the list is beside the question. */
const WIDE = 100;
const LIST_SHARE = 0.47;
/** Longer lines are hard to read: the list gets the rest. */
const TEXT_COLUMNS = 100;
/** How many rows of the list remain above a question that exceeds the screen, and on a low screen. */
const FEW = { rows: 3, low: 1, below: 12 };
/** Below this size questions are unreadable, and nothing can be decided. */
const LEAST = { columns: 40, rows: 12 };

export type View = { lines: string[]; drawn: Drawn };

export const render = (state: State, size: Size): string[] => view(state, size).lines;

/** Returns the lines, and which part of the question they show. */
export function view(state: State, { columns, rows }: Size): View {
  if (columns < LEAST.columns || rows < LEAST.rows) return tooSmall(state, columns, rows);
  const { lines, drawn, mark = '' } = body(state, columns, rows - HEAD_ROWS - FOOT_ROWS);
  return {
    lines: [
      ...headLines(state, columns, mark),
      ...lines,
      ...footLines(state, columns, drawn.place),
    ],
    drawn: { ...drawn, isTooSmall: false },
  };
}

/** How many are pending, and the title of the selected one where there is room for it. */
function tooSmall(state: State, columns: number, rows: number): View {
  const { waiting, hasLooked } = state;
  const critical = waiting.filter(({ review }) => review.urgency === 'critical').length;
  const message = selectedOf(state);
  const lines = [
    ...(hasLooked ? [`${countOf(state)} pending`] : []),
    ...(critical > 0 ? [`${critical} critical`] : []),
    `Terminal too small (need ${LEAST.columns}x${LEAST.rows}) · q quit`,
    ...(message ? [styled('bold', oneLine(titleLine(message), columns))] : []),
  ].flatMap((line) => Bun.wrapAnsi(line, columns, { hard: true }).split('\n'));
  return { lines: fill(lines, rows, columns), drawn: { ...unseen, isTooSmall: true } };
}

type Body = {
  lines: string[];
  drawn: Omit<Drawn, 'isTooSmall'>;
  /** The rows that the list hides above its first one. */
  mark?: string;
};

const unseen = { id: null, keys: [], place: noPlace };

function body(state: State, columns: number, rows: number): Body {
  const { mode, waiting } = state;
  if (mode !== 'list' && mode !== 'filter') {
    const page = scrolled(pageLines[mode](state, columns), state.pageScroll, rows, columns);
    return { lines: fill(page.lines, rows, columns), drawn: { ...unseen, place: page.place } };
  }
  if (waiting.length === 0) {
    return { lines: fill(nothingLines(state, columns), rows, columns), drawn: unseen };
  }
  if (state.prompt) return withPrompt(state, columns, rows);
  return question(state, columns, rows);
}

/** Draws the prompt at the foot, and as much above it as fits. */
function withPrompt(state: State, columns: number, rows: number): Body {
  const most = Math.max(Math.ceil(rows / 2), rows - wholeOf(state, columns) - 1);
  const lines = state.prompt?.(columns, Math.min(most, rows - 2)) ?? [];
  const room = Math.max(1, rows - 1 - lines.length);
  const above = question(state, columns, room);
  const shown = fill(lines.slice(-(rows - 1 - room)), rows - 1 - room, columns);
  return {
    ...above,
    lines: [...above.lines, rule(columns), ...shown],
    // The keys belong to the prompt.
    drawn: { ...above.drawn, keys: [] },
  };
}

const wholeOf = (state: State, columns: number) => {
  const message = selectedOf(state);
  return message ? wholeRows(state, message, Math.min(columns, TEXT_COLUMNS)) : 0;
};

function question(state: State, columns: number, rows: number): Body {
  if (state.isWhole) return alone(state, columns, rows);
  if (columns >= WIDE) return sideBySide(state, columns, rows);
  if (state.prompt) return alone(state, columns, rows);
  const listRows = rowsOfList(state, columns, rows);
  const list = listed(state, columns, listRows, 1);
  const { lines, drawn } = pane(state, columns, Math.max(0, rows - listRows - 1));
  return {
    lines: [...list.lines, rule(columns, hiddenMark('↓', list.below)), ...lines],
    drawn,
    mark: hiddenMark('↑', list.above),
  };
}

/** Without the list, of which only the urgent questions are marked. */
function alone(state: State, columns: number, rows: number): Body {
  const { above, below } = listed(state, columns, 0, 1);
  const marks = [
    above.urgent.length > 0 ? hiddenMark('↑', above) : '',
    below.urgent.length > 0 ? hiddenMark('↓', below) : '',
  ];
  return { ...pane(state, columns, rows), mark: marks.filter(Boolean).join(' · ') };
}

function rowsOfList(state: State, columns: number, rows: number): number {
  const most = Math.min(state.waiting.length, Math.max(2, Math.floor(rows / 4)));
  const isLong = wholeOf(state, columns) > rows - most - 1;
  return isLong ? Math.min(most, rows < FEW.below ? FEW.low : FEW.rows) : most;
}

function sideBySide(state: State, columns: number, rows: number): Body {
  const bar = ` ${styled('dim', '│')} `;
  const room = columns - 3;
  const right = Math.min(TEXT_COLUMNS, room - Math.floor(columns * LIST_SHARE));
  const left = room - right;
  // The last row says what is below.
  const isCut = state.waiting.length * 2 > rows || state.beyond > 0;
  const shown = listed(state, left, isCut ? rows - 1 : rows, 2);
  const filled = fill(shown.lines, isCut ? rows - 1 : rows, left);
  const list = isCut ? [...filled, hiddenMark('↓', shown.below)] : filled;
  const { lines, drawn } = pane(state, right, rows);
  return {
    lines: list.map((line, row) => `${pad(line, left)}${bar}${lines[row] ?? ''}`),
    drawn,
    mark: hiddenMark('↑', shown.above),
  };
}

function pane(state: State, columns: number, rows: number): Body {
  const message = selectedOf(state);
  if (!message) return { lines: fill([], rows, columns), drawn: unseen };
  const { lines, drawn } = questionPane(state, message, {
    columns: Math.min(columns, TEXT_COLUMNS),
    rows,
  });
  return { lines: fill(lines, rows, columns), drawn };
}
