import type { Caller } from '../access/callers.ts';
import { mustBeAgent, sees } from '../access/permissions.ts';
import type { Emit } from '../bus.ts';
import { change } from '../change.ts';
import { notFound } from '../errors.ts';
import type { Inbox } from '../inbox.ts';
import { inSlices } from '../slices.ts';
import { toTimestamp } from '../time.ts';
import type { Agent, Ping } from './schema.ts';
import { markSilent, updateChannelRow } from './table.ts';

const SILENT_MS = 5 * 60_000;
const AT_ONCE = 100;

/** A heartbeat: the agent is there, and how it fares. */
export async function ping(inbox: Inbox, caller: Caller, input: Ping): Promise<Agent> {
  mustBeAgent(caller);
  if (!sees(caller, input.agentId)) throw notFound('Channel');
  return change(inbox, async (tx, emit) => {
    const channel = await updateChannelRow(tx, input.agentId, {
      status: input.status,
      statusMessage: input.message ?? null,
      lastActiveAt: toTimestamp(inbox.now()),
    });
    if (!channel) throw notFound('Channel');
    announce(emit, channel);
    return channel;
  });
}

/** Marks the agents as offline that have neither pinged nor called for five minutes. */
export async function markOffline(inbox: Inbox): Promise<void> {
  await inSlices(() =>
    change(inbox, async (tx, emit) => {
      const since = toTimestamp(inbox.now() - SILENT_MS);
      const silent = await markSilent(tx, since, AT_ONCE);
      for (const channel of silent) announce(emit, channel);
      return silent.length === AT_ONCE;
    }),
  );
}

export function announce(emit: Emit, { id, status, statusMessage, lastActiveAt }: Agent): void {
  if (status) emit('agent:status', { agentId: id, status, statusMessage, lastActiveAt });
}
