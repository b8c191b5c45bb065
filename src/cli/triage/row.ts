/** The rows of the list: one line per question, or two if the list is beside it. Pure. */
import { sourceLine } from '../../core/messages/source.ts';
import { leftUntil } from '../../core/spans.ts';
import { oneLine } from '../output.ts';
import { urgencyStyle, urgencyWord } from '../reach/reach-line.ts';
import { styled } from '../style.ts';
import { titleLine } from '../title-line.ts';
import { urgencyOf } from '../urgency.ts';
import { wordsOf } from './held.ts';
import { clip, pad } from './place.ts';
import { type Asked, channelName, isOpen, isPart, placeIn, type State } from './state.ts';

const CHANNEL_COLUMNS = 14;
const LEFT_COLUMNS = 8;

type Listed = { lines: string[]; above: Hidden; below: Hidden };
/** Questions that the list has no room for. */
type Hidden = { count: number; urgent: Asked[] };

/** Returns the part of the list around the selected question; in no rows, nothing of it. */
export function listed(state: State, columns: number, rows: number, height: 1 | 2): Listed {
  const { waiting, beyond } = state;
  const most = rows === 0 ? 0 : Math.max(1, Math.floor(rows / height));
  const at = placeIn(state);
  const from = Math.max(0, Math.min(at - Math.floor(most / 2), waiting.length - most));
  const row = height === 1 ? oneLiner : twoLiner;
  const shown = waiting.slice(from, from + most);
  const above = waiting.slice(0, from);
  const below = waiting.slice(from + Math.max(1, most));
  return {
    lines: shown.flatMap((one) => row(state, one, columns).map((line) => toned(state, one, line))),
    above: { count: above.length, urgent: urgentIn(state, above) },
    below: { count: below.length + (isPart(state) ? 0 : beyond), urgent: urgentIn(state, below) },
  };
}

const urgentIn = (state: State, hidden: Asked[]) =>
  hidden.filter((one) => isOpen(state, one) && urgencyWord(one.review) !== '');

/** `↑ 12 more, 1 critical`; empty if nothing is hidden. */
export function hiddenMark(arrow: '↑' | '↓', { count, urgent }: Hidden): string {
  if (count === 0) return '';
  const critical = urgent.filter(({ review }) => review.urgency === 'critical');
  const [first] = critical.length > 0 ? critical : urgent;
  const words = `${arrow} ${count} more`;
  if (!first) return styled('dim', words);
  const most = critical.length > 0 ? critical.length : urgent.length;
  const mark = styled(urgencyStyle(first.review), `${most} ${urgencyWord(first.review)}`);
  return `${styled('dim', `${words}, `)}${mark}`;
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
  const from = [channelOf(state, message), sourceLine(message)].filter((part) => part !== null);
  const channel = pad(oneLine(from.join(' · '), room), room);
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
