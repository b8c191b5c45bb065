import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { changeByLogin } from '../change.ts';
import { InboxError, invalidField, notFound } from '../errors.ts';
import type { Change, Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { type Caller, type Human, isLocal, type Origin } from './callers.ts';
import { endCredentials } from './credentials.ts';
import { mustBeChannels } from './grants.ts';
import { localAnswers } from './local-answers.ts';
import { recordPassword } from './own-password.ts';
import { mustBeGoodPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { accessEnded, mustBeHuman, mustBeOwner, mustHaveLoggedIn } from './permissions.ts';
import type { CreateUser, UpdateUser, User } from './schema.ts';
import { changesOf } from './user-changes.ts';
import {
  channelsOfUser,
  deleteUserRow,
  insertUser,
  listUserRows,
  otherOwner,
  setChannelsOfUser,
  toUser,
  updateUserRow,
  userByEmail,
  userById,
} from './users-table.ts';

export async function listUsers(inbox: Inbox, caller: Caller): Promise<User[]> {
  mustBeOwner(caller);
  return listUserRows(inbox.store.read);
}

export async function createUser(inbox: Inbox, caller: Caller, input: CreateUser): Promise<User> {
  mustBeOwner(caller);
  mustHaveLoggedIn(caller);
  const { email, name, role, password, channels } = input;
  if (password !== undefined) await mustBeGoodPassword(password, email);
  const passwordHash = password === undefined ? null : await hashPassword(password);
  return changeByLogin(inbox, caller, async (change) => {
    const { tx, emit, caller } = change;
    await assertEmailAvailable(tx, email);
    const at = toTimestamp(inbox.now());
    const times = { createdAt: at, updatedAt: at };
    const row = { id: inbox.newId(), email, name, role, passwordHash, disabled: 0, ...times };
    await insertUser(change, row);
    await giveChannels(change, row, channels);
    emit('access:changed', { userId: row.id }, { by: caller });
    const user = await toUser(tx, row);
    emit('audited', {
      by: caller,
      action: 'user.created',
      subject: subjectOf(user),
      detail: { email, role, channels: user.channels, hasPassword: passwordHash !== null },
    });
    return user;
  });
}

/** Changes the given fields. Access that the user loses ends immediately, with sessions and tokens. */
export async function updateUser(
  inbox: Inbox,
  caller: Caller,
  id: string,
  input: UpdateUser,
): Promise<User> {
  mustBeOwner(caller);
  mustHaveLoggedIn(caller);
  const passwordHash = await newHash(inbox, id, input);
  return changeByLogin(inbox, caller, async (change) => {
    const { tx, emit, caller } = change;
    const before = await userById(tx, id);
    if (!before) throw notFound('User');
    const row = {
      ...before,
      email: input.email ?? before.email,
      name: input.name ?? before.name,
      role: input.role ?? before.role,
      passwordHash: passwordHash ?? before.passwordHash,
      disabled: input.disabled === undefined ? before.disabled : Number(input.disabled),
      updatedAt: toTimestamp(inbox.now()),
    };
    if (row.email !== before.email) await assertEmailAvailable(tx, row.email, id);
    if (row.role !== 'owner' || row.disabled) await mustLeaveAnOwner(tx, before);
    const known = await toUser(tx, before);
    await updateUserRow(change, row);
    await giveChannels(change, row, input.channels);
    const user = await toUser(tx, row);
    const detail = changesOf(known, user);
    if (detail) {
      emit('audited', { by: caller, action: 'user.updated', subject: subjectOf(user), detail });
    }
    if (row.disabled || passwordHash) {
      const because = passwordHash ? 'password' : 'disabled';
      const ended = await endCredentials(change, { userId: id, because });
      if (passwordHash) recordPassword(change, { user: row, ended });
    }
    emit('access:changed', { userId: id }, { by: caller });
    emit('reach:gained', { userId: id });
    return user;
  });
}

export async function removeUser(inbox: Inbox, caller: Caller, id: string) {
  mustBeOwner(caller);
  mustHaveLoggedIn(caller);
  return changeByLogin(inbox, caller, async (change) => {
    const { tx, emit, caller } = change;
    const user = await userById(tx, id);
    if (!user) throw notFound('User');
    await mustLeaveAnOwner(tx, user);
    await deleteUserRow(change, id);
    emit('audited', {
      by: caller,
      action: 'user.deleted',
      subject: subjectOf(user),
      detail: { email: user.email, role: user.role },
    });
    emit('access:changed', { userId: id }, { by: caller });
    return { deleted: true as const };
  });
}

/** Undefined if the password stays. */
async function newHash(inbox: Inbox, id: string, { password, email }: UpdateUser) {
  if (password === undefined) return undefined;
  const own = email ?? (await userById(inbox.store.read, id))?.email ?? null;
  await mustBeGoodPassword(password, own);
  return hashPassword(password);
}

/** Returns the caller for a user; null if gone or disabled. */
export async function humanBy(
  db: Tx,
  { userId, origin, standing }: Pick<Human, 'userId' | 'origin' | 'standing'>,
): Promise<Human | null> {
  const row = await userById(db, userId);
  return row ? humanIn(db, row, { origin, standing }) : null;
}

async function humanIn(
  db: Tx,
  row: Row<'users'>,
  { origin, standing }: Pick<Human, 'origin' | 'standing'>,
): Promise<Human | null> {
  if (row.disabled) return null;
  const userId = row.id;
  const role = row.role as Human['role'];
  const channels = role === 'owner' ? 'all' : await channelsOfUser(db, userId);
  const mayDecide = !isLocal({ origin }) || (await localAnswers(db)) === 'on';
  return { kind: 'human', userId, name: row.name, role, channels, mayDecide, origin, standing };
}

/** Finds a user who needs no other credential, such as one who approved a device. */
export const humanById = (
  { store }: Inbox,
  userId: string,
  origin: Origin,
): Promise<Human | null> => userIn(store.read, userId, origin);

/** Returns the caller for a user who was just read. */
export const humanOf = (db: Tx, row: Row<'users'>, origin: Origin): Promise<Human | null> =>
  humanIn(db, row, {
    origin,
    standing: {
      id: `user ${row.id} ${origin.credential}`,
      find: (tx) => userIn(tx, row.id, origin),
    },
  });

async function userIn(db: Tx, userId: string, origin: Origin): Promise<Human | null> {
  const row = await userById(db, userId);
  return row ? humanOf(db, row, origin) : null;
}

/** Returns the caller's user. */
export async function me(inbox: Inbox, caller: Caller): Promise<User> {
  mustBeHuman(caller);
  const row = await userById(inbox.store.read, caller.userId);
  if (!row) throw accessEnded(caller);
  return toUser(inbox.store.read, row);
}

/** Refuses an e-mail address of another user. */
export async function assertEmailAvailable(
  tx: Tx,
  email: string | null,
  ownerId?: string,
): Promise<void> {
  const holder = email === null ? undefined : await userByEmail(tx, email);
  if (!holder || holder.id === ownerId) return;
  throw new InboxError('conflict', 'Another user has this e-mail address');
}

async function mustLeaveAnOwner(tx: Tx, user: Row<'users'>): Promise<void> {
  if (user.role !== 'owner' || user.disabled || (await otherOwner(tx, user.id))) return;
  throw new InboxError('conflict', 'An inbox needs at least one owner, and this is the last one');
}

const subjectOf = ({ id, name }: Pick<User, 'id' | 'name'>) =>
  ({ kind: 'user', id, name }) as const;

/** An owner sees all channels without a list, and has none after becoming a reviewer. */
async function giveChannels(change: Change, user: Row<'users'>, channels: UpdateUser['channels']) {
  if (user.role === 'owner') return setChannelsOfUser(change, user.id, []);
  if (channels === undefined) return;
  if (channels === 'all') throw invalidField(['channels'], "List a reviewer's channels by id");
  await mustBeChannels(change.tx, channels);
  await setChannelsOfUser(change, user.id, [...new Set(channels)]);
}
