/** The selected question: its text scrolls, its choices stay below it. */
import { counted } from '../counted.ts';
import { brokenAt, oneLine, printable } from '../output.ts';
import { questionRows } from '../render.ts';
import { styled } from '../style.ts';
import { titleLine } from '../title-line.ts';
import { type Choice, choicesOf } from './choices.ts';
import { noPlace, placeAt, rowsWithin, scrolled } from './place.ts';
import { type Asked, channelName, type Drawn, type State } from './state.ts';

/** The share of the rows that long choices take when the text is long too. */
const CHOICES_SHARE = 0.7;

export type Pane = { lines: string[]; drawn: Omit<Drawn, 'isTooSmall'> };
type Size = { columns: number; rows: number };

/** A key works only for what is visible here, together with the title. */
export function questionPane(state: State, message: Asked, size: Size): Pane {
  const { columns, rows } = size;
  const text = textLines(state, message, columns);
  const choices = state.prompt ? [] : choiceLines(state, message, columns);
  const title = styled('bold', oneLine(titleLine(message), columns));
  if (state.isChoosing && choices.length > 0) {
    return choosing(state, message, { title, choices, size });
  }
  const room = Math.max(Math.floor(rows * CHOICES_SHARE), rows - text.length);
  const isTight = text.length + choices.length > rows;
  // With selected items, Enter sends them.
  const way = state.draft.picked.length > 0 ? 'Tab' : 'Enter';
  const fitting = isTight ? choices.slice(1) : choices;
  const shown = cutChoices(fitting, Math.min(room, rows - 1), way);
  const textRows = Math.max(0, rows - shown.length);
  const isPinned = !showsTitle(text, state.scroll, textRows);
  const rest = Math.max(0, textRows - (isPinned ? 1 : 0));
  const { lines: said, place } = scrolled(text, state.scroll, rest, columns);
  const head = isPinned && textRows > 0 ? [title] : [];
  const lines = [...head, ...said, ...shown.map(({ line }) => line)];
  const keys = shown.flatMap((one) => one.keys);
  return { lines, drawn: { id: textRows > 0 ? message.id : null, keys, place } };
}

/** Returns how many rows the full question takes. */
export const wholeRows = (state: State, message: Asked, columns: number): number =>
  textLines(state, message, columns).length + choiceLines(state, message, columns).length;

/** After the head comes the title, or the first line of the text. */
function showsTitle(text: string[], scroll: number, rows: number): boolean {
  const shown = rowsWithin(text.length, rows);
  const { from } = placeAt(scroll, shown, text.length);
  const at = text.indexOf('') + 1;
  return from <= at && at < from + shown;
}

type Parts = { title: string; choices: Choice[]; size: Size };

function choosing(state: State, message: Asked, { title, choices, size }: Parts): Pane {
  const rows = size.rows - 1;
  const all = choices.filter(({ line }) => line !== '');
  const { lines, place } = scrolled(
    all.map(({ line }) => line),
    state.scroll,
    rows,
    size.columns,
  );
  const shown = all.slice(place.from, place.from + place.rows);
  return {
    lines: [title, ...lines],
    drawn: {
      id: rows > 0 ? message.id : null,
      keys: shown.flatMap(({ keys }) => keys),
      place: rows > 0 ? place : noPlace,
    },
  };
}

function textLines(state: State, message: Asked, columns: number): string[] {
  const { channelId } = message;
  const { now, isSource } = state;
  const hasEnded = message.id in state.ended;
  const status = state.channels.find(({ id }) => id === channelId)?.status;
  const page = { now, columns, status, hasEnded, isSource };
  return questionRows(message, channelName(state, channelId), page);
}

/** Returns the choices, or how it ended, after a blank line. */
function choiceLines(state: State, message: Asked, columns: number): Choice[] {
  const ending = state.ended[message.id];
  if (ending !== undefined) {
    const lines = brokenAt(printable(ending), columns).split('\n');
    return plain('', ...lines.map((line) => styled(['bold', 'magenta'], line)));
  }
  if (message.truncated) return plain('', styled('dim', 'Loading the choices…'));
  return [...plain(''), ...choicesOf(state, message, columns)];
}

const plain = (...lines: string[]): Choice[] => lines.map((line) => ({ line, keys: [], count: 0 }));

function cutChoices(choices: Choice[], rows: number, way: string): Choice[] {
  if (choices.length <= rows) return choices;
  if (rows < 1) return [];
  const hidden = choices.slice(rows - 1);
  const count = hidden.reduce((sum, one) => sum + one.count, 0);
  const line = styled('dim', `↓ ${count > 0 ? counted(count, 'more choice') : 'more'} (${way})`);
  return [...choices.slice(0, rows - 1), { line, keys: [], count }];
}
