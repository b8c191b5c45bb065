/** Device authorization as in RFC 8628: a machine asks, and a person approves it in a browser. */
import { randomInt } from 'node:crypto';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { change } from '../change.ts';
import { InboxError, notFound } from '../errors.ts';
import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import type { Caller, Human, Origin } from './callers.ts';
import type { BeginDevice as Asking, Device, DeviceBegun, DeviceOutcome } from './device-schema.ts';
import {
  countDevices,
  type Decision,
  decideDevice,
  deleteExpiredDevices,
  deleteOldestDevice,
  deviceByHash,
  deviceByUserCode,
  insertDevice,
  isUserCodeTaken,
  takeDecided,
} from './device-table.ts';
import { mustHaveLoggedIn } from './local-answers.ts';
import { mustBeHuman } from './permissions.ts';
import { hashSecret, newSecret } from './secrets.ts';
import { createToken } from './tokens.ts';
import { humanById } from './users.ts';

type Login = Row<'device_logins'>;

const LIFETIME_SECONDS = 10 * 60;
const INTERVAL_SECONDS = 2;
const MOST = 1000;
/**
 * The most pending logins of an address. Its oldest is dropped first, so that the newest code
 * always works.
 */
const MOST_OF_AN_ADDRESS = 100;
/** No vowels, so that no words appear, and no lookalikes of digits: 20^8 codes. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';

/**
 * @param address the network address of the request
 */
export function beginDevice(
  inbox: Inbox,
  { name, program }: Asking,
  address: string,
): Promise<DeviceBegun> {
  const { secret, hash } = newSecret('hd_');
  return change(inbox, async (tx) => {
    const now = inbox.now();
    await makeRoom(tx, address, toTimestamp(now));
    const userCode = await newUserCode(tx);
    await insertDevice(tx, {
      ...{ id: inbox.newId(), hash, userCode, name, program: program ?? null, address },
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
  const { name, program, address, begunAt, expiresAt } = login;
  return { userCode: login.userCode, name, program, address, begunAt, expiresAt };
}

/** Lets the machine act as the caller. */
export async function approveDevice(inbox: Inbox, caller: Caller, userCode: string) {
  mustBeHuman(caller);
  await mustHaveLoggedIn(inbox, caller);
  const approverOrigin = JSON.stringify(caller.origin);
  const approval = { decision: 'approved', approverId: caller.userId, approverOrigin };
  await decide(inbox, caller, userCode, approval);
  return { approved: true as const };
}

export async function denyDevice(inbox: Inbox, caller: Caller, userCode: string) {
  mustBeHuman(caller);
  await mustHaveLoggedIn(inbox, caller);
  await decide(inbox, caller, userCode, { ...undecided, decision: 'denied' });
  return { denied: true as const };
}

const undecided: Decision = { decision: null, approverId: null, approverOrigin: null };

async function decide(inbox: Inbox, caller: Human, userCode: string, decision: Decision) {
  const { id, expiresAt } = await findUndecided(inbox, userCode);
  await change(inbox, async (tx, emit) => {
    const now = toTimestamp(inbox.now());
    const login = await decideDevice(tx, id, now, decision);
    if (!login) throw expiresAt > now ? alreadyDecided() : notFound('Code');
    const { name, program, address, begunAt } = login;
    const action = decision.decision === 'approved' ? 'device.approved' : 'device.denied';
    const detail = { address, program, begunAt };
    emit('audited', { by: caller, action, subject: { kind: 'device', id: null, name }, detail });
  });
}

/**
 * Returns a decision once. The token is created only here, so that none exists that nobody
 * collected.
 */
export async function exchangeDeviceCode(inbox: Inbox, deviceCode: string): Promise<DeviceOutcome> {
  const hash = hashSecret(deviceCode);
  const now = () => toTimestamp(inbox.now());
  // A read comes first: most calls find no decision yet.
  const known = await deviceByHash(inbox.store.read, hash, now());
  if (!known) return { status: 'expired' };
  if (known.decision === null) return { status: 'pending' };
  const taken = await change(inbox, (tx) => takeDecided(tx, hash, now()));
  if (!taken) return { status: 'expired' };
  const person = await approverOf(inbox, taken);
  if (!person) return { status: 'denied' };
  return { status: 'approved', token: await createToken(inbox, person, { name: taken.name }) };
}

/** Returns the current user; null if they are gone or disabled, or if the login was denied. */
async function approverOf(inbox: Inbox, { approverId, approverOrigin }: Login) {
  if (approverId === null || approverOrigin === null) return null;
  return humanById(inbox, approverId, JSON.parse(approverOrigin) as Origin);
}

async function findUndecided({ store, now }: Inbox, userCode: string): Promise<Login> {
  const letters = userCode.toUpperCase().replaceAll(/[\s-]/g, '');
  const login = await deviceByUserCode(store.read, codeOf(letters), toTimestamp(now()));
  if (!login) throw notFound('Code');
  if (login.decision !== null) throw alreadyDecided();
  return login;
}

const alreadyDecided = () =>
  new InboxError('conflict', 'This login has already been approved or denied');

async function makeRoom(tx: Tx, address: string, now: string): Promise<void> {
  await deleteExpiredDevices(tx, now);
  if ((await countDevices(tx, address)) >= MOST_OF_AN_ADDRESS) {
    await deleteOldestDevice(tx, address);
  }
  if ((await countDevices(tx)) < MOST) return;
  throw new InboxError('rate_limited', 'Too many pending logins: try again in a minute');
}

async function newUserCode(tx: Tx): Promise<string> {
  const letters = Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  const userCode = codeOf(letters);
  return (await isUserCodeTaken(tx, userCode)) ? newUserCode(tx) : userCode;
}

const codeOf = (letters: string) => `${letters.slice(0, 4)}-${letters.slice(4)}`;
