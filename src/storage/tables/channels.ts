/** Channels, and what is written in them. */
import type { Generated } from 'kysely';

/** JSON text, or null. */
type Json = string | null;

export interface ChannelTables {
  channels: ChannelsTable;
  removed_channels: RemovedChannelsTable;
  messages: MessagesTable;
  reviews: ReviewsTable;
  review_reads: ReviewReadsTable;
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
}

/** Channels that are gone for everybody, and whose rows are being deleted. */
interface RemovedChannelsTable {
  id: string;
}

interface MessagesTable {
  /** Counts the rows up; only the full-text index refers to it. */
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
  /** Of what was sent with a clientId; null without one, and for messages of older versions. */
  bodyDigest: string | null;
  createdAt: string;
  updatedAt: string;
  /** The wire's `seq`: the number of the change that made the message as it is. */
  changeSeq: number;
}

interface ReviewsTable {
  messageId: string;
  /** The message's. */
  channelId: string;
  type: string;
  /** The wire's, or `draft` while the message is still being written: then it waits for nobody. */
  status: string;
  payload: string;
  expiresInSeconds: number;
  /** Of a draft: as the agent gave it, or null if it counts from the end. */
  expiresAt: string | null;
  openedAt: string | null;
  /** The message's `changeSeq` when the question opened: what was shown before was another one. */
  askedSeq: number | null;
  response: Json;
  respondedAt: string | null;
  respondedBy: Json;
  callback: Json;
  /** The key; null for the local secret and before it was noted. */
  askedBy: string | null;
  /** Of the payload as JSON. */
  payloadBytes: number;
  /** JSON of what lists show of a payload that is too large for them; null for one that is not. */
  listed: Json;
  /** SHA-256 of what was asked and of the answer, kept with the answer. */
  questionDigest: string | null;
  answerDigest: string | null;
  /** Of the answer: kept to be filtered by. */
  verdict: string | null;
  /** The id in `respondedBy`. */
  answeredBy: string | null;
  /** When the agent first got the end, and by what; null while it has not, and for what ended before this was noted. */
  toldAt: string | null;
  toldBy: string | null;
}

/** The pending questions that a person has opened; a row goes when its question ends. */
interface ReviewReadsTable {
  userId: string;
  messageId: string;
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
  /** Of its bytes, in hexadecimal; null for a file from before there were any. */
  sha256: string | null;
  /** The message that its upload made; another may hold it by now. */
  uploadMessageId: string | null;
  createdAt: string;
}
