/** Device authorization as in RFC 8628: a machine asks, and a person approves it in a browser. */
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { changeByItself, changeByLogin } from '../change.ts';
import { InboxError, notFound } from '../errors.ts';
import type { Change, Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import type { Caller, Human } from './callers.ts';
import { codeIn, newCode } from './codes.ts';
import type { BeginDevice as Asking, Device, DeviceBegun } from './device-schema.ts';
import {
  countDevices,
  type Decision,
  decideDevice,
  deleteExpiredDevices,
  deleteOldestDevice,
  deviceByUserCode,
  insertDevice,
  isUserCodeTaken,
} from './device-table.ts';
import { mustBeHuman, mustHaveLoggedIn } from './permissions.ts';
import { newSecret } from './secrets.ts';

type Login = Row<'device_logins'>;

const LIFETIME_SECONDS = 10 * 60;
const INTERVAL_SECONDS = 2;
const MOST = 1000;
/**
 * The most pending logins of an address. Its oldest is dropped first, so that the newest code
 * always works.
 */
const MOST_OF_AN_ADDRESS = 100;

/**
 * @param address the network address of the request
 */
export function beginDevice(
  inbox: Inbox,
  { name, program, grants = 'token' }: Asking,
  address: string,
): Promise<DeviceBegun> {
  const { secret, hash } = newSecret('hd_');
  return changeByItself(inbox, async (change) => {
    const now = inbox.now();
    await makeRoom(change, address, toTimestamp(now));
    const userCode = await newUserCode(change.tx);
    await insertDevice(change, {
      id: inbox.newId(),
      hash,
      userCode,
      name,
      program: program ?? null,
      grants,
      address,
      begunAt: toTimestamp(now),
      expiresAt: toTimestamp(now + LIFETIME_SECONDS * 1000),
      ...undecided,
    });
    return {
      deviceCode: secret,
      userCode,
      expiresInSeconds: LIFETIME_SECONDS,
      intervalSeconds: INTERVAL_SECONDS,
    };
  });
}

/** Returns what a person is about to approve. */
export async function getDevice(inbox: Inbox, caller: Caller, userCode: string): Promise<Device> {
  mustBeHuman(caller);
  const login = await findUndecided(inbox, userCode);
  const { name, program, grants, address, begunAt, expiresAt } = login;
  const asked = { name, program, grants: grants as Device['grants'], address };
  return { userCode: login.userCode, ...asked, begunAt, expiresAt };
}

/** Lets the machine act as the caller. */
export async function approveDevice(inbox: Inbox, caller: Caller, userCode: string) {
  mustBeHuman(caller);
  mustHaveLoggedIn(caller);
  const approverOrigin = JSON.stringify(caller.origin);
  const approval = { decision: 'approved', approverId: caller.userId, approverOrigin };
  await decide(inbox, caller, userCode, approval);
  return { approved: true as const };
}

export async function denyDevice(inbox: Inbox, caller: Caller, userCode: string) {
  mustBeHuman(caller);
  mustHaveLoggedIn(caller);
  await decide(inbox, caller, userCode, { ...undecided, decision: 'denied' });
  return { denied: true as const };
}

const undecided: Decision = { decision: null, approverId: null, approverOrigin: null };

async function decide(inbox: Inbox, caller: Human, userCode: string, decision: Decision) {
  const { id, expiresAt, grants } = await findUndecided(inbox, userCode);
  const isSession = decision.decision === 'approved' && grants === 'session';
  if (isSession && caller.origin.credential !== 'session') throw needsSession();
  await changeByLogin(inbox, caller, async (change) => {
    const { emit, caller } = change;
    const now = toTimestamp(inbox.now());
    const login = await decideDevice(change, id, now, decision);
    if (!login) throw expiresAt > now ? alreadyDecided() : notFound('Code');
    const { name, program, address, begunAt } = login;
    const action = decision.decision === 'approved' ? 'device.approved' : 'device.denied';
    const detail = { address, program, begunAt };
    emit('audited', { by: caller, action, subject: { kind: 'device', id: null, name }, detail });
  });
}

async function findUndecided({ store, now }: Inbox, userCode: string): Promise<Login> {
  const login = await deviceByUserCode(store.read, codeIn(userCode), toTimestamp(now()));
  if (!login) throw notFound('Code');
  if (login.decision !== null) throw alreadyDecided();
  return login;
}

/** A token must not outlive its revocation as a session. */
const needsSession = () =>
  new InboxError('forbidden', 'Approve this login in a browser that is logged in, at /device');

const alreadyDecided = () =>
  new InboxError('conflict', 'This login has already been approved or denied');

async function makeRoom(change: Change, address: string, now: string): Promise<void> {
  const { tx } = change;
  await deleteExpiredDevices(change, now);
  if ((await countDevices(tx, address)) >= MOST_OF_AN_ADDRESS) {
    await deleteOldestDevice(change, address);
  }
  if ((await countDevices(tx)) < MOST) return;
  throw new InboxError('rate_limited', 'Too many pending logins: try again in a minute');
}

async function newUserCode(tx: Tx): Promise<string> {
  const userCode = newCode();
  return (await isUserCodeTaken(tx, userCode)) ? newUserCode(tx) : userCode;
}
