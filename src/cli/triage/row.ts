/** The rows of the list: one line per question, or two if the list is beside it. Pure. */
import { leftUntil } from '../../core/spans.ts';
import { oneLine } from '../output.ts';
import { urgencyStyle, urgencyWord } from '../reach/reach-line.ts';
import { styled } from '../style.ts';
import { titleLine } from '../title-line.ts';
import { urgencyOf } from '../urgency.ts';
import { clip, pad } from './cells.ts';
import { channelName } from './channels.ts';
import { wordsOf } from './held.ts';
import { type Asked, isOpen, type State } from './state.ts';

const CHANNEL_COLUMNS = 14;
const LEFT_COLUMNS = 8;

/** Returns the part of the list around the selected question. */
export function listLines(state: State, columns: number, rows: number, height: 1 | 2): string[] {
  const { waiting, selectedId } = state;
  const most = Math.max(1, Math.floor(rows / height));
  const at = waiting.findIndex(({ id }) => id === selectedId);
  const from = Math.max(0, Math.min(at - Math.floor(most / 2), waiting.length - most));
  const row = height === 1 ? oneLiner : twoLiner;
  return waiting
    .slice(from, from + most)
    .flatMap((one) => row(state, one, columns).map((line) => toned(state, one, line)));
}

const SIGNS = { selected: '▸ ', other: '  ' };
const signOf = ({ selectedId }: State, { id }: Asked) =>
  id === selectedId ? SIGNS.selected : SIGNS.other;

function oneLiner(state: State, message: Asked, columns: number): string[] {
  const channelColumns = Math.min(CHANNEL_COLUMNS, Math.floor(columns / 4));
  const channel = pad(oneLine(channelOf(state, message), channelColumns), channelColumns);
  const head = `${signOf(state, message)}${channel} `;
  const mark = markOf(message);
  const room = Math.max(1, columns - Bun.stringWidth(head + mark) - LEFT_COLUMNS - 1);
  const title = pad(oneLine(wordsFor(state, message), room), room);
  return [clip(`${head}${mark}${title} ${leftOf(state, message)}`, columns)];
}

function twoLiner(state: State, message: Asked, columns: number): string[] {
  const sign = signOf(state, message);
  const mark = markOf(message);
  const title = oneLine(wordsFor(state, message), columns - Bun.stringWidth(sign + mark));
  const room = Math.max(1, columns - sign.length - LEFT_COLUMNS - 1);
  const channel = pad(oneLine(channelOf(state, message), room), room);
  const isDim = isOpen(state, message) && message.id !== state.selectedId;
  const about = isDim ? styled('dim', channel) : channel;
  return [
    pad(`${sign}${mark}${title}`, columns),
    clip(`${SIGNS.other}${about} ${leftOf(state, message)}`, columns),
  ];
}

function toned(state: State, message: Asked, line: string): string {
  if (message.id === state.selectedId) return styled('inverse', line);
  return isOpen(state, message) ? line : styled('dim', line);
}

/** Precedes the title of an urgent question. */
function markOf({ review }: Asked): string {
  const word = urgencyWord(review);
  return word === '' ? '' : `${styled(urgencyStyle(review), word)} `;
}

const channelOf = (state: State, { channelId }: Asked) => channelName(state, channelId);

function wordsFor({ unsent }: State, message: Asked): string {
  const given = unsent[message.id];
  return given ? `Not sent yet: ${wordsOf(given)} — ${titleLine(message)}` : titleLine(message);
}

/** Returns the time left to answer, in a more urgent style the less it is. */
function leftOf(state: State, message: Asked): string {
  if (!isOpen(state, message)) return 'ended'.padStart(LEFT_COLUMNS);
  const { expiresAt } = message.review;
  const text = leftUntil(expiresAt ?? '', state.now).padStart(LEFT_COLUMNS);
  const style = urgencyOf(Date.parse(expiresAt ?? '') - state.now);
  return style ? styled(style, text) : text;
}
