import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import type { Change } from '../inbox.ts';
import type { Key } from './schema.ts';

export async function insertKey(change: Change, row: Row<'keys'>, channelIds: readonly string[]) {
  await change.tx.insertInto('keys').values(row).execute();
  await grant(change, row.id, channelIds);
}

export async function grant({ tx }: Change, keyId: string, channelIds: readonly string[]) {
  if (channelIds.length === 0) return;
  const rows = channelIds.map((channelId) => ({ keyId, channelId }));
  await tx
    .insertInto('key_channels')
    .values(rows)
    .onConflict((c) => c.doNothing())
    .execute();
}

const keysByHash = prepared<{ hash: string }, Row<'keys'>>((db, parameter) =>
  db.selectFrom('keys').selectAll().where('hash', '=', parameter('hash')),
);

export async function keyByHash(db: Tx, hash: string): Promise<Row<'keys'> | undefined> {
  const [key] = await keysByHash(db, { hash });
  return key;
}

export const keyById = (db: Tx, id: string) =>
  db.selectFrom('keys').selectAll().where('id', '=', id).executeTakeFirst();

const grantsOfKey = prepared<{ keyId: string }, { channelId: string }>((db, parameter) =>
  db
    .selectFrom('key_channels')
    .select('channelId')
    .where('keyId', '=', parameter('keyId'))
    .orderBy('channelId'),
);

export async function channelsOfKey(db: Tx, keyId: string): Promise<string[]> {
  const rows = await grantsOfKey(db, { keyId });
  return rows.map((row) => row.channelId);
}

export async function listKeyRows(db: Tx): Promise<Key[]> {
  const rows = await db.selectFrom('keys').selectAll().orderBy('id').execute();
  return Promise.all(rows.map((row) => toKey(db, row)));
}

export async function toKey(db: Tx, row: Row<'keys'>): Promise<Key> {
  const { hash: _, rotatedTo: __, allChannels, ...key } = row;
  return { ...key, channels: allChannels ? 'all' : await channelsOfKey(db, row.id) };
}

/** Revokes a key and returns it, or undefined if unknown; a revoked key stays so. */
export async function setRevoked({ tx }: Change, id: string, revokedAt: string) {
  const rows = await tx
    .updateTable('keys')
    .set((eb) => ({ revokedAt: eb.fn.coalesce('revokedAt', eb.val(revokedAt)) }))
    .where('id', '=', id)
    .returningAll()
    .execute();
  return rows[0];
}

/** Notes the key that replaces another. */
export const setRotated = ({ tx }: Change, id: string, rotatedTo: string) =>
  tx.updateTable('keys').set({ rotatedTo }).where('id', '=', id).execute();

/** Lets a key expire earlier, never later. */
export const endKeyBy = ({ tx }: Change, id: string, expiresAt: string) =>
  tx
    .updateTable('keys')
    .set({ expiresAt })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', expiresAt)]))
    .execute();

export const setKeyUsed = ({ tx }: Change, id: string, lastUsedAt: string) =>
  tx.updateTable('keys').set({ lastUsedAt }).where('id', '=', id).execute();
