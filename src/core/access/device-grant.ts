/** The device's side of a login that a person approved: it collects what it was granted. */
import type { Row } from '../../storage/tables.ts';
import { changeByItself } from '../change.ts';
import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import type { Origin, Visit } from './callers.ts';
import type { Device, DeviceOutcome } from './device-schema.ts';
import { deviceByHash, takeDecided } from './device-table.ts';
import { hashSecret } from './secrets.ts';
import { logInApproved } from './sessions.ts';
import { createToken } from './tokens.ts';
import { humanById } from './users.ts';

/**
 * Returns a decision once. The token is created only here, so that none exists that nobody
 * collected.
 */
export async function exchangeDeviceCode(inbox: Inbox, deviceCode: string): Promise<DeviceOutcome> {
  const collected = await collect(inbox, deviceCode, 'token');
  if (collected.status !== 'approved') return collected;
  const { person, name } = collected;
  return { status: 'approved', token: await createToken(inbox, person, { name }) };
}

/** Logs in a browser that asked for a session, which begins here. */
export async function logInByDevice(inbox: Inbox, deviceCode: string, visit: Visit) {
  const collected = await collect(inbox, deviceCode, 'session');
  if (collected.status !== 'approved') return collected;
  const loggedIn = await logInApproved(inbox, collected.person.userId, visit);
  return { status: 'approved' as const, ...loggedIn };
}

async function collect(inbox: Inbox, deviceCode: string, grants: Device['grants']) {
  const hash = hashSecret(deviceCode);
  const now = () => toTimestamp(inbox.now());
  // A read comes first: most calls find no decision yet.
  const known = await deviceByHash(inbox.store.read, hash, now());
  if (known?.grants !== grants) return { status: 'expired' as const };
  if (known.decision === null) return { status: 'pending' as const };
  const taken = await changeByItself(inbox, (change) => takeDecided(change, hash, now()));
  if (!taken) return { status: 'expired' as const };
  const person = await approverOf(inbox, taken);
  if (!person) return { status: 'denied' as const };
  return { status: 'approved' as const, person, name: taken.name };
}

/** Returns the current user; null if they are gone or disabled, or if the login was denied. */
async function approverOf(inbox: Inbox, { approverId, approverOrigin }: Row<'device_logins'>) {
  if (approverId === null || approverOrigin === null) return null;
  return humanById(inbox, approverId, JSON.parse(approverOrigin) as Origin);
}
