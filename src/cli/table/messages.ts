/** Lists messages as rows: time, channel, question and result. */
import { whoOf } from '../../core/audit/words.ts';
import type { Message } from '../../core/messages/schema.ts';
import type { Retracted } from '../../core/retractions/schema.ts';
import { isOpen } from '../../core/reviews/open.ts';
import { sizeOf } from '../../core/sizes.ts';
import { leftUntil, timeSince, URGENT_MS } from '../../core/spans.ts';
import { answererOf } from '../layout/answerer.ts';
import { loggedOf } from '../logged.ts';
import { urgencyStyle, urgencyWord } from '../reach/reach-line.ts';
import type { Style } from '../style.ts';
import { titleLine } from '../title-line.ts';
import { idColumn } from './id-column.ts';
import type { Column } from './layout.ts';

/** A message, or what remains of a retracted question. */
export type Listed = Message | Retracted;

const isRetracted = (row: Listed): row is Retracted => 'retractedBy' in row;

type Shown = { channelName: (id: string) => string; now: number; isLong: boolean };

export function messageColumns({ channelName, now, isLong }: Shown): Column<Listed>[] {
  return [
    idColumn(isLong),
    { shown: (row) => timeOf(row, now), style: (row) => urgency(row, now), rank: 2 },
    { whole: ({ channelId }) => channelName(channelId), least: 8, enough: 14, rank: 3 },
    { whole: typeOf, shown: isLong ? typeOf : null, rank: 5 },
    { whole: statusOf, shown: null },
    { whole: (row) => reviewOf(row)?.expiresAt ?? '', shown: null },
    { shown: urgencyIn, style: urgencyStyleOf },
    { shown: (row) => outcomeOf(row).sign, style: (row) => outcomeOf(row).style },
    {
      whole: (row) => (isAnswered(row) ? outcomeOf(row).words : ''),
      shown: (row) => outcomeOf(row).words,
      style: (row) => outcomeOf(row).style,
      least: 9,
      enough: 16,
      rank: 1,
    },
    { whole: byOf, style: () => 'dim', least: 6, enough: 8, rank: 4 },
    { whole: titleIn, least: 16 },
  ];
}

const reviewOf = (row: Listed) => (isRetracted(row) ? null : row.review);
const typeOf = (row: Listed) => (isRetracted(row) ? row.type : (row.review?.type ?? ''));
const isAnswered = (row: Listed) => reviewOf(row)?.status === 'completed';

const statusOf = (row: Listed) =>
  isRetracted(row) ? 'retracted' : (row.review?.status ?? row.status ?? '');

function byOf(row: Listed): string {
  if (isRetracted(row)) return whoOf(row.retractedBy);
  return isAnswered(row) ? answererOf(reviewOf(row)) : '';
}

/** Returns the time left to answer, or the message's age. */
function timeOf(row: Listed, now: number): string {
  if (isRetracted(row)) return timeSince(row.at, now);
  return isOpen(row.review) ? leftUntil(row.review.expiresAt, now) : timeSince(row.createdAt, now);
}

function urgency(row: Listed, now: number): Style | undefined {
  const review = reviewOf(row);
  return isOpen(review) && Date.parse(review.expiresAt) - now < URGENT_MS ? 'yellow' : undefined;
}

function urgencyIn(row: Listed): string {
  const review = reviewOf(row);
  return isOpen(review) ? urgencyWord(review) : '';
}

function urgencyStyleOf(row: Listed): Style | undefined {
  const review = reviewOf(row);
  return review ? urgencyStyle(review) : undefined;
}

type Outcome = { sign: string; words: string; style?: Style };
const ofStatus: Record<NonNullable<Message['status']>, Style> = {
  info: 'blue',
  success: 'green',
  warning: 'yellow',
  error: 'red',
};
const ofSign: Record<string, Style> = { '✓': 'green', '✗': 'red', '↺': 'yellow' };

/** Returns the result of a question, or the status of another message. */
function outcomeOf(row: Listed): Outcome {
  if (isRetracted(row)) return { sign: '–', words: 'retracted', style: 'dim' };
  const { id, review, status } = row;
  if (!review) return status ? { sign: '', words: status, style: ofStatus[status] } : NOTHING;
  if (isOpen(review)) return NOTHING;
  if (review.status === 'pending') return { sign: '', words: 'still being written', style: 'dim' };
  if (review.status !== 'completed') return { sign: '–', words: review.status, style: 'dim' };
  const { sign, words } = loggedOf(id, '', review);
  const style = ofSign[sign];
  return { sign, words, ...(style ? { style } : {}) };
}

const NOTHING: Outcome = { sign: '', words: '' };

/** Returns what a message is about: without a text its files, or nothing for a retracted one. */
function titleIn(row: Listed): string {
  if (isRetracted(row)) return '';
  const { text, review, attachments } = row;
  if (review || text?.trim() || attachments.length === 0) return titleLine(row);
  return attachments.map(({ filename, size }) => `${filename} (${sizeOf(size)})`).join(', ');
}
