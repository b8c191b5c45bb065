/** What `inbox doctor --proxy` and the server agree on: requests that only who reads the data directory can sign. */
import { createHmac } from 'node:crypto';

/** As long as an agent's request for an answer is held. */
export const HELD_MS = 30_000;
export const UPLOAD_BYTES = 20_000_000;
export const EVENTS = 4;
export const EVENT_APART_MS = 500;
const VALID_MS = 120_000;

export type Arrival = {
  /** Of whoever asked, as far as it is known. */
  address: string;
  /** Who opened the connection: the proxy. */
  peer: string;
  /** Whether the proxy says for whom it asks, and is believed. */
  forwarded: 'trusted' | 'untrusted' | 'none';
  host: string | null;
  proto: 'http' | 'https' | null;
  publicUrl: string | null;
};

/** Where the server with this secret answers for two minutes. */
export function probePath(localToken: string, now: number): string {
  const expiresAt = `${now + VALID_MS}`;
  return `/probe/${expiresAt}-${signProbe(localToken, expiresAt)}`;
}

export const signProbe = (localToken: string, expiresAt: string): string =>
  createHmac('sha256', localToken).update(`probe ${expiresAt}`).digest('hex');
