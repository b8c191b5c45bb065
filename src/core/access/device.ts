/** Logging in by a browser, as in RFC 8628: a machine asks, a person approves it elsewhere. */
import { randomInt } from 'node:crypto';
import { change } from '../change.ts';
import { InboxError, notFound } from '../errors.ts';
import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import type { Caller, Human } from './callers.ts';
import type { Decision, Devices, OpenDevice } from './devices.ts';
import { mustHaveLoggedIn } from './local-answers.ts';
import { mustBeHuman } from './permissions.ts';
import type { BeginDevice as Asking, Device, DeviceBegun, DeviceOutcome } from './schema.ts';
import { hashSecret, newSecret } from './secrets.ts';
import { createToken } from './tokens.ts';
import { humanById } from './users.ts';

const LIFETIME_SECONDS = 10 * 60;
const INTERVAL_SECONDS = 2;
const MOST = 1000;
/** An address with so many loses its oldest, so that the newest code always works. */
const MOST_OF_AN_ADDRESS = 100;
/** No vowel, so that no word comes out, and nothing that looks like a digit: 20^8 codes. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';

/** @param from the network address that asks */
export function beginDevice(inbox: Inbox, { name, program }: Asking, from: string): DeviceBegun {
  const { devices } = inbox;
  makeRoom(inbox, from);
  const { secret, hash } = newSecret('hd_');
  const userCode = newUserCode(devices);
  const begunAt = inbox.now();
  const expiresAt = begunAt + LIFETIME_SECONDS * 1000;
  devices.set(hash, {
    ...{ userCode, name, program: program ?? null, from },
    ...{ begunAt, expiresAt, decision: null },
  });
  return {
    deviceCode: secret,
    userCode,
    expiresInSeconds: LIFETIME_SECONDS,
    intervalSeconds: INTERVAL_SECONDS,
  };
}

/** What a person is about to approve. */
export function getDevice(inbox: Inbox, caller: Caller, userCode: string): Device {
  mustBeHuman(caller);
  const { name, program, from, begunAt, expiresAt, ...device } = undecided(inbox, userCode);
  return {
    ...{ userCode: device.userCode, name, program, address: from },
    ...{ begunAt: toTimestamp(begunAt), expiresAt: toTimestamp(expiresAt) },
  };
}

/** Lets the machine be the caller. */
export async function approveDevice(inbox: Inbox, caller: Caller, userCode: string) {
  mustBeHuman(caller);
  mustHaveLoggedIn(inbox, caller);
  await decide(inbox, caller, undecided(inbox, userCode), { approver: caller });
  return { approved: true as const };
}

export async function denyDevice(inbox: Inbox, caller: Caller, userCode: string) {
  mustBeHuman(caller);
  mustHaveLoggedIn(inbox, caller);
  await decide(inbox, caller, undecided(inbox, userCode), { denied: true });
  return { denied: true as const };
}

async function decide(inbox: Inbox, caller: Human, device: OpenDevice, decision: Decision) {
  // Before anything is waited for: of two that decide at once one does.
  device.decision = decision;
  const { name, program, from: address, begunAt } = device;
  const action = 'approver' in decision ? 'device.approved' : 'device.denied';
  const detail = { address, program, begunAt: toTimestamp(begunAt) };
  try {
    await change(inbox, async (_tx, emit) =>
      emit('deed', { by: caller, action, subject: { kind: 'device', id: null, name }, detail }),
    );
  } catch (error) {
    device.decision = null;
    throw error;
  }
}

/** Tells a decision once. The token is made only here, so that none is left that nobody fetched. */
export async function collectDevice(inbox: Inbox, deviceCode: string): Promise<DeviceOutcome> {
  const hash = hashSecret(deviceCode);
  const device = inbox.devices.get(hash);
  if (!device || device.expiresAt <= inbox.now()) return { status: 'expired' };
  const { decision, name } = device;
  if (decision === null) return { status: 'pending' };
  // Before anything is waited for: of two that collect at once one gets it.
  inbox.devices.delete(hash);
  const person = 'approver' in decision ? await current(inbox, decision.approver) : null;
  if (!person) return { status: 'denied' };
  return { status: 'approved', token: await createToken(inbox, person, { name }) };
}

/** The person as they are now; null for one who is gone or disabled. */
const current = (inbox: Inbox, { userId, origin }: Human) => humanById(inbox, userId, origin);

function undecided({ devices, now }: Inbox, userCode: string): OpenDevice {
  const letters = userCode.toUpperCase().replaceAll(/[\s-]/g, '');
  for (const device of devices.values()) {
    if (device.userCode.replace('-', '') !== letters || device.expiresAt <= now()) continue;
    if (device.decision === null) return device;
    throw new InboxError('conflict', 'This login has already been approved or denied');
  }
  throw notFound('Code');
}

function makeRoom({ devices, now }: Inbox, from: string): void {
  const own: string[] = [];
  for (const [hash, device] of devices) {
    if (device.expiresAt <= now()) devices.delete(hash);
    else if (device.from === from) own.push(hash);
  }
  if (own.length >= MOST_OF_AN_ADDRESS) devices.delete(own[0] ?? '');
  if (devices.size < MOST) return;
  throw new InboxError('rate_limited', 'Too many pending logins: try again in a minute');
}

function newUserCode(devices: Devices): string {
  const letters = Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  const userCode = `${letters.slice(0, 4)}-${letters.slice(4)}`;
  const isTaken = [...devices.values()].some((device) => device.userCode === userCode);
  return isTaken ? newUserCode(devices) : userCode;
}
