import type { JsonObject } from '../../core/json.ts';
import type { What } from '../../core/notify/schema.ts';

/** The data of a notification for our service worker. */
export type PushedData = {
  what: What;
  noticeId: string;
  /** Proves that this notice arrived. */
  receipt: string;
  /** Null for what is about no question. */
  messageId: string | null;
  /** The message's as it is shown: an answer to another version is refused. */
  seq: number | null;
  /** The page to open, below the address of the inbox. */
  path: string;
  /** Whether it replaces what alerted before. */
  isSilent: boolean;
  /** Whether it alerts again where the same is shown already. */
  isReminder: boolean;
  options: {
    action: string;
    title: string;
    /** Whether a press is followed by another one that confirms it. */
    isConfirmed: boolean;
    response: JsonObject;
  }[];
};
