import type { Inbox } from '../../core/inbox.ts';
import type { NoticeOutcome } from '../../core/notify/record.ts';
import type { Claimed } from '../../core/notify/send.ts';
import type { Ways } from '../../core/notify/ways.ts';
import type { Outcome } from '../../core/outgoing/outcome.ts';
import type { Outgoing } from '../http/send.ts';
import type { Content } from './content.ts';

/** A notice as a way to reach people sends it. */
export type Sending = {
  inbox: Inbox;
  notice: Claimed['notice'];
  /** The token of its receipt. */
  token: Claimed['token'];
  content: Content;
  contact: Claimed['contact'];
  /** The provider's id for it when it was last sent. */
  handle: string | null;
  ways: Ways;
  /** Where a decision link can be posted from outside; null without a public URL. */
  decideUrl: string | null;
  /** The absolute URL of the page to open. */
  url: string;
  /** Where people open the inbox. */
  home: string;
  /** An attempt is given up after this, or when the signal says so. */
  timeoutMs: number;
  signal: AbortSignal;
  /** To where a user may have things sent. */
  post: (outgoing: Outgoing) => Promise<Outcome>;
  /** To what the owner has set, wherever it is. */
  postToOwn: (outgoing: Outgoing) => Promise<Outcome>;
};

/** Sends one notice. Never throws. */
export type Way = (sending: Sending) => Promise<NoticeOutcome>;
