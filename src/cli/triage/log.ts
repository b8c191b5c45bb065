/** The lines that are printed after the view closes, one for each answer. */
import { shortId } from '../ids.ts';
import { type Logged, notSentLine } from '../logged.ts';
import { oneLine } from '../output.ts';
import { titleLine } from '../title-line.ts';
import { wordsOf } from './held.ts';
import type { Given, State } from './state.ts';

const LONGEST_TITLE = 120;

/** Keeps the end of the id visible, however long the title is. */
export function loggedLine(logged: Logged, columns = Number.POSITIVE_INFINITY): string {
  const { id, verdict, title, words } = logged;
  const said = verdict === 'answered' ? `answered  ${oneLine(words, 40)}` : oneLine(verdict, 40);
  const [head, end] = [`${logged.sign} ${said}  `, `  ${shortId(id)}`];
  const room = Math.max(1, columns - Bun.stringWidth(head) - end.length);
  return head + oneLine(title, Math.min(LONGEST_TITLE, room)) + end;
}

/** Lists what was answered, what may not have arrived, and what was not sent. */
export const sittingLines = ({ log, sending, unsent }: State): string[] => [
  ...log.map((one) => loggedLine(one)),
  ...sending.map((given) => missing(given, 'not confirmed')),
  ...Object.values(unsent).map((given) => missing(given, 'not sent')),
];

/** Says that an answer was not sent because the person left. */
export const takenBackLine = (given: Given): string =>
  notSentLine({
    id: given.message.id,
    title: titleLine(given.message),
    words: wordsOf(given),
  });

const missing = (given: Given, what: string) => {
  const { message } = given;
  const title = oneLine(titleLine(message), LONGEST_TITLE);
  return `! ${what}: ${oneLine(wordsOf(given), 40)}  ${title}  ${shortId(message.id)}`;
};
