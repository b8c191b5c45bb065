/** Writes events to the log. */
import { logEvent, nextSeq } from '../../storage/event-log.ts';
import type { Caller } from '../access/callers.ts';
import { channelOf, isLogged, keptOf, subjectOf } from '../events/lookup.ts';
import type { InboxEvent } from '../events.ts';
import type { Change } from '../inbox.ts';
import { toTimestamp } from '../time.ts';

type Noted = { seq?: number; by?: Caller | undefined } | undefined;

/** Writes an event to the log; returns its number, or null if it is not logged. */
export function log({ inbox, tx }: Change, event: InboxEvent, noted: Noted): number | null {
  if (!isLogged(event)) return null;
  const { name, payload } = event;
  const seq = noted?.seq ?? ('seq' in payload ? payload.seq : nextSeq(tx));
  const kept = keptOf(name).keeps?.(payload);
  logEvent(tx, {
    seq,
    at: toTimestamp(inbox.now()),
    event: name,
    channelId: channelOf(name, payload),
    subjectId: subjectOf(name, payload),
    actor: noted?.by ? actorOf(noted.by) : null,
    payload: kept ? JSON.stringify(kept) : null,
  });
  return seq;
}

const actorOf = (by: Caller) => (by.kind === 'human' ? by.userId : by.keyId);
