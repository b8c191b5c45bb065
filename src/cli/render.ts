/** How a message reads in a terminal. */
import type { Message } from '../core/messages/schema.ts';
import type { Review } from '../core/reviews/schema.ts';
import { oneLine, printable, table } from './output.ts';

/** What a message is about: the title of its question, else the first line of its text. */
export function titleOf({ text, review }: Message): string {
  const { title, prompt } = review?.payload ?? {};
  const named = [title, text, prompt].find((one) => typeof one === 'string' && one.trim() !== '');
  return (
    String(named ?? review?.type ?? '(no text)')
      .trim()
      .split('\n')[0] ?? ''
  );
}

/** One row a message: id, what it asks, when it ends, its title. */
export function messageRows(messages: Message[], channelName: (id: string) => string, now: number) {
  const width = Math.max(24, (process.stdout.columns ?? 120) - 64);
  return table(
    messages.map((message) => [
      message.id,
      oneLine(channelName(message.channelId), 16),
      message.review?.type ?? message.status ?? '',
      message.review ? stateOf(message.review, now) : ageOf(message.createdAt, now),
      oneLine(titleOf(message), width),
    ]),
  );
}

function stateOf({ status, expiresAt }: Review, now: number): string {
  return status === 'pending' ? `${spanOf(Date.parse(expiresAt) - now)} left` : status;
}

const ageOf = (at: string, now: number) => `${spanOf(now - Date.parse(at))} ago`;

function spanOf(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3600) return `${Math.round(seconds / 60)}m`;
  return seconds < 172_800 ? `${Math.round(seconds / 3600)}h` : `${Math.round(seconds / 86_400)}d`;
}

/** A whole message: its text, what it asks, and how that ended. */
export function messageText(message: Message, channelName: string, now: number): string {
  const head = `${printable(channelName)} · ${message.senderType} · ${message.createdAt}`;
  const parts = [head, message.id, '', printable(message.text ?? '')];
  const files = message.attachments.map(
    ({ filename, size }) => `  ${printable(filename)} (${size} B)`,
  );
  if (files.length > 0) parts.push('', 'Attachments:', ...files);
  if (message.review) parts.push('', reviewText(message.review, now));
  return parts
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trimEnd();
}

function reviewText(review: Review, now: number): string {
  const { type, payload, status, response, respondedAt, respondedBy } = review;
  const headings = [payload.title, payload.description, payload.prompt];
  const said = headings
    .filter((one) => typeof one === 'string')
    .map((one) => printable(String(one)));
  const asked = [`Review: ${type}, ${stateOf(review, now)}`, ...said, ...choicesOf(payload)];
  if (status !== 'completed') return asked.join('\n');
  const who = printable(respondedBy?.name ?? '');
  return [
    ...asked,
    '',
    `Answered by ${who} at ${respondedAt}:`,
    `  ${printable(JSON.stringify(response))}`,
  ].join('\n');
}

type Choice = { id?: string; name?: string; label?: string; type?: string };

function choicesOf({ options, items, fields }: Review['payload']): string[] {
  const choices = (options ?? items ?? fields ?? []) as Choice[];
  return choices.map(({ id, name, label, type }) => {
    const detail = type ? ` (${type})` : '';
    return `  ${printable(id ?? name ?? '')}  ${printable(label ?? '')}${detail}`;
  });
}
