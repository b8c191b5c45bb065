/** Who has the dashboard or the terminal view in front of them, as their connections say. */
import { type Human, isAffectedBy } from '../access/callers.ts';
import { sees } from '../access/permissions.ts';
import type { Bus } from '../bus.ts';
import type { Inbox } from '../inbox.ts';
import type { Connection, Presences } from './presences.ts';
import type { Presence } from './schema.ts';

/** It is said every minute. */
const FRESH_MS = 2 * 60_000;
const ACTIVE_MS = 60_000;

export function watchPresences(presences: Presences, bus: Bus): void {
  bus.on('access:changed', (whose) => {
    for (const [id, { caller }] of presences) if (isAffectedBy(caller, whose)) presences.delete(id);
  });
}

/** `connectionId` is the connection's own; its end is `forgetPresence`. */
export function notePresence(
  { presences, now }: Inbox,
  connectionId: string,
  caller: Human,
  { visible, focused, activeAt }: Presence,
): void {
  // A clock that is ahead makes nobody present for longer.
  const activeAtMs = focused && visible && activeAt ? Math.min(Date.parse(activeAt), now()) : 0;
  presences.set(connectionId, { caller, saidAt: now(), activeAtMs });
}

export const forgetPresence = ({ presences }: Inbox, connectionId: string): void => {
  presences.delete(connectionId);
};

/** How many people watch a channel. */
export function watching(inbox: Inbox, channelId: string): number {
  if (inbox.presences.size === 0) return 0;
  const fresh = connections(inbox).filter(({ caller }) => sees(caller, channelId));
  return new Set(fresh.map(({ caller }) => caller.userId)).size;
}

/** People who gave input within the last minute in a window that has the focus. */
export function presentPeople(inbox: Inbox): Set<string> {
  const since = inbox.now() - ACTIVE_MS;
  const active = connections(inbox).filter(({ activeAtMs }) => activeAtMs >= since);
  return new Set(active.map(({ caller }) => caller.userId));
}

function connections({ presences, now }: Inbox): Connection[] {
  const since = now() - FRESH_MS;
  return [...presences.values()].filter(({ saidAt }) => saidAt >= since);
}
