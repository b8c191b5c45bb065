/** Who may call: keys, people, tokens and sessions, the logins under way, and the failed tries of strangers. */

/** 0 or 1. */
type Flag = number;

export interface AccessTables {
  keys: KeysTable;
  key_channels: KeyChannelsTable;
  users: UsersTable;
  user_channels: UserChannelsTable;
  tokens: TokensTable;
  sessions: SessionsTable;
  tries: TriesTable;
  login_addresses: LoginAddressesTable;
  device_logins: DeviceLoginsTable;
  oauth_flows: OAuthFlowsTable;
}

interface KeysTable {
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

interface KeyChannelsTable {
  keyId: string;
  channelId: string;
}

interface UsersTable {
  id: string;
  email: string | null;
  name: string;
  role: string;
  passwordHash: string | null;
  disabled: Flag;
  createdAt: string;
  updatedAt: string;
}

interface UserChannelsTable {
  userId: string;
  channelId: string;
}

interface TokensTable {
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

interface SessionsTable {
  hash: string;
  userId: string;
  createdAt: string;
  expiresAt: string;
  /** Of the log-in; null where none was shown, and for sessions of older versions, as the next two. */
  userAgent: string | null;
  /** Where it was last used, and when, to the minute. */
  address: string | null;
  lastSeenAt: string | null;
}

/** A window of failed tries: of an account at an address, or, for no account, of the address. */
interface TriesTable {
  what: string;
  address: string;
  /** A hash: people type passwords where an e-mail address belongs. */
  account: string;
  failures: number;
  startedAt: string;
}

/** When a user last logged in from an address. */
interface LoginAddressesTable {
  userId: string;
  address: string;
  at: string;
}

/** A machine that asks to be logged in by a browser, until it has collected its token. */
interface DeviceLoginsTable {
  id: string;
  /** Of the device code. */
  hash: string;
  userCode: string;
  name: string;
  program: string | null;
  /** From where it asked. */
  address: string;
  begunAt: string;
  expiresAt: string;
  /** `approved`, `denied`, or null until then. */
  decision: string | null;
  approverId: string | null;
  /** JSON: how the approver called. */
  approverOrigin: string | null;
}

/** A login of an agent elsewhere, whose provider has not sent the browser back. */
interface OAuthFlowsTable {
  id: string;
  state: string;
  channelId: string;
  provider: string;
  expiresAt: string;
}
