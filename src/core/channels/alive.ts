/** Signs of life: an agent that calls for a channel is active, whether it pings or not. */
import type { Caller } from '../access/callers.ts';
import { sees } from '../access/permissions.ts';
import { changeByItself } from '../change.ts';
import { notFound } from '../errors.ts';
import type { ChangeBy, Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { announceStatus } from './status.ts';
import { findSigns, markAlive, type Signs } from './table.ts';

const NOTED_EVERY_MS = 60_000;

/**
 * Records a call that names a channel, at most once a minute, but always when an offline agent is
 * back. Refuses a channel that the caller does not see.
 */
export async function noteCall(change: ChangeBy, channelId: string): Promise<void> {
  const { tx, caller } = change;
  const before = sees(caller, channelId) && (await findSigns(tx, channelId));
  if (!before) throw notFound('Channel');
  await noteSign(change, before);
}

/** Notes a call that changes nothing. Best effort: not awaited, and a failure is only logged. */
export function noteQuietCall(inbox: Inbox, caller: Caller, channelId: string): void {
  if (!hasKey(caller)) return;
  noteIfDue(inbox, caller, channelId).catch((err) =>
    inbox.log.warn({ err, channelId }, 'lastActiveAt could not be saved'),
  );
}

async function noteIfDue(inbox: Inbox, caller: Caller, channelId: string): Promise<void> {
  const before = await findSigns(inbox.store.read, channelId);
  if (!before || !isDue(inbox, caller, before)) return;
  await changeByItself(inbox, (change) => noteSign({ ...change, caller }, before));
}

async function noteSign(change: ChangeBy, before: Signs): Promise<void> {
  const { inbox, caller } = change;
  if (!isDue(inbox, caller, before)) return;
  const now = inbox.now();
  const [at, since] = [toTimestamp(now), toTimestamp(now - NOTED_EVERY_MS)];
  const noted = await markAlive(change, before.id, { at, since });
  if (noted) announceStatus(change, before, noted);
}

const isDue = (inbox: Inbox, caller: Caller, { lastActiveAt, status }: Signs) =>
  hasKey(caller) &&
  (status === 'offline' ||
    lastActiveAt === null ||
    inbox.now() - Date.parse(lastActiveAt) >= NOTED_EVERY_MS);

/**
 * A call with the local secret may come from anyone at the machine, not only from the channel's
 * agent.
 */
const hasKey = (caller: Caller) => caller.kind === 'agent' && caller.keyId !== null;
