/** How events read on a terminal, a few words a line. */

import { styleText } from 'node:util';
import type { EventName, EventPayload } from '../../core/events.ts';
import type { Message } from '../../core/messages/schema.ts';
import { isOpen } from '../../core/reviews/open.ts';
import type { Review } from '../../core/reviews/schema.ts';
import { leftUntil } from '../../core/spans.ts';
import { oneLine, onOneLine, printable } from '../output.ts';
import { answererOf, showAll, titleOf } from '../render.ts';

type Colour = Parameters<typeof styleText>[0];
const colourOf: Record<NonNullable<Message['status']>, Colour> = {
  info: 'blue',
  success: 'green',
  warning: 'yellow',
  error: 'red',
};
const CHANNEL_COLUMNS = 14;
const INDENT = '      ';
/** Of a long text so much is shown; the rest is one command away. */
const SHOWN_CHARACTERS = 4000;
const SHOWN_ROWS = 20;
/** A run of a script that puts no space between words, longer than any channel's name here. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]{8}/u;

const styled = (colour: Colour, text: string) =>
  styleText(colour, text, { stream: process.stdout, validateStream: true });

/** A text of many lines; terminals and our own count disagree on how wide a tab is. */
export const forScreen = (text: string) => printable(text).replaceAll('\t', '    ');

/** The time, the channel and a mark, before what is told. */
function head(at: string, channelName: string, mark: string): string {
  const time = new Date(at).toTimeString().slice(0, 5);
  const name = oneLine(channelName, CHANNEL_COLUMNS);
  const channel = name + ' '.repeat(CHANNEL_COLUMNS - Bun.stringWidth(name));
  return `${styled('dim', time)} ${styled('bold', channel)} ${mark}`;
}

/** Who sent a message, when and where, with its status in colour and in words. */
export function headOf({ status, createdAt, senderType }: Message, channelName: string): string {
  const sender = senderType === 'user' ? '›' : '·';
  return head(createdAt, channelName, status ? styled(colourOf[status], `▌${status}`) : sender);
}

/** A message: its text, its files and what it asks. */
export function messageLines(message: Message, channelName: string): string[] {
  const { id, review, attachments, streamState } = message;
  const text = forScreen(message.text ?? '').trim();
  const shown = text || (review ? onOneLine(titleOf(message)) : '');
  const rows = rowsOf(`${headOf(message, channelName)} ${shown.slice(0, SHOWN_CHARACTERS)}`);
  const isCut = shown.length > SHOWN_CHARACTERS || rows.length > SHOWN_ROWS;
  const details = [
    ...(isCut ? [styled('dim', `… (all of it: ${showAll(message)})`)] : []),
    ...(streamState === 'aborted' ? [styled('dim', '(aborted)')] : []),
    ...attachments.map(({ filename, size }) => `⎘ ${oneLine(filename, 60)} (${size} B)`),
    ...(review ? askedLines(review, id, shown) : []).flatMap((line) => broken(line)),
  ];
  return [...rows.slice(0, SHOWN_ROWS), ...details.map((line) => INDENT + line)];
}

/** A text as rows of the terminal, those after the first indented; `hard`: links are broken too. */
export function rowsOf(text: string, hard?: boolean): string[] {
  const rows = text.split('\n').flatMap((line) => broken(line, hard));
  return rows.map((row, at) => (at === 0 ? row : INDENT + row));
}

/** Broken between words, if there are any; a long link stays whole, to be followed. */
function broken(line: string, hard = !line.includes('://')): string[] {
  const columns = Math.max(20, process.stdout.columns - INDENT.length);
  const wordWrap = !UNSPACED.test(line);
  const rows = Bun.wrapAnsi(line, columns, { trim: false, hard, wordWrap }).split('\n');
  return rows.map((row, at) => (at === 0 ? row : row.trimStart()).trimEnd());
}

function askedLines(review: Review, id: string, shown: string) {
  const { payload, status, type } = review;
  const named = [payload.title, payload.prompt].find((one) => typeof one === 'string');
  const question = typeof named === 'string' ? onOneLine(named) : '';
  const quoted = question && question !== shown ? ` “${oneLine(question, 60)}”` : '';
  const choices = oneLine(choicesOf(payload).join(' / '), 160);
  const asks = `? ${type}${quoted}${choices && `: ${choices}`}`;
  if (!isOpen(review)) {
    const state = status === 'pending' ? 'still being written' : status;
    return [styled('dim', `${asks} (${state})`)];
  }
  const left = `${leftUntil(review.expiresAt, Date.now())} left`;
  return [styled('cyan', asks), `${styled('dim', `${left}:`)} inbox answer ${id}`];
}

/** A freeform review's payload may hold anything under these names. */
function choicesOf({ options, items, fields }: Record<string, unknown>): string[] {
  const choices = options ?? items ?? fields;
  if (!Array.isArray(choices)) return [];
  const labels = choices.map((choice) => choice?.label);
  return labels.filter((label) => typeof label === 'string').map((label) => oneLine(label, 30));
}

function answerOf(response: NonNullable<Message['review']>['response']): string {
  const { selectedOption, selectedIds, text, _dismissed } = response ?? {};
  if (_dismissed === true) return 'dismissed';
  const said = selectedOption ?? selectedIds ?? text ?? response;
  return oneLine(typeof said === 'string' ? said : JSON.stringify(said), 60);
}

type Titles = { titleOf: (id: string) => string; channelName: (id: string) => string };
type Tell = {
  [Name in EventName]?: (payload: EventPayload<Name>, about: Titles) => string | undefined;
};

const now = () => new Date().toISOString();

/** The other events, each on a line. */
export const tell: Tell = {
  'review:responded': ({ id, channelId, review, updatedAt }, about) => {
    const { response = null, respondedBy } = review ?? {};
    const who = oneLine(answererOf(respondedBy), 60);
    const line = head(updatedAt, about.channelName(channelId), styled('green', '✔'));
    return `${line} ${about.titleOf(id)} — ${answerOf(response)} (${who})`;
  },
  'review:expired': ({ messageId, channelId }, about) =>
    `${head(now(), about.channelName(channelId), styled('yellow', '⌛'))} ${about.titleOf(messageId)} — expired`,
  'message:deleted': ({ id, channelId }, about) =>
    `${head(now(), about.channelName(channelId), styled('dim', '✗'))} ${about.titleOf(id)} — retracted`,
  'agent:deleted': ({ id }, about) =>
    `${head(now(), about.channelName(id), styled('dim', '✗'))} channel removed`,
  'message:delivery': ({ messageId, channelId, deliveryStatus }, about) => {
    const ticks: Record<string, string> = {
      webhook_delivered: styled('dim', '✓✓'),
      webhook_failed: styled('red', '✗ not delivered:'),
      agent_received: styled('blue', '✓✓'),
    };
    const tick = ticks[deliveryStatus] ?? styled('dim', '✓');
    return `${head(now(), about.channelName(channelId), tick)} ${about.titleOf(messageId)}`;
  },
  'agent:status': ({ agentId, status, statusMessage, lastActiveAt }, about) => {
    const said = statusMessage ? `: ${oneLine(statusMessage, 60)}` : '';
    const line = head(lastActiveAt ?? now(), about.channelName(agentId), styled('dim', '♥'));
    return `${line} ${status}${said}`;
  },
};
