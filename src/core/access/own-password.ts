import type { Row } from '../../storage/tables.ts';
import { changeByLogin } from '../change.ts';
import { InboxError } from '../errors.ts';
import type { ChangeBy, Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import type { Caller, Human } from './callers.ts';
import { endCredentials } from './credentials.ts';
import { mustBeGoodPassword } from './password-rules.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { mustBeHuman, mustHaveLoggedIn } from './permissions.ts';
import type { ChangePassword } from './schema.ts';
import { hashSecret } from './secrets.ts';
import { updateUserRow, userById } from './users-table.ts';

/**
 * Changes the caller's password. Ends all their other sessions and all their tokens, even the
 * calling one: someone else may have obtained one.
 * @param session the calling session, if any
 */
export async function changePassword(
  inbox: Inbox,
  caller: Caller,
  { current, next }: ChangePassword,
  session: string | null,
) {
  mustBeHuman(caller);
  mustHaveLoggedIn(caller);
  const before = await userById(inbox.store.read, caller.userId);
  const fits = await verifyPassword(current, before?.passwordHash ?? null);
  if (!before || fits === null) throw wrong();
  await mustBeGoodPassword(next, before.email, 'next');
  const passwordHash = await hashPassword(next);
  return changeByLogin(inbox, caller, async (change) => {
    const { tx, emit, caller } = change;
    const user = await userById(tx, caller.userId);
    if (!user || user.disabled || user.passwordHash !== before.passwordHash) throw wrong();
    await updateUserRow(change, { ...user, passwordHash, updatedAt: toTimestamp(inbox.now()) });
    const kept = session === null ? null : hashSecret(session);
    const ending = { userId: user.id, because: 'password', butSession: kept } as const;
    const ended = await endCredentials(change, ending);
    recordPassword(change, { user, ended });
    emit('access:changed', { userId: user.id }, { by: caller });
    return { changed: true as const };
  });
}

/** @throws InboxError `forbidden` for any but the caller's own password */
export async function mustKnowPassword(inbox: Inbox, { userId }: Human, password: string) {
  const user = await userById(inbox.store.read, userId);
  const fits = await verifyPassword(password, user?.passwordHash ?? null);
  if (fits !== null) return;
  const message = user?.passwordHash
    ? 'Incorrect password'
    : 'You have no password. Set one with `inbox user passwd`';
  const issues = [{ code: 'custom', message, path: ['password'] }];
  throw new InboxError('forbidden', message, { issues });
}

type Changed = { user: Row<'users'>; ended: { sessions: number; tokens: number } };

/** Records the change of a password, one's own or another user's. */
export const recordPassword = ({ emit, caller }: ChangeBy, { user, ended }: Changed) =>
  emit('audited', {
    by: caller,
    action: 'password.changed',
    subject: { kind: 'user', id: user.id, name: user.name },
    detail: { ended },
  });

const wrong = () => new InboxError('forbidden', 'Incorrect current password');
