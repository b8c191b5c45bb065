import { userInfo } from 'node:os';
import { change } from '../change.ts';
import { InboxError } from '../errors.ts';
import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import type { Caller, Human } from './callers.ts';
import { hashPassword } from './passwords.ts';
import { mustBeHuman, mustBeOwner } from './permissions.ts';
import type { SetUp, User } from './schema.ts';
import { channelsOfUser, firstOwner, insertUser, toUser, updateUser, userById } from './table.ts';

/** Who has the data directory is its first owner, before anyone was asked for an e-mail address. */
export async function ensureLocalOwner(inbox: Inbox): Promise<void> {
  if (await firstOwner(inbox.store.read)) return;
  await change(inbox, async (tx) => {
    const at = toTimestamp(inbox.now());
    const id = inbox.newId();
    const times = { createdAt: at, updatedAt: at };
    await insertUser(tx, {
      id,
      email: null,
      name: systemUser(),
      role: 'owner',
      passwordHash: null,
      ...times,
    });
  });
}

/** The caller for someone who can read the data directory. */
export async function localOwner(inbox: Inbox): Promise<Human> {
  const row = await firstOwner(inbox.store.read);
  if (!row) throw new Error('The inbox has no owner');
  return { kind: 'human', userId: row.id, name: row.name, role: 'owner', channels: 'all' };
}

export async function humanById(inbox: Inbox, userId: string): Promise<Human | null> {
  const row = await userById(inbox.store.read, userId);
  if (!row) return null;
  const role = row.role as Human['role'];
  const channels = role === 'owner' ? 'all' : await channelsOfUser(inbox.store.read, row.id);
  return { kind: 'human', userId: row.id, name: row.name, role, channels };
}

/** Gives the first owner an e-mail address and a password, once. */
export async function setUp(inbox: Inbox, caller: Caller, input: SetUp): Promise<User> {
  mustBeOwner(caller);
  const passwordHash = await hashPassword(input.password);
  return change(inbox, async (tx) => {
    const owner = await firstOwner(tx);
    if (!owner) throw new Error('The inbox has no owner');
    if (owner.passwordHash) throw new InboxError('conflict', 'The inbox is set up already');
    const { email, name = owner.name } = input;
    const updatedAt = toTimestamp(inbox.now());
    const row = await updateUser(tx, owner.id, { email, name, passwordHash, updatedAt });
    return toUser(tx, row ?? owner);
  });
}

/** The user behind the caller. */
export async function me(inbox: Inbox, caller: Caller): Promise<User> {
  mustBeHuman(caller);
  const row = await userById(inbox.store.read, caller.userId);
  if (!row) throw new InboxError('unauthenticated', 'Invalid API key');
  return toUser(inbox.store.read, row);
}

/** Bun says `unknown` where the environment does not tell. */
function systemUser(): string {
  try {
    const { username } = userInfo();
    return username === 'unknown' ? 'owner' : username;
  } catch {
    return 'owner';
  }
}
