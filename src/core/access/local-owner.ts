import { userInfo } from 'node:os';
import type { Tx } from '../../storage/store.ts';
import { changeByItself } from '../change.ts';
import { InboxError } from '../errors.ts';
import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { type Caller, type Human, localOrigin, type Visit } from './callers.ts';
import { mustBeGoodPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { mustBeOwner, mustHaveLoggedIn } from './permissions.ts';
import type { SetUp, User } from './schema.ts';
import { assertEmailAvailable, humanOf } from './users.ts';
import { firstOwner, insertUser, ownerWithPassword, toUser, updateUserRow } from './users-table.ts';

/** The owner of the data directory is the first user, before an e-mail address is set. */
export async function ensureLocalOwner(inbox: Inbox): Promise<void> {
  if (await firstOwner(inbox.store.read)) return;
  const at = toTimestamp(inbox.now());
  const row = {
    id: inbox.newId(),
    email: null,
    name: systemUser(),
    role: 'owner',
    passwordHash: null,
    disabled: 0,
    createdAt: at,
    updatedAt: at,
  };
  await changeByItself(inbox, (change) => insertUser(change, row));
}

/** Undefined only before the inbox was first opened. */
export const localOwnerRow = (db: Tx) => firstOwner(db);

/** Returns the caller for someone who can read the data directory. */
export async function localOwner(inbox: Inbox, visit?: Visit): Promise<Human> {
  const row = await firstOwner(inbox.store.read);
  if (!row) throw new Error('The inbox has no owner');
  const owner = await humanOf(inbox.store.read, row, localOrigin(visit));
  if (!owner) throw new Error('The inbox has no owner');
  return owner;
}

/** Returns the first owner for the one-time link that `serve` prints, which needs no login. */
export async function ownerByLink(inbox: Inbox, address: string | null): Promise<Human> {
  const owner = await localOwner(inbox);
  return {
    ...owner,
    mayDecide: true,
    origin: { via: 'dashboard', credential: 'setup-link', address },
  };
}

/** False once an owner can log in with a password. */
export const needsSetUp = async (inbox: Inbox) => !(await ownerWithPassword(inbox.store.read));

/** Gives the first owner an e-mail address and a password, once. */
export async function setUp(inbox: Inbox, caller: Caller, input: SetUp): Promise<User> {
  mustBeOwner(caller);
  mustHaveLoggedIn(caller);
  await mustBeGoodPassword(input.password, input.email);
  const passwordHash = await hashPassword(input.password);
  return changeByItself(inbox, async (change) => {
    const { tx, emit } = change;
    const owner = await firstOwner(tx);
    if (!owner) throw new Error('The inbox has no owner');
    if (await ownerWithPassword(tx))
      throw new InboxError('conflict', 'The inbox is already set up');
    const { email, name = owner.name } = input;
    await assertEmailAvailable(tx, email, owner.id);
    const updatedAt = toTimestamp(inbox.now());
    const row = { ...owner, email, name, passwordHash, updatedAt };
    await updateUserRow(change, row);
    emit('access:changed', { userId: owner.id }, { by: caller });
    emit('audited', {
      by: caller,
      action: 'inbox.setUp',
      subject: { kind: 'user', id: owner.id, name },
      detail: { email, by: caller.origin.credential },
    });
    return toUser(tx, row);
  });
}

/** Bun returns `unknown` if the environment does not say. */
function systemUser(): string {
  try {
    const { username } = userInfo();
    return username === 'unknown' ? 'owner' : username;
  } catch {
    return 'owner';
  }
}
