import type { Tx } from '../../storage/open.ts';
import { prepared } from '../../storage/prepared.ts';
import type { Row } from '../../storage/tables.ts';
import { isPresent } from '../channels/removed.ts';
import type { Visit } from './callers.ts';
import type { Key, Token, User } from './schema.ts';

export async function insertKey(tx: Tx, row: Row<'keys'>, channelIds: readonly string[]) {
  await tx.insertInto('keys').values(row).execute();
  await grant(tx, row.id, channelIds);
}

export async function grant(tx: Tx, keyId: string, channelIds: readonly string[]) {
  if (channelIds.length === 0) return;
  const rows = channelIds.map((channelId) => ({ keyId, channelId }));
  await tx
    .insertInto('key_channels')
    .values(rows)
    .onConflict((c) => c.doNothing())
    .execute();
}

export async function deleteGrants(tx: Tx, channelId: string) {
  await tx.deleteFrom('key_channels').where('channelId', '=', channelId).execute();
  await tx.deleteFrom('user_channels').where('channelId', '=', channelId).execute();
}

/** Those of the ids that are no channel. */
export async function missingChannels(db: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('channels')
    .select('id')
    .where('id', 'in', ids)
    .where(isPresent(db, 'channels.id'))
    .execute();
  return [...new Set(ids)].filter((id) => !rows.some((row) => row.id === id));
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
  const { hash: _, allChannels, ...key } = row;
  return { ...key, channels: allChannels ? 'all' : await channelsOfKey(db, row.id) };
}

/** The key as it is then, or undefined where there is none; a key once revoked stays so. */
export async function setRevoked(tx: Tx, id: string, revokedAt: string) {
  const rows = await tx
    .updateTable('keys')
    .set((eb) => ({ revokedAt: eb.fn.coalesce('revokedAt', eb.val(revokedAt)) }))
    .where('id', '=', id)
    .returningAll()
    .execute();
  return rows[0];
}

export const setKeyUsed = (tx: Tx, id: string, lastUsedAt: string) =>
  tx.updateTable('keys').set({ lastUsedAt }).where('id', '=', id).execute();

export const setTokenUsed = (tx: Tx, id: string, lastUsedAt: string, { via, address }: Visit) =>
  tx
    .updateTable('tokens')
    .set({ lastUsedAt, lastUsedVia: via, lastUsedAddress: address })
    .where('id', '=', id)
    .execute();

export const insertUser = (tx: Tx, row: Row<'users'>) =>
  tx.insertInto('users').values(row).execute();

const owners = prepared<object, Row<'users'>>((db) =>
  db
    .selectFrom('users')
    .selectAll()
    .where('role', '=', 'owner')
    .where('disabled', '=', 0)
    .orderBy('id')
    .limit(1),
);

export async function firstOwner(db: Tx): Promise<Row<'users'> | undefined> {
  const [owner] = await owners(db, {});
  return owner;
}

/** An owner who may log in, other than the one named. */
export const otherOwner = (db: Tx, id: string) =>
  db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'owner')
    .where('disabled', '=', 0)
    .where('id', '!=', id)
    .limit(1)
    .executeTakeFirst();

export const ownerWithPassword = (db: Tx) =>
  db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'owner')
    .where('disabled', '=', 0)
    .where('email', 'is not', null)
    .where('passwordHash', 'is not', null)
    .limit(1)
    .executeTakeFirst();

export async function listUserRows(db: Tx): Promise<User[]> {
  const rows = await db.selectFrom('users').selectAll().orderBy('id').execute();
  return Promise.all(rows.map((row) => toUser(db, row)));
}

export const userById = (db: Tx, id: string) =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

export const userByEmail = (db: Tx, email: string) =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();

export async function updateUserRow(tx: Tx, { id, ...set }: Row<'users'>): Promise<void> {
  await tx.updateTable('users').set(set).where('id', '=', id).execute();
}

/** Removes a user and, by the tables' cascades, sessions, tokens and grants; the rows that went. */
export const deleteUserRow = (tx: Tx, id: string) =>
  tx.deleteFrom('users').where('id', '=', id).returning('id').execute();

export async function channelsOfUser(db: Tx, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('user_channels')
    .select('channelId')
    .where('userId', '=', userId)
    .orderBy('channelId')
    .execute();
  return rows.map((row) => row.channelId);
}

export async function setChannelsOfUser(tx: Tx, userId: string, channelIds: readonly string[]) {
  await tx.deleteFrom('user_channels').where('userId', '=', userId).execute();
  if (channelIds.length === 0) return;
  const rows = channelIds.map((channelId) => ({ userId, channelId }));
  await tx.insertInto('user_channels').values(rows).execute();
}

export async function toUser(db: Tx, row: Row<'users'>): Promise<User> {
  const { passwordHash: _, disabled, ...user } = row;
  const role = row.role as User['role'];
  const channels = role === 'owner' ? 'all' : await channelsOfUser(db, row.id);
  return { ...user, role, channels, disabled: disabled === 1 };
}

export const insertToken = (tx: Tx, row: Row<'tokens'>) =>
  tx.insertInto('tokens').values(row).execute();

export const tokenByHash = (db: Tx, hash: string) =>
  db.selectFrom('tokens').selectAll().where('hash', '=', hash).executeTakeFirst();

/** A user's tokens, or everybody's. */
export async function listTokenRows(db: Tx, userId: string | null): Promise<Token[]> {
  const rows = await db
    .selectFrom('tokens')
    .selectAll()
    .$if(userId !== null, (query) => query.where('userId', '=', userId))
    .orderBy('id')
    .execute();
  return rows.map(toToken);
}

export function toToken(row: Row<'tokens'>): Token {
  const { hash: _, lastUsedVia, lastUsedAddress: address, makerId, makerName, ...token } = row;
  const via = lastUsedVia as Visit['via'] | null;
  return {
    ...token,
    lastUsedFrom: via && { via, address },
    maker: makerId === null ? null : { id: makerId, name: makerName ?? '' },
    isLocal: token.isLocal === 1,
  };
}

/** Removes a token, of that user where one is named; the rows that went. */
export const deleteToken = (tx: Tx, id: string, userId: string | null) =>
  tx
    .deleteFrom('tokens')
    .where('id', '=', id)
    .$if(userId !== null, (query) => query.where('userId', '=', userId))
    .returningAll()
    .execute();

export const deleteTokensOf = (tx: Tx, userId: string) =>
  tx.deleteFrom('tokens').where('userId', '=', userId).returning('id').execute();

export const insertSession = (tx: Tx, row: Row<'sessions'>) =>
  tx.insertInto('sessions').values(row).execute();

export const sessionByHash = (db: Tx, hash: string) =>
  db.selectFrom('sessions').selectAll().where('hash', '=', hash).executeTakeFirst();

export const setSessionExpiry = (tx: Tx, hash: string, expiresAt: string) =>
  tx.updateTable('sessions').set({ expiresAt }).where('hash', '=', hash).execute();

export const deleteSession = (tx: Tx, hash: string) =>
  tx.deleteFrom('sessions').where('hash', '=', hash).returning('userId').execute();

/** Ends the sessions of a user but the one named; the rows that went. */
export const deleteSessionsOf = (tx: Tx, userId: string, butHash: string | null = null) =>
  tx
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .$if(butHash !== null, (query) => query.where('hash', '!=', butHash))
    .returning('hash')
    .execute();

export const deleteExpiredSessions = (tx: Tx, now: string) =>
  tx.deleteFrom('sessions').where('expiresAt', '<=', now).execute();

/** The keys, and the users of sessions and tokens, whose time ran out after `since` and by `at`. */
export async function expiredBetween(db: Tx, since: string, at: string) {
  const keys = await db
    .selectFrom('keys')
    .select('id')
    .where('expiresAt', '>', since)
    .where('expiresAt', '<=', at)
    .execute();
  const users = await Promise.all(
    (['sessions', 'tokens'] as const).map((table) =>
      db
        .selectFrom(table)
        .select('userId')
        .where('expiresAt', '>', since)
        .where('expiresAt', '<=', at)
        .execute(),
    ),
  );
  const userIds = new Set(users.flat().map(({ userId }) => userId));
  return { keyIds: keys.map(({ id }) => id), userIds: [...userIds] };
}
