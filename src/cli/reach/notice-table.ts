/** The columns of a list of who was notified of a question. */
import type { Notice } from '../../core/notify/schema.ts';
import { wayOf } from '../../ways/ways.ts';
import { momentOf } from '../moments.ts';
import type { Style } from '../style.ts';
import type { Column } from '../table/layout.ts';

export const noticeColumns = (now: number): Column<Notice>[] => [
  { whole: ({ person }) => person.name, least: 8 },
  { whole: ({ kind }) => kind, shown: ({ kind }) => wayOf(kind).label, rank: 3 },
  { whole: ({ contact }) => contact, least: 8, rank: 2 },
  { whole: ({ what }) => what, shown: ({ what }) => whatWords[what] },
  { whole: ({ status }) => status, shown: (notice) => stateOf(notice, now), style: styleOf },
  { whole: ({ due }) => due, shown: null },
  { whole: ({ sentAt }) => sentAt ?? '', shown: null },
  { whole: ({ receivedAt }) => receivedAt ?? '', shown: null },
  { whole: ({ error }) => error ?? '', least: 10, rank: 4 },
];

const whatWords: Record<Notice['what'], string> = {
  asks: 'question',
  reminds: 'reminder',
  settles: 'taken back',
  tests: 'test',
  digests: 'digest',
  adds: 'contact added',
  closes: 'answers ended',
  sets: 'settings changed',
};

function stateOf({ status, due, sentAt, receivedAt }: Notice, now: number): string {
  const received = receivedAt ? `, shown ${momentOf(receivedAt, now)}` : '';
  const states: Record<Notice['status'], string> = {
    waiting: `due ${momentOf(due, now)}`,
    sending: 'being sent',
    accepted: sentAt ? `sent ${momentOf(sentAt, now)}${received}` : 'sent',
    refused: 'failed',
    unknown: 'may have arrived',
    skipped: 'not needed',
  };
  return states[status];
}

function styleOf({ status }: Notice): Style {
  if (status === 'refused') return 'red';
  if (status === 'unknown') return 'yellow';
  return status === 'accepted' ? 'green' : 'dim';
}
