import type { Caller } from '../access/callers.ts';
import { mustBeAgent, sees } from '../access/permissions.ts';
import { changeBy, changeByItself } from '../change.ts';
import { notFound } from '../errors.ts';
import type { ChangeBy, Inbox } from '../inbox.ts';
import { inSlices } from '../slices.ts';
import { toTimestamp } from '../time.ts';
import type { Agent, Ping } from './schema.ts';
import { findChannel, markSilent, type Signs, updateChannelRow } from './table.ts';
import { statusOf } from './views.ts';

const SILENT_MS = 5 * 60_000;
const AT_ONCE = 100;

/** Records a heartbeat: the agent's status. */
export async function ping(inbox: Inbox, caller: Caller, input: Ping): Promise<Agent> {
  mustBeAgent(caller);
  if (!sees(caller, input.agentId)) throw notFound('Channel');
  return changeBy(inbox, caller, async (change) => {
    const { tx, caller } = change;
    const before = sees(caller, input.agentId) && (await findChannel(tx, input.agentId));
    if (!before) throw notFound('Channel');
    const channel = await updateChannelRow(change, input.agentId, {
      status: input.status,
      statusMessage: input.message ?? null,
      lastActiveAt: toTimestamp(inbox.now()),
    });
    if (!channel) throw notFound('Channel');
    announceStatus(change, before, channel);
    return channel;
  });
}

/** Marks agents as offline that have neither pinged nor called for 5 minutes. */
export async function markOffline(inbox: Inbox): Promise<void> {
  await inSlices(() =>
    changeByItself(inbox, async (change) => {
      const since = toTimestamp(inbox.now() - SILENT_MS);
      const silent = await markSilent(change, since, AT_ONCE);
      for (const channel of silent) change.emit('agent:status', statusOf(channel));
      return silent.length === AT_ONCE;
    }),
  );
}

/** Logs a heartbeat only if its status or message changed. */
export function announceStatus({ emit, caller }: ChangeBy, before: Signs, now: Agent): void {
  const isAsBefore = before.status === now.status && before.statusMessage === now.statusMessage;
  emit(isAsBefore ? 'agent:active' : 'agent:status', statusOf(now), { by: caller });
}
