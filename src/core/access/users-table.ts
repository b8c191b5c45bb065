import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import type { Change } from '../inbox.ts';
import type { User } from './schema.ts';

export const insertUser = ({ tx }: Change, row: Row<'users'>) =>
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

/** The owners who may log in, the first owner first. */
export const allOwners = (db: Tx): Promise<Pick<Row<'users'>, 'id' | 'email'>[]> =>
  db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('role', '=', 'owner')
    .where('disabled', '=', 0)
    .orderBy('id')
    .execute();

/** Finds an owner who may log in, other than the named one. */
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

const usersById = prepared<{ id: string }, Row<'users'>>((db, parameter) =>
  db.selectFrom('users').selectAll().where('id', '=', parameter('id')),
);

/** Read by every change that a person makes. */
export const userById = async (db: Tx, id: string): Promise<Row<'users'> | undefined> =>
  (await usersById(db, { id }))[0];

export const userByEmail = (db: Tx, email: string) =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();

export async function updateUserRow({ tx }: Change, { id, ...set }: Row<'users'>): Promise<void> {
  await tx.updateTable('users').set(set).where('id', '=', id).execute();
}

/** Deletes a user and, by cascades, sessions, tokens and grants; returns the deleted rows. */
export const deleteUserRow = ({ tx }: Change, id: string) =>
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

export async function setChannelsOfUser(
  { tx }: Change,
  userId: string,
  channelIds: readonly string[],
) {
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
