/** The pages that replace the list and question: help, past answers, and why nothing is shown. Pure. */
import { brokenAt, oneLine, printable } from '../output.ts';
import { styled } from '../style.ts';
import { countOf } from './apply-event.ts';
import { loggedLine } from './log.ts';
import { pad } from './place.ts';
import {
  channelName,
  isGiven,
  isSearching,
  type Page,
  type State,
  writtenText,
  writtenTo,
} from './state.ts';

export const pageLines: Record<Page, (state: State, columns: number) => string[]> = {
  help: (_, columns) => keys.flatMap(([key, words]) => helpLine(key, words, columns)),
  log: (state, columns) => logLines(state, columns),
  written: ({ draft }, columns) => [
    'Your text:',
    '',
    ...brokenAt(printable(writtenText(writtenTo(draft) ?? {})), columns).split('\n'),
  ],
};

const keys: [key: string, words: string][] = [
  ['j k ↓ ↑', 'next question, previous question'],
  ['g G', 'first question, last question'],
  ['space b', 'scroll the question by a page; Ctrl-D, Ctrl-U by half a page'],
  ['Tab M', 'use the whole screen, show Markdown as its source; and back'],
  ['1…9 d…w', 'answer with that choice; in a multiple choice, toggle it'],
  ['a r', 'approving option, refusing option; a dangerous option needs a second press'],
  ['*', 'pick all or none, in a multiple choice'],
  ['z', 'undo the latest answer during its countdown'],
  ['c', 'write a comment, if allowed'],
  ['e', 'write a text in your editor ($VISUAL or $EDITOR)'],
  ['x', 'dismiss, if allowed'],
  ['Enter', 'send what you picked; else open the form, text or long list'],
  ['/ S', 'filter, show only the questions of the same session; Escape shows all'],
  ['A', 'list what you answered'],
  ['o y', 'open the question in a browser, copy its link'],
  ['Ctrl-L', 'redraw the screen'],
  ['Ctrl-Z', 'suspend; return with `fg`'],
  ['q', 'quit, and send the answers that count down'],
  ['Ctrl-C', 'quit without sending them'],
];
const KEY_COLUMNS = 10;

function helpLine(key: string, words: string, columns: number): string[] {
  const [first = '', ...rest] = brokenAt(words, columns - KEY_COLUMNS).split('\n');
  const indent = ' '.repeat(KEY_COLUMNS);
  return [
    styled('bold', pad(key, KEY_COLUMNS)) + first,
    ...rest.map((line) => indent + line.trimStart()),
  ];
}

function logLines({ log, kept }: State, columns: number): string[] {
  const answers = log.toReversed().map((one) => loggedLine(one, columns));
  const texts = kept.toReversed().flatMap(({ title, written }) => [
    '',
    oneLine(`Not sent because the question ended: ${title}`, columns),
    ...brokenAt(printable(writtenText(written)), columns - 2)
      .split('\n')
      .map((line) => `  ${line}`),
  ]);
  return [...(answers.length > 0 ? answers : ['No answers yet.']), ...texts];
}

const INDENT = '  ';

/** Explains why no question is shown. */
export function nothingLines(state: State, columns: number): string[] {
  const lines = nothing(state).flatMap((line) =>
    brokenAt(printable(line), columns - INDENT.length).split('\n'),
  );
  return ['', ...lines.map((line) => (line === '' ? '' : INDENT + line))];
}

function nothing(state: State): string[] {
  const { hasLooked, link, trouble, filter, narrowed, channelId } = state;
  if (!hasLooked) return trouble === null ? ['Loading…'] : [trouble, 'Retrying every 2 s.'];
  if (isSearching(state)) return ['Searching…'];
  if (filter.trim()) return [nothingFound(state)];
  if (narrowed !== null) return ['No more pending questions of this session.', '', restOf(state)];
  if (link === 'local') return ['No server is running here. Start it with `inbox serve`.'];
  const where = channelId === null ? '' : ` in ${channelName(state, channelId)}`;
  if (link === 'lost') return [`No pending questions${where} when the connection was lost.`];
  return [`No pending questions${where}.`, '', 'New questions appear here.'];
}

function nothingFound(state: State): string {
  const { filter, foundIds } = state;
  const given = foundIds.filter((id) => isGiven(state, id)).length;
  if (given === 0) return `No match for “${filter}”. Esc clears the filter.`;
  const rest = restOf(state);
  return given === 1
    ? `The only match is answered. ${rest}`
    : `All ${given} matches are answered. ${rest}`;
}

function restOf(state: State): string {
  const others = countOf(state);
  return others > 0 ? `Esc shows the other ${others}.` : 'No other questions are pending.';
}
