/** Messages as rows: when, where, what was asked, and what became of it. */
import type { Message } from '../../core/messages/schema.ts';
import { isOpen } from '../../core/reviews/open.ts';
import { sizeOf } from '../../core/sizes.ts';
import { leftUntil, timeSince, URGENT_MS } from '../../core/spans.ts';
import { shortId } from '../ids.ts';
import { loggedOf } from '../logged.ts';
import { answererOf, titleOf } from '../render.ts';
import type { Style } from '../style.ts';
import type { Column } from './layout.ts';

type Shown = { channelName: (id: string) => string; now: number; isLong: boolean };

export function messageColumns({ channelName, now, isLong }: Shown): Column<Message>[] {
  return [
    { whole: ({ id }) => id, shown: ({ id }) => (isLong ? id : shortId(id)), style: () => 'dim' },
    { shown: (message) => timeOf(message, now), style: (one) => urgency(one, now), rank: 2 },
    { whole: ({ channelId }) => channelName(channelId), least: 8, rank: 3 },
    { whole: typeOf, shown: isLong ? typeOf : null, rank: 5 },
    { whole: ({ review, status }) => review?.status ?? status ?? '', shown: null },
    { whole: ({ review }) => review?.expiresAt ?? '', shown: null },
    { shown: (message) => outcomeOf(message).sign, style: (one) => outcomeOf(one).style },
    {
      whole: (message) => (isAnswered(message) ? outcomeOf(message).words : ''),
      shown: (message) => outcomeOf(message).words,
      style: (message) => outcomeOf(message).style,
      ...{ least: 9, rank: 1 },
    },
    { whole: byOf, style: () => 'dim', least: 6, rank: 4 },
    { whole: wordsOf, least: 16 },
  ];
}

const typeOf = ({ review }: Message) => review?.type ?? '';
const isAnswered = ({ review }: Message) => review?.status === 'completed';
const byOf = (message: Message) =>
  isAnswered(message) ? answererOf(message.review?.respondedBy) : '';

/** How long there is to answer, or since when the message is there. */
const timeOf = ({ review, createdAt }: Message, now: number) =>
  isOpen(review) ? leftUntil(review.expiresAt, now) : timeSince(createdAt, now);

const urgency = ({ review }: Message, now: number): Style | undefined =>
  isOpen(review) && Date.parse(review.expiresAt) - now < URGENT_MS ? 'yellow' : undefined;

type Outcome = { sign: string; words: string; style?: Style };
const ofStatus: Record<NonNullable<Message['status']>, Style> = {
  ...{ info: 'blue', success: 'green', warning: 'yellow', error: 'red' },
};
const ofSign: Record<string, Style> = { '✓': 'green', '✗': 'red', '↺': 'yellow' };

/** What became of a question; of another message, how it is marked. */
function outcomeOf(message: Message): Outcome {
  const { id, review, status } = message;
  if (!review) return status ? { sign: '', words: status, style: ofStatus[status] } : NOTHING;
  if (isOpen(review)) return NOTHING;
  if (review.status === 'pending') return { sign: '', words: 'still being written', style: 'dim' };
  if (review.status === 'expired') return { sign: '–', words: 'expired', style: 'dim' };
  const { sign: mark, words } = loggedOf(id, '', review);
  const sign = mark === '✔' ? '✓' : mark;
  const style = ofSign[sign];
  return { sign, words, ...(style ? { style } : {}) };
}

const NOTHING: Outcome = { sign: '', words: '' };

/** What a message is about; one without words has its files. */
function wordsOf(message: Message): string {
  const { text, review, attachments } = message;
  if (review || text?.trim() || attachments.length === 0) return titleOf(message);
  return attachments.map(({ filename, size }) => `${filename} (${sizeOf(size)})`).join(', ');
}
