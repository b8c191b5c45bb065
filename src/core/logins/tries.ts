/** Limits guesses at passwords and codes, in windows of a minute from the first failure. */
import type { Tx } from '../../storage/store.ts';
import { changeByItself } from '../change.ts';
import { InboxError } from '../errors.ts';
import type { Change, Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import {
  addFailure,
  deleteLoginAddresses,
  deleteOver,
  deleteWindow,
  loginAddress,
  openWindow,
  setLoginAddress,
  takeFailureBack,
} from './table.ts';

export const WINDOW_MS = 60_000;
const MOST_OF_ACCOUNT = 5;
const MOST_OF_ADDRESS = 30;
const FAMILIAR_MS = 30 * 24 * 60 * 60 * 1000;
export const KINDS = ['login', 'code', 'password', 'machine'] as const;
/** For the address as a whole, instead of an account. */
const ANY = '';

export type Try = {
  what: (typeof KINDS)[number];
  address: string;
  account: string;
  /** Null if no one has this account. */
  userId: string | null;
};
/** A permitted try; it counts as failed until it is cleared. */
export type Counted = Try & { isFamiliar: boolean };

/**
 * Counts a try before its secret is checked, so that simultaneous ones gain nothing. 5 failures
 * block an account for their address, 30 the address for every account except those that logged in
 * from it in the last 30 days. No account is ever blocked for another address.
 */
export async function countTry(inbox: Inbox, one: Try): Promise<Counted> {
  const now = inbox.now();
  // Read first: a full window costs no write.
  const outcome =
    (await fullUntil(inbox.store.read, one, now)) ??
    (await changeByItself(
      inbox,
      async (change) => (await fullUntil(change.tx, one, now)) ?? count(change, one, now),
    ));
  if (typeof outcome === 'object') return outcome;
  const retryAfterSeconds = Math.max(1, Math.ceil((outcome - now) / 1000));
  const sentence = `Too many failed attempts: try again in ${retryAfterSeconds}s`;
  throw new InboxError('rate_limited', sentence, { retryAfterSeconds });
}

/** Clears the account's failures at the address after a correct secret. */
export async function clearTries(change: Change, counted: Counted): Promise<void> {
  await deleteWindow(change, counted);
  // Other failures of the address stay, or the owner of one account could guess at all others.
  if (!counted.isFamiliar) await takeFailureBack(change, { ...counted, account: ANY });
}

/** Forgives the try of a secret that changes nothing. */
export const forgiveTry = (inbox: Inbox, counted: Counted): Promise<void> =>
  changeByItself(inbox, (change) => clearTries(change, counted));

/** Records the address of a login as the user's. */
export async function noteAddress(change: Change, userId: string, address: string, now: number) {
  await setLoginAddress(change, { userId, address, at: toTimestamp(now) });
  await deleteLoginAddresses(change, toTimestamp(now - FAMILIAR_MS));
}

export const spanOf = (now: number) => ({
  since: toTimestamp(now - WINDOW_MS),
  now: toTimestamp(now),
});

/** Returns when a full window ends; null if none is. */
async function fullUntil(db: Tx, one: Try, now: number): Promise<number | null> {
  const account = await openWindow(db, one, spanOf(now));
  if (account && account.failures >= MOST_OF_ACCOUNT) return endOf(account);
  if (await isFamiliar(db, one, now)) return null;
  const address = await openWindow(db, { ...one, account: ANY }, spanOf(now));
  return address && address.failures >= MOST_OF_ADDRESS ? endOf(address) : null;
}

const endOf = ({ startedAt }: { startedAt: string }) => Date.parse(startedAt) + WINDOW_MS;

async function isFamiliar(db: Tx, { userId, address }: Try, now: number): Promise<boolean> {
  if (userId === null) return false;
  return Boolean(await loginAddress(db, userId, address, toTimestamp(now - FAMILIAR_MS)));
}

async function count(change: Change, one: Try, now: number): Promise<Counted> {
  await deleteOver(change, KINDS, spanOf(now));
  const { what, address, account } = one;
  const counted = { ...one, isFamiliar: await isFamiliar(change.tx, one, now) };
  await addFailure(change, { what, address, account }, toTimestamp(now));
  if (!counted.isFamiliar)
    await addFailure(change, { what, address, account: ANY }, toTimestamp(now));
  return counted;
}
