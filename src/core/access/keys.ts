import type { Tx } from '../../storage/store.ts';
import { changeBy } from '../change.ts';
import { InboxError, invalidField, notFound } from '../errors.ts';
import type { ChangeBy, Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import type { Caller } from './callers.ts';
import { mustBeChannels } from './grants.ts';
import {
  grant,
  insertKey,
  keyByHash,
  keyById,
  listKeyRows,
  setRevoked,
  toKey,
} from './keys-table.ts';
import { mustBeOwner } from './permissions.ts';
import type { CreateKey, Key, NewKey } from './schema.ts';
import { newSecret } from './secrets.ts';

/** Creates an API key; only the response contains the secret. */
export async function createKey(inbox: Inbox, caller: Caller, input: CreateKey): Promise<NewKey> {
  mustBeOwner(caller);
  const expiresAt = toCome(inbox, input.expiresAt, 'expiresAt');
  return changeBy(inbox, caller, async (change) => {
    if (input.channels !== 'all') await mustBeChannels(change.tx, input.channels);
    return storeKey(change, { ...input, expiresAt });
  });
}

/** Stores a new key, and its audit entry. */
export async function storeKey(
  change: ChangeBy,
  { name, channels, expiresAt }: CreateKey,
  { secret, hash, prefix } = newSecret('hp_'),
): Promise<NewKey> {
  const { inbox, tx, emit, caller } = change;
  if (await keyByHash(tx, hash)) {
    throw new InboxError('conflict', 'This key already exists. Send another one');
  }
  const row = {
    id: inbox.newId(),
    name,
    prefix,
    hash,
    allChannels: channels === 'all' ? 1 : 0,
    createdAt: toTimestamp(inbox.now()),
    lastUsedAt: null,
    expiresAt,
    revokedAt: null,
    rotatedTo: null,
  };
  await insertKey(change, row, channels === 'all' ? [] : [...new Set(channels)]);
  emit('access:changed', { keyId: row.id }, { by: caller });
  const key = await toKey(tx, row);
  emit('audited', {
    by: caller,
    action: 'key.created',
    subject: subjectOf(key),
    detail: { prefix, channels: key.channels, expiresAt },
  });
  return { ...key, key: secret };
}

/** Normalises a given expiry. */
export function toCome<T extends null | undefined>(inbox: Inbox, time: string | T, field: string) {
  if (typeof time !== 'string') return time;
  if (Date.parse(time) > inbox.now()) return toTimestamp(Date.parse(time));
  throw invalidField([field], 'Must be in the future');
}

export async function listKeys(inbox: Inbox, caller: Caller): Promise<Key[]> {
  mustBeOwner(caller);
  return listKeyRows(inbox.store.read);
}

/** Revokes a key immediately; revoking it again changes nothing. A key may revoke itself. */
export async function revokeKey(inbox: Inbox, caller: Caller, id: string): Promise<Key> {
  if (caller.kind !== 'agent' || caller.keyId !== id) mustBeOwner(caller);
  return changeBy(inbox, caller, async (change) => {
    const { tx, emit, caller } = change;
    const before = await keyById(tx, id);
    const row = before && (await setRevoked(change, id, toTimestamp(inbox.now())));
    if (!row) throw notFound('Key');
    emit('access:changed', { keyId: id }, { by: caller });
    const key = await toKey(tx, row);
    if (before.revokedAt === null) {
      emit('audited', { by: caller, action: 'key.revoked', subject: subjectOf(key) });
    }
    return key;
  });
}

/** Whether a key has ended at a time, and the key that replaces it; null once that was revoked, or without one. */
export async function endOfKey(
  db: Tx,
  id: string,
  atMs: number,
): Promise<{ hasEnded: boolean; replacedBy: string | null }> {
  const key = await keyById(db, id);
  if (!key || key.revokedAt !== null) return { hasEnded: true, replacedBy: null };
  const hasEnded = key.expiresAt !== null && Date.parse(key.expiresAt) <= atMs;
  return { hasEnded, replacedBy: key.rotatedTo };
}

/** Grants a key another channel, unless it sees all. */
export async function grantChannel(change: ChangeBy, channelId: string): Promise<void> {
  const { emit, caller } = change;
  if (caller.kind !== 'agent' || caller.channels === 'all' || !caller.keyId) return;
  await grant(change, caller.keyId, [channelId]);
  emit('access:changed', { keyId: caller.keyId }, { by: caller });
  emit('audited', {
    by: caller,
    action: 'key.updated',
    subject: { kind: 'key', id: caller.keyId, name: caller.keyName },
    detail: { gained: [channelId] },
  });
}

export const subjectOf = ({ id, name }: Pick<Key, 'id' | 'name'>) =>
  ({ kind: 'key', id, name }) as const;
