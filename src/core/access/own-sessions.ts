/** The caller's own sessions: the browsers in which they are logged in. */
import type { Row } from '../../storage/tables.ts';
import { changeByLogin } from '../change.ts';
import { notFound } from '../errors.ts';
import type { ChangeBy, Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import type { Caller, Human } from './callers.ts';
import { endRightsOf } from './credentials.ts';
import { mustBeHuman, mustHaveLoggedIn } from './permissions.ts';
import type { Session } from './schema.ts';
import { hashSecret } from './secrets.ts';
import { deleteSession, deleteSessionsOf, sessionId, sessionsOf } from './sessions-table.ts';

/**
 * Lists the newest first.
 * @param session the calling session, if any
 */
export async function listSessions(
  inbox: Inbox,
  caller: Caller,
  session: string | null,
): Promise<Session[]> {
  mustBeHuman(caller);
  const rows = await sessionsOf(inbox.store.read, caller.userId, toTimestamp(inbox.now()));
  const current = session === null ? null : hashSecret(session);
  return rows.map((row) => toSession(row, current));
}

/** Ends one of the caller's sessions immediately, wherever it is open. */
export async function endSession(inbox: Inbox, caller: Caller, id: string) {
  mustBeHuman(caller);
  mustHaveLoggedIn(caller);
  return changeByLogin(inbox, caller, async (change) => {
    const { tx, emit, caller } = change;
    const rows = await sessionsOf(tx, caller.userId, toTimestamp(inbox.now()));
    const row = rows.find(({ hash }) => sessionId(hash) === id);
    if (!row) throw notFound('Session');
    await deleteSession(change, row.hash);
    recordEnd(change, row.hash);
    endRightsOf(change, caller.userId, 'session', sessionId(row.hash));
    emit('access:changed', { userId: caller.userId }, { by: caller });
    return { ended: 1 };
  });
}

/** Ends all sessions of the caller except the calling one; returns how many. */
export async function endOtherSessions(inbox: Inbox, caller: Caller, session: string | null) {
  mustBeHuman(caller);
  mustHaveLoggedIn(caller);
  return changeByLogin(inbox, caller, async (change) => {
    const { emit, caller } = change;
    const kept = session === null ? null : hashSecret(session);
    const ended = await deleteSessionsOf(change, caller.userId, kept);
    for (const { hash } of ended) {
      recordEnd(change, hash);
      endRightsOf(change, caller.userId, 'session', sessionId(hash));
    }
    if (ended.length > 0) emit('access:changed', { userId: caller.userId }, { by: caller });
    return { ended: ended.length };
  });
}

const toSession = ({ hash, userId: _, ...row }: Row<'sessions'>, current: string | null) => ({
  id: sessionId(hash),
  ...row,
  isCurrent: hash === current,
});

const recordEnd = ({ emit, caller }: ChangeBy<Human>, hash: string) =>
  emit('audited', {
    by: caller,
    action: 'session.ended',
    subject: { kind: 'session', id: sessionId(hash), name: caller.name },
  });
