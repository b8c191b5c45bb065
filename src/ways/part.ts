/** The parts of a way that run, each a file of its folder that `parts.ts` loads: it sends, may listen, and is checked. */
import type { Finding } from '../cli/doctor/finding.ts';
import type { Config } from '../config.ts';
import type { Inbox } from '../core/inbox.ts';
import type { Claimed } from '../core/notify/notices.ts';
import type { NoticeOutcome } from '../core/notify/record.ts';
import type { Outcome } from '../core/outgoing/outcome.ts';
import type { Outgoing } from '../delivery/http/send.ts';
import type { Content } from '../delivery/notices/content.ts';
import type { Run } from '../run-file.ts';
import type { Ways } from './ways.ts';

/** A notice as a way sends it. */
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

/** `send` of `send.ts`: sends one notice. Never throws. */
export type Send = (sending: Sending) => Promise<NoticeOutcome>;

/** `listen` of `listen.ts`: receives answers until it is stopped; null where nothing is set. */
export type Listen = (
  inbox: Inbox,
  /** Where people open the inbox. */
  options: { home: string },
) => { stop: () => Promise<void> } | null;

/** `check` of `doctor.ts`: calls the service; null where nothing is set. */
export type Check = (
  ways: Ways,
  /** The server that runs on this machine, if it answers. */
  run: Run | null,
) => Promise<Finding> | null;

/** `checkHere` of `doctor.ts`: looks at the settings and the data directory alone. */
export type CheckHere = (data: string, config: Config) => Finding;

export type Doctor = { check?: Check; checkHere?: CheckHere };
