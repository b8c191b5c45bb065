/** Merges what happened from several lists, each loaded as far as needed. */
import { useEffect } from 'react';
import { channelQuery } from '../../client/client.ts';
import type { AuditEntry } from '../../core/audit/schema.ts';
import type { Message } from '../../core/messages/schema.ts';
import type { Retracted } from '../../core/retractions/schema.ts';
import { endedAt, placeAt, placeOfEnded } from '../../core/reviews/ended.ts';
import type { Ended } from '../../core/reviews/schema.ts';
import { useAudit } from '../data/audit.ts';
import { useMessages } from '../data/messages.ts';
import { useRetracted } from '../data/retracted.ts';
import { useMe } from '../data/session.ts';
import { actionsOf } from './kinds.ts';
import { type Happening, mergeSources } from './merge.ts';
import type { Narrowed } from './use-narrowing.ts';

export function useFeed(narrowed: Narrowed) {
  const merged = mergeSources([
    useEnded('completed', narrowed),
    useEnded('expired', narrowed),
    useEnded('withdrawn', narrowed),
    useRetractions(narrowed),
    useChanges(narrowed),
  ]);
  const { isBlocked, fetchNextPage } = merged;
  useEffect(() => {
    if (isBlocked) fetchNextPage();
  }, [isBlocked, fetchNextPage]);
  return merged;
}

function useEnded(end: Ended, { kind, channel }: Narrowed) {
  const enabled = kind === null || kind === (end === 'completed' ? 'answered' : end);
  const filter = { review: end, order: 'ended' as const, ...channelQuery(channel || undefined) };
  const query = useMessages(filter, { enabled });
  const toHappening = (message: Message): Happening => ({
    place: placeOfEnded(message),
    at: endOf(message),
    message,
    count: 1,
  });
  const rows = query.data?.pages.flatMap(({ messages }) => messages.map(toHappening));
  return { ...query, enabled, rows };
}

const endOf = ({ review, updatedAt }: Message) => (review && endedAt(review)) ?? updatedAt;

function useRetractions({ kind, channel }: Narrowed) {
  const enabled = kind === null || kind === 'retracted';
  const query = useRetracted(channelQuery(channel || undefined), { enabled });
  const toHappening = (retracted: Retracted): Happening => ({
    place: placeAt(retracted.at, retracted.id),
    at: retracted.at,
    retracted,
  });
  return { ...query, enabled, rows: query.data?.pages.flat().map(toHappening) };
}

function useChanges({ kind, channel }: Narrowed) {
  const { role } = useMe();
  const actions = actionsOf(kind, channel !== '');
  const enabled = role === 'owner' && actions.length > 0;
  const filter = { action: actions.join(','), ...(channel ? { subject: channel } : {}) };
  const query = useAudit(filter, { enabled });
  const rows = query.data?.pages.flatMap(({ data }) => data.map(toChange));
  return { ...query, enabled, rows };
}

const toChange = (entry: AuditEntry): Happening => ({
  place: placeAt(entry.at, `${entry.seq}`.padStart(SEQ_DIGITS, '0')),
  at: entry.at,
  entry,
});
const SEQ_DIGITS = 15;
