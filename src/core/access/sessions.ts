import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { changeBy, changeByItself } from '../change.ts';
import { InboxError } from '../errors.ts';
import type { Change, Inbox } from '../inbox.ts';
import { recordFailure, recordLogin } from '../logins/record.ts';
import { type Counted, clearTries, countTry, noteAddress } from '../logins/tries.ts';
import { toTimestamp } from '../time.ts';
import { type Caller, type Human, IN_PROCESS, type Visit } from './callers.ts';
import { endRightsOf } from './credentials.ts';
import { verifyPassword } from './passwords.ts';
import type { LogIn, User } from './schema.ts';
import { hashSecret, newSecret } from './secrets.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  insertSession,
  sessionByHash,
  sessionId,
  setSessionExpiry,
  setSessionSeen,
} from './sessions-table.ts';
import { humanBy } from './users.ts';
import { toUser, updateUserRow, userByEmail, userById } from './users-table.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Since the last use. */
export const SESSION_MS = 30 * DAY_MS;
const SLIDE_EVERY_MS = 60 * 60 * 1000;
const SEEN_EVERY_MS = 60 * 1000;
const LONGEST_USER_AGENT = 300;

/** `isLimited`: whether failures are counted. */
export type LogInFrom = { visit: Visit; isLimited: boolean };
export type LoggedIn = { user: User; session: string };

/**
 * Starts a session. A user who is unknown, disabled or without a password is refused with the same
 * error.
 */
export async function logIn(
  inbox: Inbox,
  { email, password }: LogIn,
  { visit, isLimited }: LogInFrom = { visit: IN_PROCESS, isLimited: false },
): Promise<LoggedIn> {
  const row = await userByEmail(inbox.store.read, email);
  const account = {
    address: addressOf(visit),
    account: hashSecret(email),
    userId: row?.id ?? null,
  };
  const counted = isLimited ? await countTry(inbox, { what: 'login', ...account }) : null;
  const loggedIn = await tryPassword(inbox, row, password, { visit, counted });
  if (!loggedIn) throw wrong();
  return loggedIn;
}

type Trying = { visit: Visit; counted: Counted | null };

/** Returns null for a wrong password. Tries again if another login has just renewed the hash. */
async function tryPassword(
  inbox: Inbox,
  row: Row<'users'> | undefined,
  password: string,
  { visit, counted }: Trying,
): Promise<LoggedIn | null> {
  const passwordHash = await verifyPassword(password, row?.passwordHash ?? null);
  const outcome = await changeByItself(inbox, async (change) => {
    const user = row && passwordHash !== null ? await userById(change.tx, row.id) : undefined;
    if (!user || user.disabled) {
      await recordFailure(change, row ?? null, visit);
      return null;
    }
    if (user.passwordHash !== row?.passwordHash) return { changed: user };
    if (user.passwordHash !== passwordHash) await updateUserRow(change, { ...user, passwordHash });
    if (counted) await clearTries(change, counted);
    return enter(change, user, visit);
  });
  if (outcome === null || !('changed' in outcome)) return outcome;
  return tryPassword(inbox, outcome.changed, password, { visit, counted });
}

/** Starts a session for a user who approved it in another browser. */
export const logInApproved = (inbox: Inbox, userId: string, visit: Visit): Promise<LoggedIn> =>
  changeByItself(inbox, async (change) => {
    const user = await userById(change.tx, userId);
    if (!user || user.disabled) throw new InboxError('unauthenticated', 'This user is disabled');
    return enter(change, user, visit);
  });

async function enter(change: Change, user: Row<'users'>, visit: Visit): Promise<LoggedIn> {
  const { inbox, tx } = change;
  recordLogin(change, user, visit);
  await deleteExpiredSessions(change, toTimestamp(inbox.now()));
  return { user: await toUser(tx, user), session: await addSession(change, user.id, visit) };
}

/** Starts a session for a user who was authenticated otherwise. */
export const beginSession = (inbox: Inbox, userId: string, visit = IN_PROCESS): Promise<string> =>
  changeByItself(inbox, (change) => addSession(change, userId, visit));

/**
 * Returns whose session it is; null for one that is unknown, ended or unused for 30 days. Once an
 * hour its use renews it: then `renewed` is true, and the cookie must be sent again.
 */
export async function findSession(
  inbox: Inbox,
  secret: string,
  address: string | null = null,
): Promise<{ caller: Human; renewed: boolean } | null> {
  const row = await sessionByHash(inbox.store.read, hashSecret(secret));
  const caller = await toHuman(inbox, inbox.store.read, row, address);
  if (!row || !caller) return null;
  const renewed = inbox.now() + SESSION_MS - Date.parse(row.expiresAt) >= SLIDE_EVERY_MS;
  if (renewed) renew(inbox, row.hash);
  noteSeen(inbox, row, address);
  return { caller, renewed };
}

async function toHuman(
  inbox: Inbox,
  db: Tx,
  row: Row<'sessions'> | undefined,
  address: string | null,
): Promise<Human | null> {
  if (!row || Date.parse(row.expiresAt) <= inbox.now()) return null;
  const { userId, hash } = row;
  return humanBy(db, {
    userId,
    origin: { via: 'dashboard', credential: 'session', session: sessionId(hash), address },
    standing: {
      id: hash,
      find: async (tx) => toHuman(inbox, tx, await sessionByHash(tx, hash), address),
    },
  });
}

/** Ends one session immediately. */
export async function logOut(inbox: Inbox, caller: Caller, session: string | null) {
  return changeBy(inbox, caller, async (change) => {
    const { emit, caller } = change;
    const hash = session === null ? null : hashSecret(session);
    const ended = hash === null ? [] : await deleteSession(change, hash);
    if (hash !== null && ended.length > 0 && caller.kind === 'human') {
      const subject = { kind: 'session' as const, id: null, name: caller.name };
      emit('audited', { by: caller, action: 'session.ended', subject });
      endRightsOf(change, caller.userId, 'session', sessionId(hash));
    }
    if (caller.kind === 'human') emit('access:changed', { userId: caller.userId }, { by: caller });
    return { loggedOut: true as const };
  });
}

const wrong = () => new InboxError('unauthenticated', 'Incorrect e-mail or password');

/** In process the address is unknown. */
const addressOf = ({ address }: Visit) => address ?? '';

async function addSession(change: Change, userId: string, visit: Visit): Promise<string> {
  const { secret, hash } = newSecret('hs_');
  const now = change.inbox.now();
  const [createdAt, expiresAt] = [toTimestamp(now), toTimestamp(now + SESSION_MS)];
  const userAgent = visit.userAgent?.slice(0, LONGEST_USER_AGENT) || null;
  const seen = { lastSeenAt: createdAt, address: visit.address, userAgent };
  await insertSession(change, { hash, userId, createdAt, expiresAt, ...seen });
  await noteAddress(change, userId, addressOf(visit), now);
  return secret;
}

/** At most once a minute. */
function noteSeen(inbox: Inbox, { hash, lastSeenAt }: Row<'sessions'>, address: string | null) {
  const now = inbox.now();
  if (lastSeenAt !== null && now - Date.parse(lastSeenAt) < SEEN_EVERY_MS) return;
  const since = toTimestamp(now - SEEN_EVERY_MS);
  const seen = { lastSeenAt: toTimestamp(now), ...(address === null ? {} : { address }) };
  changeByItself(inbox, (change) => setSessionSeen(change, hash, since, seen)).catch((err) =>
    inbox.log.warn({ err }, 'last use of a session could not be saved'),
  );
}

/** Best effort: not awaited, and a failure is only logged. */
function renew(inbox: Inbox, hash: string): void {
  changeByItself(inbox, (change) => {
    const now = inbox.now();
    return setSessionExpiry(change, hash, toTimestamp(now), toTimestamp(now + SESSION_MS));
  }).catch((err) => inbox.log.warn({ err }, 'a session could not be renewed'));
}
