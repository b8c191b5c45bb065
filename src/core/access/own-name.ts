import { changeByLogin } from '../change.ts';
import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import type { Caller } from './callers.ts';
import { accessEnded, mustBeHuman, mustHaveLoggedIn } from './permissions.ts';
import type { ChangeName, User } from './schema.ts';
import { changesOf } from './user-changes.ts';
import { toUser, updateUserRow, userById } from './users-table.ts';

/** Changes the caller's name. Answers keep the name they were given under. */
export async function changeName(
  inbox: Inbox,
  caller: Caller,
  { name }: ChangeName,
): Promise<User> {
  mustBeHuman(caller);
  mustHaveLoggedIn(caller);
  return changeByLogin(inbox, caller, async (change) => {
    const { tx, emit, caller } = change;
    const before = await userById(tx, caller.userId);
    if (!before) throw accessEnded(caller);
    const row = { ...before, name, updatedAt: toTimestamp(inbox.now()) };
    const [known, user] = [await toUser(tx, before), await toUser(tx, row)];
    const detail = changesOf(known, user);
    if (!detail) return known;
    await updateUserRow(change, row);
    const subject = { kind: 'user', id: user.id, name } as const;
    emit('audited', { by: caller, action: 'user.updated', subject, detail });
    emit('access:changed', { userId: user.id }, { by: caller });
    return user;
  });
}
