import type { Tx } from '../../storage/open.ts';
import type { Caller } from '../access/callers.ts';
import { grantChannel } from '../access/keys.ts';
import { mustBeOwner, sees } from '../access/permissions.ts';
import { change } from '../change.ts';
import { notFound } from '../errors.ts';
import { removeBytes } from '../files/bytes.ts';
import { storageKeysOf } from '../files/stored.ts';
import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import type { Agent, CreateAgent } from './schema.ts';
import { deleteChannelRow, findChannel, insertChannel, listChannelRows, toAgent } from './table.ts';

/** Makes a channel. A key that is limited to channels gains the one it makes. */
export async function createChannel(
  inbox: Inbox,
  caller: Caller,
  input: CreateAgent,
): Promise<Agent> {
  if (caller.kind === 'human') mustBeOwner(caller);
  return change(inbox, async (tx) => {
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
    };
    await insertChannel(tx, row);
    await grantChannel(tx, caller, row.id);
    return toAgent(row);
  });
}

export async function getChannel(inbox: Inbox, caller: Caller, id: string): Promise<Agent> {
  const channel = sees(caller, id) && (await findChannel(inbox.store.read, id));
  if (!channel) throw notFound('Channel');
  return channel;
}

export const listChannels = (inbox: Inbox, caller: Caller): Promise<Agent[]> =>
  listChannelRows(inbox.store.read, caller.channels);

/** Removes a channel with its messages, reviews, files and grants. */
export async function deleteChannel(inbox: Inbox, caller: Caller, id: string) {
  mustBeOwner(caller);
  const storageKeys = await change(inbox, async (tx, emit) => {
    const held = await storageKeysOf(tx, id);
    const gone = await deleteChannelRow(tx, id);
    if (gone.length === 0) throw notFound('Channel');
    emit('agent:deleted', { id });
    return held;
  });
  await removeBytes(inbox, storageKeys);
  return { deleted: true as const };
}

/** Within a change: the channel is there. */
export async function mustBeChannel(tx: Tx, id: string): Promise<void> {
  if (!(await findChannel(tx, id))) throw notFound('Channel');
}
