/** Signs of life: an agent that calls for a channel is active, whether it pings or not. */
import type { Caller } from '../access/callers.ts';
import { changeByItself } from '../change.ts';
import type { ChangeBy, Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import type { Agent } from './schema.ts';
import { announceStatus } from './status.ts';
import { findChannel, markAlive } from './table.ts';

const NOTED_EVERY_MS = 60_000;

/**
 * Records a call that names the channel, at most once a minute, but always when an offline agent is
 * back.
 */
export async function noteCall(change: ChangeBy, channel: Agent): Promise<void> {
  const { inbox, caller } = change;
  if (!isDue(inbox, caller, channel)) return;
  const now = inbox.now();
  const [at, since] = [toTimestamp(now), toTimestamp(now - NOTED_EVERY_MS)];
  const noted = await markAlive(change, channel.id, { at, since });
  if (noted) announceStatus(change, channel, noted);
}

/** Notes a call whose change does not read the channel. */
export async function noteCallTo(change: ChangeBy, channelId: string): Promise<void> {
  const { tx, caller } = change;
  const channel = hasKey(caller) ? await findChannel(tx, channelId) : undefined;
  if (channel) await noteCall(change, channel);
}

/** Notes a call that changes nothing. Best effort: not awaited, and a failure is only logged. */
export function noteQuietCall(inbox: Inbox, caller: Caller, channelId: string): void {
  if (!hasKey(caller)) return;
  noteIfDue(inbox, caller, channelId).catch((err) =>
    inbox.log.warn({ err, channelId }, 'lastActiveAt could not be saved'),
  );
}

async function noteIfDue(inbox: Inbox, caller: Caller, channelId: string): Promise<void> {
  const channel = await findChannel(inbox.store.read, channelId);
  if (!channel || !isDue(inbox, caller, channel)) return;
  await changeByItself(inbox, (change) => noteCall({ ...change, caller }, channel));
}

const isDue = (inbox: Inbox, caller: Caller, { lastActiveAt, status }: Agent) =>
  hasKey(caller) &&
  (status === 'offline' ||
    lastActiveAt === null ||
    inbox.now() - Date.parse(lastActiveAt) >= NOTED_EVERY_MS);

/**
 * A call with the local secret may come from anyone at the machine, not only from the channel's
 * agent.
 */
const hasKey = (caller: Caller) => caller.kind === 'agent' && caller.keyId !== null;
