/**
 * The tables as Kysely sees them. Columns bear the wire's names; times are ISO 8601 text in UTC,
 * and what the wire shows as an object or a list is JSON text.
 */
import type { ColumnType, Generated, Selectable } from 'kysely';

/** JSON text, or null. */
type Json = string | null;
/** 0 or 1. */
type Flag = number;

export interface ChannelsTable {
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

export interface MessagesTable {
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

export interface ReviewsTable {
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
  /** SHA-256 of what was asked and of the answer, kept with the answer. */
  /** JSON of what lists show of a payload that is too large for them; null for one that is not. */
  listed: Json;
  questionDigest: string | null;
  answerDigest: string | null;
}

export interface AttachmentsTable {
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

export interface KeysTable {
  id: string;
  name: string;
  prefix: string;
  hash: string;
  allChannels: Flag;
  createdAt: string;
  lastUsedAt: string | null;
  expiresAt: string | null;
  revokedAt: string | null;
}

export interface KeyChannelsTable {
  keyId: string;
  channelId: string;
}

export interface UsersTable {
  id: string;
  email: string | null;
  name: string;
  role: string;
  passwordHash: string | null;
  disabled: Flag;
  createdAt: string;
  updatedAt: string;
}

export interface UserChannelsTable {
  userId: string;
  channelId: string;
}

export interface TokensTable {
  id: string;
  userId: string;
  name: string;
  prefix: string;
  hash: string;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  lastUsedVia: string | null;
  lastUsedAddress: string | null;
  /** The credential that made it, and whose that was; null for tokens of older versions. */
  madeBy: string | null;
  makerId: string | null;
  makerName: string | null;
  /** 1 where nobody logged in to make it, or it is older than this column. */
  isLocal: Flag;
}

export interface SessionsTable {
  hash: string;
  userId: string;
  createdAt: string;
  expiresAt: string;
}

/** What a channel signs its webhooks with, and how its URL fares. A row is made when first needed. */
export interface WebhooksTable {
  channelId: string;
  secret: string;
  oldSecret: string | null;
  oldSecretUntil: string | null;
  /** The URL that the rest is about. */
  url: string | null;
  failingSince: string | null;
  pausedAt: string | null;
}

export interface DeliveriesTable {
  id: string;
  messageId: string | null;
  channelId: string;
  event: string;
  /** Whose URL it is: the message's, the channel's, or the review's callback. */
  source: string;
  url: string;
  /** Host and port: deliveries to one target share its allowance. */
  target: string;
  method: string;
  headers: string;
  body: string;
  status: string;
  attemptCount: number;
  nextAttemptAt: string | null;
  createdAt: string;
}

export interface DeliveryAttemptsTable {
  id: string;
  deliveryId: string;
  at: string;
  status: number | null;
  error: string | null;
  durationMs: number;
  response: string | null;
}

/** Full text of `messages`, folded for comparison; its rowid is `messages.seq`. */
export interface MessageSearchTable {
  rowid: ColumnType<number, number, never>;
  text: string;
}

/** Append-only and hash-chained; entries are pruned from the oldest on. */
export interface AuditTable {
  seq: number;
  at: string;
  action: string;
  actorKind: string;
  actorId: string | null;
  actorName: string | null;
  via: string | null;
  address: string | null;
  subjectKind: string;
  subjectId: string | null;
  subjectName: string | null;
  /** Canonical JSON. */
  detail: string;
  previous: string;
  hash: string;
}

/** The questions that were retracted. */
export interface RetractedTable {
  id: string;
  channelId: string;
  type: string;
  selectedOption: string | null;
  respondedBy: Json;
  retractedBy: string;
  at: string;
}

/** Numbers that only grow. */
export interface CountersTable {
  name: string;
  value: number;
}

/** What the inbox notes about itself, by name. */
export interface StateTable {
  name: string;
  value: string;
}

/** Folded texts that are too long for `message_search`; by `messages.seq`. */
export interface LongTextsTable {
  seq: number;
  text: string;
}

/** Channels that are gone for everybody, and whose rows are being deleted. */
export interface RemovedChannelsTable {
  id: string;
}

/** A window of failed tries: of an account at an address, or, for no account, of the address. */
export interface TriesTable {
  what: string;
  address: string;
  /** A hash: people type passwords where an e-mail address belongs. */
  account: string;
  failures: number;
  startedAt: string;
}

/** When a user last logged in from an address. */
export interface LoginAddressesTable {
  userId: string;
  address: string;
  at: string;
}

export interface Tables {
  channels: ChannelsTable;
  messages: MessagesTable;
  reviews: ReviewsTable;
  attachments: AttachmentsTable;
  keys: KeysTable;
  key_channels: KeyChannelsTable;
  users: UsersTable;
  user_channels: UserChannelsTable;
  tokens: TokensTable;
  sessions: SessionsTable;
  webhooks: WebhooksTable;
  deliveries: DeliveriesTable;
  delivery_attempts: DeliveryAttemptsTable;
  message_search: MessageSearchTable;
  audit: AuditTable;
  retracted: RetractedTable;
  counters: CountersTable;
  state: StateTable;
  long_texts: LongTextsTable;
  removed_channels: RemovedChannelsTable;
  tries: TriesTable;
  login_addresses: LoginAddressesTable;
}

export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;
