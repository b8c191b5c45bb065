/** How a message reads in a terminal. */

import type { Message } from '../core/messages/schema.ts';
import { isOpen } from '../core/reviews/open.ts';
import type { Review } from '../core/reviews/schema.ts';
import { leftUntil, timeSince } from '../core/spans.ts';
import { markdownText } from './markdown.ts';
import { brokenAt, oneLine, onOneLine, printable, table } from './output.ts';
import { plainText } from './plain.ts';
import { styled } from './style.ts';

const LONGEST_TITLE = 2000;

/** What a message is about: the title of its question, else the first line of its text. */
export function titleOf({ text, review }: Message): string {
  const { title, prompt } = review?.payload ?? {};
  const named = [title, text, prompt].find((one) => typeof one === 'string' && one.trim() !== '');
  const words = `${named ?? review?.type ?? '(no text)'}`.trimStart().slice(0, LONGEST_TITLE);
  return words.split('\n')[0]?.trimEnd() ?? '';
}

const left = (review: Review, now: number) =>
  `${stateOf(review, now)}${isOpen(review) ? ' left' : ''}`;

function stateOf(review: Review, now: number): string {
  if (isOpen(review)) return leftUntil(review.expiresAt, now);
  return review.status === 'pending' ? 'still being written' : review.status;
}

type Shown = (text: string) => string;

/**
 * A whole message: what it asks with every choice, its text, and how that ended. @param shown makes
 * of each text what there is room for
 */
export function messageText(message: Message, channelName: string, now: number, shown: Shown) {
  const { text, review } = message;
  const { title, description, prompt } = review?.payload ?? {};
  const said = [description, prompt, text].filter((one) => typeof one === 'string');
  const state = review ? [`(${review.type}, ${left(review, now)})`] : [];
  return paragraphs([
    [headOf(message, channelName, now)],
    [...(typeof title === 'string' ? [onOneLine(title)] : []), ...state],
    review ? choicesOf(review.payload) : [],
    ...said.map((one) => [shown(printable(`${one}`))]),
    filesOf(message),
    review?.status === 'completed' ? answerLines(review, now) : [],
  ]);
}

/** The command that shows all of a message. */
export const showAll = ({ id }: Message) => `inbox show ${id} --pager`;

type Page = { now: number; columns: number; stream?: NodeJS.WriteStream };

/** A message before its question is put, its markdown laid out; the choices come with the prompt. */
export function questionText(message: Message, channelName: string, page: Page): string {
  const { now, columns, stream } = page;
  const { text, review } = message;
  const { title, description, prompt } = review?.payload ?? {};
  const said = [text, description, prompt].filter((one) => typeof one === 'string');
  const all = showAll(message);
  return paragraphs([
    [brokenAt(headOf(message, channelName, now), columns)],
    typeof title === 'string' ? [styled('bold', brokenAt(printable(title), columns), stream)] : [],
    ...said.map((one) => [markdownText(`${one}`, columns, all, stream)]),
    filesOf(message).map((line) => brokenAt(line, columns)),
    review ? [brokenAt(`(${review.type}, ${left(review, now)})`, columns)] : [],
    review ? [plainText(ofPlugin(review), columns, all)] : [],
  ]);
}

const BUILT_IN = ['approval', 'selection', 'form', 'text-input'];

/** What only a plugin knows how to show, and the schema of a free answer: as they are. */
function ofPlugin({ type, payload }: Review): string {
  const { title, description, prompt, ...rest } = payload;
  if (BUILT_IN.includes(type) || Object.keys(rest).length === 0) return '';
  return printable(JSON.stringify(rest, null, 2)).replaceAll('\\n', '\n');
}

const paragraphs = (parts: string[][]) =>
  parts
    .map((lines) => lines.join('\n').replace(/^\n+/, '').trimEnd())
    .filter(Boolean)
    .join('\n\n');

const headOf = ({ id, senderType, createdAt }: Message, channelName: string, now: number) =>
  [oneLine(channelName, 30), senderType, timeSince(createdAt, now), id].join(' · ');

function filesOf({ attachments }: Message): string[] {
  const files = attachments.map(({ filename, size }) => `  ${oneLine(filename, 60)} (${size} B)`);
  return files.length > 0 ? ['Attachments:', ...files] : [];
}

type Choice = { id?: string; name?: string; label?: string; type?: string };

function choicesOf({ options, items, fields }: Review['payload']): string[] {
  const choices = (options ?? items ?? fields ?? []) as Choice[];
  if (!Array.isArray(choices) || choices.length === 0) return [];
  const rows = choices.map(({ id, name, label, type }) => [
    oneLine(id ?? name ?? '', 30),
    `${label ?? ''}${type ? ` (${type})` : ''}`,
  ]);
  return table(rows)
    .split('\n')
    .map((row) => `  ${row}`);
}

type Answered = Pick<Review, 'type' | 'payload' | 'response'>;

/** The answer in a few words: labels rather than ids. */
export function answerWords({ type, payload, response }: Answered): string {
  const { selectedOption, selectedIds, text, _dismissed } = response ?? {};
  const choices = (payload.options ?? payload.items ?? []) as { id: string; label: string }[];
  const labelOf = (id: unknown) => choices.find((one) => one.id === id)?.label ?? `${id}`;
  if (_dismissed) return `${payload.dismissLabel ?? 'dismissed'}`;
  if (type === 'approval') return labelOf(selectedOption);
  if (Array.isArray(selectedIds)) return selectedIds.map(labelOf).join(', ');
  return typeof text === 'string' ? text : JSON.stringify(response);
}

/** Who answered. Whoever can read the data directory does so in the owner's name. */
export function answererOf(by: Review['respondedBy'] | undefined): string {
  const name = onOneLine(by?.name ?? 'somebody');
  return by?.credential === 'local' ? `${name} (not logged in)` : name;
}

function answerLines({ response, respondedAt, respondedBy }: Review, now: number): string[] {
  const when = respondedAt ? `, ${timeSince(respondedAt, now)}` : '';
  const values = Object.entries(response ?? {}).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return `  ${onOneLine(name)}: ${printable(text).replaceAll('\n', '\n    ')}`;
  });
  return [`Answered by ${answererOf(respondedBy)}${when}:`, ...values];
}
