/** Formats events for a terminal, a few words per line. */

import { styleText } from 'node:util';
import type { Message } from '../../core/messages/schema.ts';
import { titleIn } from '../../core/messages/title.ts';
import { answerLine } from '../../core/reviews/kinds/answer-words.ts';
import { kindWord, wordsOf } from '../../core/reviews/kinds/words.ts';
import { isOpen } from '../../core/reviews/open.ts';
import type { Review } from '../../core/reviews/schema.ts';
import { sizeOf } from '../../core/sizes.ts';
import { leftUntil } from '../../core/spans.ts';
import { shortId } from '../ids.ts';
import { answererOf } from '../layout/answerer.ts';
import { markdownRows } from '../layout/markdown.ts';
import { showAll } from '../layout/message.ts';
import { brokenRows } from '../layout/rows.ts';
import { signOf, toneOf } from '../layout/verdict.ts';
import { oneLine, onOneLine, printable, terminalSize } from '../output.ts';

type Colour = Parameters<typeof styleText>[0];
const colourOf: Record<NonNullable<Message['status']>, Colour> = {
  info: 'blue',
  success: 'green',
  warning: 'yellow',
  error: 'red',
};
const CHANNEL_COLUMNS = 14;
const INDENT = '      ';
/** How much of a long text is shown; a command shows the rest. */
const SHOWN_CHARACTERS = 4000;
const SHOWN_ROWS = 20;

export const styled = (colour: Colour, text: string) =>
  styleText(colour, text, { stream: process.stdout, validateStream: true });

/** A text of several lines without tabs, whose width terminals and we count differently. */
export const forScreen = (text: string) => printable(text).replaceAll('\t', '    ');

/** The time, the channel and a mark, at the beginning of a line. */
export function head(at: string, channelName: string, mark: string): string {
  const time = new Date(at).toTimeString().slice(0, 5);
  const name = oneLine(channelName, CHANNEL_COLUMNS);
  const channel = name + ' '.repeat(CHANNEL_COLUMNS - Bun.stringWidth(name));
  return `${styled('dim', time)} ${styled('bold', channel)} ${mark}`;
}

/** Formats who sent a message, when and where, with its status in colour and words. */
export function headOf({ status, createdAt, senderType }: Message, channelName: string): string {
  const sender = senderType === 'user' ? '›' : '·';
  return head(createdAt, channelName, status ? styled(colourOf[status], `▌${status}`) : sender);
}

/** Formats a message: its text, its files and its question. */
export function messageLines(message: Message, channelName: string): string[] {
  const { review, attachments, streamState } = message;
  const text = (message.text ?? '').trim() || titleIn(message) || (review ? '(no text)' : '');
  const rows = besideHead(headOf(message, channelName), text.slice(0, SHOWN_CHARACTERS), message);
  const isCut = text.length > SHOWN_CHARACTERS || rows.length > SHOWN_ROWS;
  const details = [
    ...(isCut ? [styled('dim', `… (full text: ${showAll(message)})`)] : []),
    ...(streamState === 'aborted' ? [styled('dim', '(aborted)')] : []),
    ...attachments.map(({ filename, size }) => `⎘ ${oneLine(filename, 60)} (${sizeOf(size)})`),
    ...(review ? askedLines(review, message, text) : []).flatMap((line) => broken(line)),
  ];
  return [...rows.slice(0, SHOWN_ROWS), ...details.map((line) => INDENT + line)];
}

const columnsOf = () => Math.max(20, terminalSize(process.stdout).columns - INDENT.length);

/** Lays out a text, with its first row after the head if it fits; a long link stays whole. */
function besideHead(head: string, text: string, message: Message): string[] {
  const broken = { taken: Bun.stringWidth(head) + 1, wholeLinks: true };
  const page = { columns: columnsOf(), all: showAll(message), stream: process.stdout, ...broken };
  const [first = '', ...rest] = markdownRows(text, page);
  return [
    ...rowsOf(first === '' ? head : `${head} ${first}`),
    ...rest.map((row) => (INDENT + row).trimEnd()),
  ];
}

/** Wraps a text into rows, indented after the first; `hard` breaks links too. */
export function rowsOf(text: string, hard?: boolean): string[] {
  const rows = text.split('\n').flatMap((line) => broken(line, hard));
  return rows.map((row, at) => (at === 0 ? row : INDENT + row));
}

/** Broken between words if there are any; a long link stays whole, to be followed. */
const broken = (line: string, hard = false) => brokenRows(line, columnsOf(), { wholeLinks: !hard });

function askedLines(review: Review, { id }: Message, shown: string): string[] {
  const asks = styled('cyan', `? ${whatIsAsked(review, shown)}`);
  if (isOpen(review)) {
    const left = `${leftUntil(review.expiresAt, Date.now())} left`;
    return [asks, `${styled('dim', `${left}:`)} inbox answer ${shortId(id)}`];
  }
  const end = review.status === 'pending' ? 'still being written' : review.status;
  const isAnswered = review.response !== null;
  return [`${asks} — ${isAnswered ? answeredWords(review) : styled('dim', end)}`];
}

function whatIsAsked({ type, payload }: Review, shown: string): string {
  const named = [payload.title, payload.prompt].find((one) => typeof one === 'string');
  const question = typeof named === 'string' ? onOneLine(named) : '';
  const quoted = question && question !== shown ? `“${oneLine(question, 60)}”` : '';
  const choices = oneLine(labelsOf({ type, payload }).join(' / '), 160);
  return [quoted, choices].filter(Boolean).join(': ') || kindWord(type);
}

const labelsOf = ({ type, payload }: Pick<Review, 'type' | 'payload'>): string[] =>
  (wordsOf(type).labels?.(payload) ?? []).map((label) => oneLine(label, 30));

/** `✗ Reject (Rana)`, in the colour of the verdict. */
function answeredWords(review: Review): string {
  const words = `${signOf(review)} ${oneLine(answerLine(review), 60)}`;
  const who = oneLine(answererOf(review), 60);
  return `${toned(review, words)} (${who})`;
}

export function toned(review: Review, text: string): string {
  const tone = toneOf(review.verdict);
  return tone ? styled(tone, text) : text;
}
