/**
 * The protocol of `inbox doctor --proxy`: requests that only a reader of the data directory can
 * sign.
 */
import { createHmac } from 'node:crypto';

/** As long as an agent's long poll. */
export const HELD_MS = 30_000;
/** A hook's answer is held this long, by default and at most. */
export const ANSWER_MS = 150_000;
export const LONGEST_ANSWER_MS = 3_600_000;
/** While it is held, white space comes every 20 seconds. */
export const LATEST_SPACE_MS = 30_000;
export const ANSWER = { held: true };
export const UPLOAD_BYTES = 20_000_000;
export const EVENTS = 4;
export const EVENT_APART_MS = 500;
const VALID_MS = 120_000;

export type ProbeReport = {
  /** The sender's address, as far as known. */
  address: string;
  /** The address of the connection: the proxy. */
  peer: string;
  /** Whether the proxy forwards the sender's address, and is trusted. */
  forwarded: 'trusted' | 'untrusted' | 'none';
  host: string | null;
  proto: 'http' | 'https' | null;
  publicUrl: string | null;
};

/** Returns the path at which the server with this secret answers for 2 minutes. */
export function probePath(localToken: string, now: number): string {
  const expiresAt = `${now + VALID_MS}`;
  return `/probe/${expiresAt}-${signProbe(localToken, expiresAt)}`;
}

export const signProbe = (localToken: string, expiresAt: string): string =>
  createHmac('sha256', localToken).update(`probe ${expiresAt}`).digest('hex');
