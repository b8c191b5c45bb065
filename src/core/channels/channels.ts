import type { Tx } from '../../storage/open.ts';
import type { Row } from '../../storage/tables.ts';
import type { Caller } from '../access/callers.ts';
import { withdrawGrants } from '../access/grants.ts';
import { grantChannel } from '../access/keys.ts';
import { mustBeOwner, sees } from '../access/permissions.ts';
import { change } from '../change.ts';
import { notFound } from '../errors.ts';
import type { Inbox } from '../inbox.ts';
import { toJson } from '../json.ts';
import { countedKey } from '../quotas.ts';
import { toTimestamp } from '../time.ts';
import type { SetWebhook } from '../webhooks/schema.ts';
import { mustBeTarget } from '../webhooks/targets.ts';
import { mayMakeChannel } from './quota.ts';
import { removeSome } from './removal.ts';
import type { Agent, CreateAgent, UpdateAgent } from './schema.ts';
import {
  findChannel,
  insertChannel,
  listChannelRows,
  markRemoved,
  toAgent,
  updateChannelRow,
} from './table.ts';

/** Makes a channel. A key that is limited to channels gains the one it makes. */
export async function createChannel(
  inbox: Inbox,
  caller: Caller,
  input: CreateAgent,
): Promise<Agent> {
  if (caller.kind === 'human') mustBeOwner(caller);
  mustBeTarget(inbox, input.webhookUrl, ['webhookUrl']);
  return change(inbox, async (tx, emit) => {
    const at = toTimestamp(inbox.now());
    const { name, description, avatarUrl, webhookUrl } = input;
    const row = {
      id: inbox.newId(),
      ...{ name, description, avatarUrl, webhookUrl },
      webhookHeaders: null,
      status: null,
      statusMessage: null,
      lastActiveAt: null,
      createdAt: at,
      updatedAt: at,
      madeBy: countedKey(caller),
    };
    if (row.madeBy !== null) await mayMakeChannel(inbox, tx, row.madeBy);
    await insertChannel(tx, row);
    await grantChannel(tx, emit, caller, row.id);
    const channel = toAgent(row);
    emit('agent:created', channel);
    return channel;
  });
}

export async function getChannel(inbox: Inbox, caller: Caller, id: string): Promise<Agent> {
  const channel = sees(caller, id) && (await findChannel(inbox.store.read, id));
  if (!channel) throw notFound('Channel');
  return channel;
}

export const listChannels = (inbox: Inbox, caller: Caller): Promise<Agent[]> =>
  listChannelRows(inbox.store.read, caller.channels);

export async function updateChannel(
  inbox: Inbox,
  caller: Caller,
  id: string,
  input: UpdateAgent,
): Promise<Agent> {
  mustBeOwner(caller);
  return setChannel(inbox, id, input);
}

/** Where the channel's news is posted; what was configured before is replaced whole. */
export async function setWebhook(
  inbox: Inbox,
  caller: Caller,
  { url, channelId, headers }: SetWebhook,
): Promise<Agent> {
  mayConfigure(caller, channelId);
  mustBeTarget(inbox, url, ['url']);
  return setChannel(inbox, channelId, { webhookUrl: url, webhookHeaders: toJson(headers ?? null) });
}

export async function deleteWebhook(
  inbox: Inbox,
  caller: Caller,
  channelId: string,
): Promise<Agent> {
  mayConfigure(caller, channelId);
  return setChannel(inbox, channelId, { webhookUrl: null, webhookHeaders: null });
}

function mayConfigure(caller: Caller, channelId: string): void {
  if (caller.kind === 'human') mustBeOwner(caller);
  if (!sees(caller, channelId)) throw notFound('Channel');
}

type Change = { [Name in keyof Row<'channels'>]?: Row<'channels'>[Name] | undefined };

function setChannel(inbox: Inbox, id: string, set: Change): Promise<Agent> {
  return change(inbox, async (tx, emit) => {
    const channel = await updateChannelRow(tx, id, {
      ...set,
      updatedAt: toTimestamp(inbox.now()),
    });
    if (!channel) throw notFound('Channel');
    emit('agent:updated', channel);
    return channel;
  });
}

/** Removes a channel with its messages, reviews, files and grants. It is gone at once; what is left of a large one is deleted by the clock. */
export async function deleteChannel(inbox: Inbox, caller: Caller, id: string) {
  mustBeOwner(caller);
  await change(inbox, async (tx, emit) => {
    await mustBeChannel(tx, id);
    await markRemoved(tx, id);
    await withdrawGrants(tx, id);
    emit('agent:deleted', { id });
  });
  await removeSome(inbox, id);
  return { deleted: true as const };
}

/** Within a change: the channel, which must be there. */
export async function mustBeChannel(tx: Tx, id: string): Promise<Agent> {
  const channel = await findChannel(tx, id);
  if (!channel) throw notFound('Channel');
  return channel;
}
