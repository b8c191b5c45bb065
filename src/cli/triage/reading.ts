/** Reads for the triage view: pages of questions, and their total. */

import { ok } from '../../client/client.ts';
import type { Place } from '../../client/follow/connection.ts';
import { countIn, readPendingPage } from '../../client/pending.ts';
import type { Agent } from '../../core/channels/schema.ts';
import { InboxError } from '../../core/errors.ts';
import type { SameSession } from '../../core/messages/source.ts';
import type { Connection } from '../connection.ts';
import type { Listed } from './apply-event.ts';
import type { Asked } from './state.ts';

export type Look = {
  listed: Listed;
  channels: Agent[];
  total: number;
  isLocal: boolean;
  address: string | null;
  /** It includes all events up to there. */
  place: Place;
};
/** One channel, or all; one session, or all. */
type Wanted = { search: string; session: SameSession | null; channel: string | null };

/** Reads the list from its beginning, as many as were loaded before. */
export async function readList(
  { person, speaksAs, holdsData, publicUrl }: Connection,
  { count, ...wanted }: Wanted & { count: number },
): Promise<Look> {
  if (speaksAs === 'agent') {
    const sentence =
      'An API key cannot answer questions. Set INBOX_TOKEN, or run `inbox login URL`';
    throw new InboxError('forbidden', sentence);
  }
  const first = await readPage(person, wanted, null);
  let listed = first;
  while (listed.nextCursor && listed.pending.length < count) {
    const next = await readPage(person, wanted, listed.nextCursor);
    listed = { ...next, pending: [...listed.pending, ...next.pending] };
  }
  const [channels, total] = await Promise.all([
    ok(person.agents.get()),
    readCount(person, wanted.channel),
  ]);
  const { place } = first;
  return { listed, channels, total, isLocal: holdsData, address: publicUrl, place };
}

/** Reads one page after the cursor. */
export async function readPage(
  person: Connection['person'],
  { search, session, channel }: Wanted,
  cursor: string | null,
): Promise<Required<Listed> & { place: Place }> {
  const page = await readPendingPage(person, {
    ...(search === '' ? {} : { search }),
    ...session,
    ...(channel === null ? {} : { channel }),
    ...(cursor === null ? {} : { cursor }),
  });
  const { messages, to: nextCursor, total: found, place } = page;
  return { pending: messages as Asked[], nextCursor, search, session, found, place };
}

export const readCount = async (person: Connection['person'], channel: string | null) =>
  countIn(await ok(person.counts.get()), channel ?? undefined);
