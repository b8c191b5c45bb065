/** The head of the view: how many questions are pending, and the state of the connection. Pure. */
import { oneLine } from '../output.ts';
import { styled } from '../style.ts';
import { countOf } from './apply-event.ts';
import { clip } from './place.ts';
import { channelName, type State } from './state.ts';

export const HEAD_ROWS = 2;

/** A line across, with a mark in it. */
export function rule(columns: number, mark = ''): string {
  if (mark === '') return styled('dim', '─'.repeat(columns));
  const rest = Math.max(0, columns - Bun.stringWidth(mark) - 5);
  return clip(`${styled('dim', '───')} ${mark} ${styled('dim', '─'.repeat(rest))}`, columns);
}

export function headLines(state: State, columns: number, mark: string): string[] {
  const { link } = state;
  const sign = link === 'live' ? '●' : '○';
  const name = oneLine(nameOf(state), columns - sign.length - 1);
  const room = columns - Bun.stringWidth(name) - 2;
  const words = `${sign} ${linkWords(state)}`;
  // Cut words would say little: the sign shows whether it is live.
  const label = Bun.stringWidth(words) <= room ? words : sign;
  const gap = ' '.repeat(Math.max(1, columns - Bun.stringWidth(name) - Bun.stringWidth(label)));
  const tone = link === 'live' ? 'green' : 'magenta';
  return [clip(styled('bold', name) + gap + styled(tone, label), columns), rule(columns, mark)];
}

function nameOf(state: State): string {
  const { search, session, found, hasLooked, channelId } = state;
  const channel = channelId === null ? [] : [channelName(state, channelId)];
  // Before the first load the count is unknown.
  const waiting = hasLooked ? [`${countOf(state)} pending`] : [];
  const hits = search === '' ? [] : [`${found} found`];
  const own = session === null ? [] : [search === '' ? `${found} of this session` : 'this session'];
  return ['Inbox', ...channel, ...waiting, ...hits, ...own].join(' · ');
}

function linkWords({ link, hasLooked }: State): string {
  if (link === 'live') return 'live';
  if (link === 'local') return 'no server running · checking every 2 s';
  if (link === 'connecting') return 'connecting';
  return hasLooked ? 'connection lost, trying again' : 'not connected, trying again';
}
