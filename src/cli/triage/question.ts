/** The question that is looked at: its text scrolls, its choices stay below it. */
import { brokenAt, oneLine, printable } from '../output.ts';
import { questionText, titleOf } from '../render.ts';
import { styled } from '../style.ts';
import { type Choice, choicesOf } from './choices.ts';
import type { Asked, Drawn, State } from './state.ts';

/** The choices take so much of the room where both they and the text are long. */
const CHOICES_SHARE = 0.7;

export type Pane = { lines: string[]; drawn: Pick<Drawn, 'id' | 'keys'> };
type Size = { columns: number; rows: number };

/** A key works only for what stands here together with the title. */
export function questionPane(state: State, message: Asked, size: Size): Pane {
  const { columns, rows } = size;
  const text = textLines(state, message, columns);
  const choices = choiceLines(state, message, columns);
  const title = styled('bold', oneLine(titleOf(message), columns));
  if (state.isChoosing) return choosing(state, message, { title, choices, size });
  const room = Math.max(Math.floor(rows * CHOICES_SHARE), rows - text.length);
  const shown = cutChoices(choices, Math.min(room, rows - 1));
  const textRows = Math.max(0, rows - shown.length);
  const isPinned = !showsTitle(text, clampedFrom(state.scroll, text, textRows), textRows);
  const rest = Math.max(0, textRows - (isPinned ? 1 : 0));
  const from = clampedFrom(state.scroll, text, rest);
  const said = cutAt(text.slice(from), rest, 'more lines (space)', columns);
  const head = isPinned && textRows > 0 ? [title] : [];
  const lines = [...head, ...said, ...shown.map(({ line }) => line)];
  const drawn = { id: textRows > 0 ? message.id : null, keys: shown.flatMap(({ keys }) => keys) };
  return { lines, drawn };
}

const clampedFrom = (scroll: number, text: string[], rows: number) =>
  Math.max(0, Math.min(scroll, text.length - rows));

/** After the head comes the title, or the text's own first line. */
function showsTitle(text: string[], from: number, rows: number): boolean {
  const at = text.indexOf('') + 1;
  const isCut = text.length - from > rows;
  return from <= at && at < from + rows - (isCut ? 1 : 0);
}

type Parts = { title: string; choices: Choice[]; size: Size };

function choosing(state: State, message: Asked, { title, choices, size }: Parts): Pane {
  const rows = size.rows - 1;
  const all = choices.filter(({ line }) => line !== '');
  const from = Math.max(0, Math.min(state.scroll, all.length - rows));
  const shown = cutChoices(all.slice(from), rows, 'space');
  return {
    lines: [title, ...shown.map(({ line }) => line)],
    drawn: { id: rows > 0 ? message.id : null, keys: shown.flatMap(({ keys }) => keys) },
  };
}

function textLines(state: State, message: Asked, columns: number): string[] {
  const channelName = state.channelNames[message.channelId] ?? message.channelId;
  return questionText(message, channelName, { now: state.now, columns }).split('\n');
}

/** What can be chosen, or how it ended. */
function choiceLines(state: State, message: Asked, columns: number): Choice[] {
  const ending = state.ended[message.id];
  if (ending !== undefined) {
    const lines = brokenAt(printable(ending), columns).split('\n');
    return plain('', ...lines.map((line) => styled(['bold', 'magenta'], line)));
  }
  if (message.truncated) return plain('', styled('dim', 'Reading the choices…'));
  return [...plain(''), ...choicesOf(state, message, columns)];
}

const plain = (...lines: string[]): Choice[] => lines.map((line) => ({ line, keys: [] }));

function cutChoices(choices: Choice[], rows: number, key = 'Enter'): Choice[] {
  if (choices.length <= rows) return choices;
  const tight = choices[0]?.line === '' ? choices.slice(1) : choices;
  if (tight.length <= rows || rows < 1) return tight.slice(0, Math.max(0, rows));
  const line = styled('dim', `↓ ${tight.length - rows + 1} more choices (${key})`);
  return [...tight.slice(0, rows - 1), { line, keys: [] }];
}

/** So many lines, the last of which tells how many are missing. */
function cutAt(lines: string[], rows: number, what: string, columns: number): string[] {
  if (lines.length <= rows) return lines;
  if (rows < 1) return [];
  const more = oneLine(`↓ ${lines.length - rows + 1} ${what}`, columns);
  return [...lines.slice(0, rows - 1), styled('dim', more)];
}
