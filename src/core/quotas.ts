import type { Caller } from './access/callers.ts';
import { InboxError } from './errors.ts';

/** How much one key or one channel may hold; null for no limit. People and the local secret have none. */
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

/** The key that quotas count for; null for a caller that has none. */
export const countedKey = (caller: Caller) => (caller.kind === 'agent' ? caller.keyId : null);

const RETRY_SECONDS = 60;

/** Answered with 429: room comes back by itself as people answer. */
export const fullForNow = (sentence: string, setting: string) =>
  new InboxError('rate_limited', `${sentence} (${setting})`, {
    setting,
    retryAfterSeconds: RETRY_SECONDS,
  });

/** Answered with 403: somebody has to make room. */
export const full = (sentence: string, setting: string) =>
  new InboxError('forbidden', `${sentence} (${setting})`, { setting });
