import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { type Caller, type Channels, isIn } from '../access/callers.ts';
import { endGrants } from '../access/grants.ts';
import { grantChannel } from '../access/keys.ts';
import { mustBeOwner, sees } from '../access/permissions.ts';
import { digestOf } from '../canonical.ts';
import { changeBy } from '../change.ts';
import { InboxError, notFound } from '../errors.ts';
import type { Change, ChangeBy, Inbox } from '../inbox.ts';
import { toJson } from '../json.ts';
import { lookOf } from '../letters.ts';
import { headersToStore } from '../outgoing/stored-headers.ts';
import { mustBeTarget } from '../outgoing/target.ts';
import { countedKey } from '../quotas.ts';
import { toTimestamp } from '../time.ts';
import type { SetWebhook } from '../webhooks/schema.ts';
import { looksLike } from './names.ts';
import { mayMakeChannel } from './quota.ts';
import { removeSome } from './removal.ts';
import { type Agent, type CreateAgent, UpdateAgent, USUAL_CRITICAL_PER_HOUR } from './schema.ts';
import { channelTarget, listChannelNames } from './stored.ts';
import {
  findChannel,
  insertChannel,
  listChannelRows,
  markRemoved,
  toAgent,
  updateChannelRow,
} from './table.ts';

/**
 * Creates a channel. A key that is limited to channels gains the new one.
 * @param isOnly whether no other channel may look like it by its name
 */
export async function createChannel(
  inbox: Inbox,
  caller: Caller,
  input: CreateAgent,
  { isOnly = false } = {},
): Promise<Agent> {
  if (caller.kind === 'human') mustBeOwner(caller);
  mustBeTarget(inbox, input.webhookUrl, ['webhookUrl']);
  return changeBy(inbox, caller, async (change) => {
    if (isOnly) await mustBeFree(change.tx, input.name);
    return storeChannel(change, input);
  });
}

/** Stores a new channel, in a change of its own or of another feature. */
export async function storeChannel(change: ChangeBy, input: CreateAgent): Promise<Agent> {
  const { inbox, emit, caller } = change;
  const at = toTimestamp(inbox.now());
  const { name, description, avatarUrl, webhookUrl } = input;
  const row = {
    id: inbox.newId(),
    name,
    description,
    avatarUrl,
    webhookUrl,
    webhookHeaders: null,
    status: null,
    statusMessage: null,
    lastActiveAt: null,
    createdAt: at,
    updatedAt: at,
    madeBy: countedKey(caller),
    criticalPerHour: USUAL_CRITICAL_PER_HOUR,
    notifyAfterSeconds: null,
  };
  if (row.madeBy !== null) await mayMakeChannel(change, row.madeBy);
  await insertChannel(change, row);
  const channel = toAgent(row);
  emit('audited', {
    by: caller,
    action: 'channel.created',
    subject: subjectOf(channel),
    detail: webhookUrl === null ? {} : { webhook: receiverOf(webhookUrl) },
  });
  await grantChannel(change, row.id);
  emit('agent:created', channel, { by: caller });
  return channel;
}

export async function getChannel(inbox: Inbox, caller: Caller, id: string): Promise<Agent> {
  return mustBeChannel(inbox.store.read, caller.channels, id);
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
  const set = async (tx: Tx, { name }: Agent) => {
    if (input.name !== undefined && lookOf(input.name) !== lookOf(name)) {
      await mustBeFree(tx, input.name);
    }
    return input;
  };
  return setChannel({ inbox, caller, id }, set, ({ emit }, channel, before) => {
    const changed = fields.filter((name) => before[name] !== channel[name]);
    if (changed.length === 0) return;
    const renamed = changed.includes('name') ? { formerName: before.name } : {};
    emit('audited', {
      by: caller,
      action: 'channel.updated',
      subject: subjectOf(channel),
      detail: { changed, ...renamed },
    });
  });
}

/** In the same write as the new name: of two people who choose one name, one gets it. */
async function mustBeFree(tx: Tx, name: string): Promise<void> {
  const [taken] = looksLike(await listChannelNames(tx), name);
  if (!taken) return;
  throw new InboxError(
    'conflict',
    `Channel ${taken.id} is called “${taken.name}”. Use that one, or choose another name`,
    { channelId: taken.id },
  );
}

/** Sets the channel's webhook, replacing the previous one entirely. */
export async function setWebhook(
  inbox: Inbox,
  caller: Caller,
  { url, channelId, headers }: SetWebhook,
): Promise<Agent> {
  mayConfigure(caller, channelId);
  mustBeTarget(inbox, url, ['url']);
  const set = async (tx: Tx) => {
    const stored = headers && headersToStore(headers, url, await channelTarget(tx, channelId));
    return { webhookUrl: url, webhookHeaders: toJson(stored ?? null) };
  };
  return setChannel({ inbox, caller, id: channelId }, set, ({ emit }, channel) =>
    emit('audited', {
      by: caller,
      action: 'webhook.updated',
      subject: subjectOf(channel),
      detail: { ...receiverOf(url), headers: Object.keys(headers ?? {}) },
    }),
  );
}

export async function deleteWebhook(
  inbox: Inbox,
  caller: Caller,
  channelId: string,
): Promise<Agent> {
  mayConfigure(caller, channelId);
  const none = { webhookUrl: null, webhookHeaders: null };
  return setChannel({ inbox, caller, id: channelId }, none, ({ emit }, channel, { webhookUrl }) => {
    if (webhookUrl === null) return;
    emit('audited', {
      by: caller,
      action: 'webhook.deleted',
      subject: subjectOf(channel),
      detail: receiverOf(webhookUrl),
    });
  });
}

function mayConfigure(caller: Caller, channelId: string): void {
  if (caller.kind === 'human') mustBeOwner(caller);
  if (!sees(caller, channelId)) throw notFound('Channel');
}

type Columns = { [Name in keyof Row<'channels'>]?: Row<'channels'>[Name] | undefined };
type Note = (change: Change, channel: Agent, before: Agent) => void;

type Setting = Columns | ((tx: Tx, before: Agent) => Promise<Columns>);

type Of = { inbox: Inbox; caller: Caller; id: string };

function setChannel({ inbox, caller, id }: Of, set: Setting, note: Note): Promise<Agent> {
  return changeBy(inbox, caller, async (change) => {
    const { tx, emit, caller } = change;
    const before = await mustBeChannel(tx, caller.channels, id);
    const channel = await updateChannelRow(change, id, {
      ...(typeof set === 'function' ? await set(tx, before) : set),
      updatedAt: toTimestamp(inbox.now()),
    });
    if (!channel) throw notFound('Channel');
    note(change, channel, before);
    emit('agent:updated', channel, { by: caller });
    return channel;
  });
}

/** The fields that an owner may change. */
const fields = UpdateAgent.keyof().options;

const subjectOf = ({ id, name }: Agent) => ({ kind: 'channel', id, name }) as const;

/** A webhook's path and query may contain its credential: they are recorded as a digest. */
const receiverOf = (url: string) => ({ origin: new URL(url).origin, digest: digestOf(url) });

/**
 * Removes a channel with its messages, reviews, files and grants. It disappears immediately; the
 * rows of a large one are deleted in the background.
 */
export async function deleteChannel(inbox: Inbox, caller: Caller, id: string) {
  mustBeOwner(caller);
  await changeBy(inbox, caller, async (change) => {
    const { tx, emit, caller } = change;
    const channel = await mustBeChannel(tx, caller.channels, id);
    await markRemoved(change, id);
    emit('audited', { by: caller, action: 'channel.deleted', subject: subjectOf(channel) });
    emit('agent:deleted', { id }, { by: caller });
    await endGrants(change, id);
  });
  await removeSome(inbox, id);
  return { deleted: true as const };
}

/** Returns a channel that is in scope, or throws. */
export async function mustBeChannel(tx: Tx, scope: Channels, id: string): Promise<Agent> {
  const channel = isIn(scope, id) && (await findChannel(tx, id));
  if (!channel) throw notFound('Channel');
  return channel;
}
