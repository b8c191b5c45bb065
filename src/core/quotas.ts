import type { Caller } from './access/callers.ts';
import { InboxError } from './errors.ts';

/** The limits of one key or channel; null for none. People and the local secret have none. */
export type Quotas = {
  maxPendingPerKey: number | null;
  maxPendingPerChannel: number | null;
  maxPendingBytesPerKey: number | null;
  maxChannelsPerKey: number | null;
  /** Bytes of all files of a channel. */
  maxChannelFiles: number | null;
};

export const noQuotas: Quotas = {
  maxPendingPerKey: null,
  maxPendingPerChannel: null,
  maxPendingBytesPerKey: null,
  maxChannelsPerKey: null,
  maxChannelFiles: null,
};

/** Returns the key that quotas count for; null for a caller without one. */
export const countedKey = (caller: Caller) => (caller.kind === 'agent' ? caller.keyId : null);

const RETRY_SECONDS = 60;

/** Returned as 429: room becomes available as people answer. */
export const fullForNow = (sentence: string, setting: string) =>
  new InboxError('rate_limited', `${sentence} (${setting})`, {
    setting,
    retryAfterSeconds: RETRY_SECONDS,
  });

/** Returned as 403: someone has to make room. */
export const full = (sentence: string, setting: string) =>
  new InboxError('forbidden', `${sentence} (${setting})`, { setting });
