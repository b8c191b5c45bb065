/** Channels, and their messages. */
import type { Generated } from 'kysely';

/** JSON text, or null. */
type Json = string | null;

export interface ChannelTables {
  channels: ChannelsTable;
  critical_asks: CriticalAsksTable;
  removed_channels: RemovedChannelsTable;
  messages: MessagesTable;
  reviews: ReviewsTable;
  review_reads: ReviewReadsTable;
  seen: SeenTable;
  retracted: RetractedTable;
  attachments: AttachmentsTable;
}

interface ChannelsTable {
  id: string;
  name: string;
  description: string | null;
  avatarUrl: string | null;
  webhookUrl: string | null;
  webhookHeaders: Json;
  status: string | null;
  statusMessage: string | null;
  lastActiveAt: string | null;
  createdAt: string;
  updatedAt: string;
  /** The key that made it, if one did. */
  madeBy: string | null;
  /** How many of its questions stay critical in an hour. */
  criticalPerHour: Generated<number>;
  /** How long people are not notified of its questions; null for as long as each of them says. */
  notifyAfterSeconds: number | null;
}

/** A question of the last hour that stayed critical. Outlives its message: retracting it frees no place. */
interface CriticalAsksTable {
  channelId: string;
  /** The key; null for the local secret. */
  askedBy: string | null;
  at: string;
}

/** Channels that no one sees any longer, and whose rows are being deleted. */
interface RemovedChannelsTable {
  id: string;
}

interface MessagesTable {
  /** Increases with each row; only the full-text index refers to it. */
  seq: Generated<number>;
  id: string;
  channelId: string;
  senderType: string;
  senderId: string;
  text: string | null;
  status: string | null;
  metadata: Json;
  webhookUrl: string | null;
  deliveryStatus: string;
  streamId: string | null;
  streamState: string | null;
  clientId: string | null;
  /** The digest of a message with a clientId; null without one, and for older messages. */
  bodyDigest: string | null;
  /** The session and the call in `metadata.source`; null without. */
  session: string | null;
  callId: string | null;
  /** The digest of a question with a callId, without its source; null for other messages. */
  callDigest: string | null;
  createdAt: string;
  updatedAt: string;
  /** The `seq` of the API: the number of the last change of the message. */
  changeSeq: number;
}

interface ReviewsTable {
  messageId: string;
  /** The channel of its message. */
  channelId: string;
  type: string;
  /**
   * The status in the API, or `draft` while the message is still being written: then it is not
   * pending.
   */
  status: string;
  payload: string;
  expiresInSeconds: number;
  /** For a draft: as the agent gave it, or null if it counts from the end. */
  expiresAt: string | null;
  openedAt: string | null;
  /** Until when a question is held, and how often its lease was taken; null for one that is not. */
  heldUntil: string | null;
  lease: number | null;
  /** The message's `changeSeq` when the question opened: earlier versions of the message were drafts. */
  askedSeq: number | null;
  response: Json;
  respondedAt: string | null;
  respondedBy: Json;
  callback: Json;
  /** The key; null for the local secret and for questions older than this column. */
  askedBy: string | null;
  /** The size of the payload as JSON. */
  payloadBytes: number;
  /** JSON of the part that lists show of a payload too large for them; null for a smaller one. */
  listed: Json;
  /** SHA-256 of the question and the answer, stored with the answer. */
  questionDigest: string | null;
  answerDigest: string | null;
  /** When its agent or the inbox withdrew it, which of the two (`agent` or `inbox`), and why, if that is known. */
  withdrawnAt: string | null;
  withdrawnBy: string | null;
  withdrawnWhy: string | null;
  /** When its tool ran although it was denied: it had been allowed in the terminal first. */
  ranAt: string | null;
  /** The verdict of the answer, stored for filters. */
  verdict: string | null;
  /** The answer in one line as lists show it; null if they show the payload. */
  answerLine: string | null;
  /** The id in `respondedBy`. */
  answeredBy: string | null;
  /**
   * When the agent first learnt of the end, and how; null if it has not, and for questions that
   * ended before this column existed.
   */
  toldAt: string | null;
  toldBy: string | null;
  urgency: string;
  /** 1 if it was asked as critical when its channel or its key had asked enough of these. */
  lowered: number;
  /** 1 if it is never answered outside of the inbox. */
  confirm: number;
  /** JSON: the answer that is given if nobody has answered in time, and why. */
  defaultAnswer: Json;
  defaultReason: string | null;
  /** JSON: whom it is for; null for all who see the channel. */
  notify: Json;
  /** JSON: what is kept of its reach; null for none. */
  reach: Json;
  /** When its reach was last announced, and when it is to be announced next. */
  reachEventAt: string | null;
  reachEventDue: string | null;
}

/** The pending questions that a person has opened; a row is deleted when its question ends. */
interface ReviewReadsTable {
  userId: string;
  messageId: string;
}

/** The first time that a user saw a question while it was pending. */
interface SeenTable {
  messageId: string;
  userId: string;
  /** Null if that was before times were recorded. */
  at: string | null;
}

/** The questions that were retracted. */
interface RetractedTable {
  id: string;
  channelId: string;
  type: string;
  selectedOption: string | null;
  respondedBy: Json;
  /** The id in `respondedBy`. */
  answeredBy: string | null;
  retractedBy: string;
  at: string;
}

interface AttachmentsTable {
  id: string;
  messageId: string | null;
  channelId: string;
  pluginType: string;
  filename: string;
  mimeType: string;
  size: number;
  storageKey: string;
  /** The digest of its bytes, in hexadecimal; null for a file older than this column. */
  sha256: string | null;
  /** The message that its upload made; another one may contain it now. */
  uploadMessageId: string | null;
  createdAt: string;
}
