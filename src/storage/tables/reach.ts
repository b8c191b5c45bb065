/** How people are reached: where, by which rules, and what was sent. */

/** 0 or 1. */
type Flag = number;

export interface ReachTables {
  contacts: ContactsTable;
  notices: NoticesTable;
  notice_tokens: NoticeTokensTable;
  codes: CodesTable;
  attention: AttentionTable;
  ladders: LaddersTable;
  pairings: PairingsTable;
  push_keys: PushKeysTable;
  contact_tests: ContactTestsTable;
}

/** A way to reach one user. One that was removed stays until its last notice has ended. */
interface ContactsTable {
  id: string;
  userId: string;
  kind: string;
  name: string;
  /** JSON for a push subscription, else as it was given. */
  address: string;
  /** Kind and host: notices to one lane share its allowance. */
  lane: string;
  /** The digest of kind and address: one row for an address. Null once the contact is removed. */
  digest: string | null;
  answers: Flag;
  /** The session or token that permitted answers there, by its id, or `local`; null before that was stored. */
  madeBy: string | null;
  /** Whether it was permitted without a login. */
  isLocal: Flag;
  /** When the right to answer there ended, and by what. */
  answersEndedAt: string | null;
  answersEndedBy: string | null;
  shows: string;
  delaySeconds: number | null;
  from: string;
  createdAt: string;
  verifiedAt: string | null;
  confirmedAt: string | null;
  failingSince: string | null;
  disabledAt: string | null;
  disabledReason: string | null;
  lastSentAt: string | null;
  lastReceivedAt: string | null;
  removedAt: string | null;
  /** When the last three questions were asked there, the latest first. */
  askedAt: string | null;
  askedBeforeAt: string | null;
  askedBeforeThatAt: string | null;
  /** When the last ten questions of urgency `high` were asked there, one after another, the latest last. */
  highAskedAt: string | null;
  /** The notification that counts its lowered questions, and when that last alerted. */
  loweredWith: string | null;
  loweredAt: string | null;
}

/** One message to one contact. It outlives its question: it has to be taken back. */
interface NoticesTable {
  id: string;
  /** Null for tests and digests. */
  messageId: string | null;
  channelId: string | null;
  contactId: string;
  userId: string;
  kind: string;
  /** The contact's. */
  lane: string;
  what: string;
  round: number;
  status: string;
  dueAt: string;
  /** The end of the quiet hours that it waits for. */
  heldUntil: string | null;
  /** No attempt begins after it. */
  expiresAt: string | null;
  attempts: number;
  /** Whether an attempt that was not confirmed may have reached the device. */
  mayHaveArrived: Flag;
  /** While it is being sent: when others may claim it. */
  leasedUntil: string | null;
  /** The provider's id for it. */
  handle: string | null;
  /** The first of the notices that it is sent with, by which their notification is known; else null. */
  sentWith: string | null;
  /** 1 if it is of a lowered question, and alerts seldom. */
  lowered: Flag;
  createdAt: string;
  sentAt: string | null;
  receivedAt: string | null;
  error: string | null;
}

/** The secrets that a notice was sent with, as hashes: those of the last six times. */
interface NoticeTokensTable {
  hash: string;
  noticeId: string;
  /** Which attempt sent it. */
  attempt: number;
  contactId: string;
  /** The question that it decides, as it was then; null for a receipt, which decides nothing. */
  messageId: string | null;
  seq: number | null;
  expiresAt: string | null;
}

/** The code that a test brought. */
interface CodesTable {
  noticeId: string;
  /** By Argon2id: a million codes are soon tried. */
  hash: string;
  tries: number;
}

interface AttentionTable {
  userId: string;
  /** JSON. */
  rules: string;
}

interface LaddersTable {
  channelId: string;
  /** JSON. */
  steps: string;
}

/** A code that makes the chat which sends it a contact. */
interface PairingsTable {
  id: string;
  hash: string;
  kind: string;
  userId: string;
  /** JSON: how the user was authenticated who asked for it. */
  origin: string;
  /** JSON: how the contact is to be used. */
  rules: string;
  expiresAt: string;
  /** Null until the code was used. */
  contactId: string | null;
}

/** One row: every browser's subscription is bound to it. Both keys as base64url. */
interface PushKeysTable {
  /** An uncompressed point of P-256. */
  publicKey: string;
  privateKey: string;
  createdAt: string;
}

/** A test that was sent within the last hour. */
interface ContactTestsTable {
  userId: string;
  /** SHA-256 of kind and address. */
  target: string;
  at: string;
}
