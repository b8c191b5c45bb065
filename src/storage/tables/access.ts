/**
 * Access: keys, people, tokens and sessions, the logins under way, and the failed tries of
 * anonymous callers.
 */

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
  hook_faults: HookFaultsTable;
  enrolments: EnrolmentsTable;
  machines: MachinesTable;
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
  /** The key that a rotation replaced it with: what it has asked is then asked by that one. */
  rotatedTo: string | null;
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
  /** The credential that made it, and its owner; null for older tokens. */
  madeBy: string | null;
  makerId: string | null;
  makerName: string | null;
  /** 1 if nobody logged in to make it, or if it is older than this column. */
  isLocal: Flag;
}

interface SessionsTable {
  hash: string;
  userId: string;
  createdAt: string;
  expiresAt: string;
  /** Recorded at the login; null if there was none, and for older sessions, like the next two. */
  userAgent: string | null;
  /** The address of its last use, and the time, to the minute. */
  address: string | null;
  lastSeenAt: string | null;
}

/** A window of failed tries: for an account at an address, or, without an account, for the address. */
interface TriesTable {
  what: string;
  address: string;
  /** A hash: people type passwords into the field for the e-mail address. */
  account: string;
  failures: number;
  startedAt: string;
}

/** The time when a user last logged in from an address. */
interface LoginAddressesTable {
  userId: string;
  address: string;
  at: string;
}

/** A machine that waits for a login in a browser, until it has fetched its token. */
interface DeviceLoginsTable {
  id: string;
  /** The hash of the device code. */
  hash: string;
  userCode: string;
  name: string;
  program: string | null;
  /** `token` or `session`. */
  grants: string;
  /** The address it asked from. */
  address: string;
  begunAt: string;
  expiresAt: string;
  /** `approved`, `denied`, or null before the decision. */
  decision: string | null;
  approverId: string | null;
  /** JSON of the approver's origin. */
  approverOrigin: string | null;
}

/** An agent's login at a provider that has not sent the browser back. */
interface OAuthFlowsTable {
  id: string;
  state: string;
  channelId: string;
  provider: string;
  expiresAt: string;
}

/** How often the hooks of a key's client sent something that was not understood. */
interface HookFaultsTable {
  keyId: string;
  client: string;
  /** Empty if the client does not say it. */
  version: string;
  reason: string;
  count: number;
  lastAt: string;
  /** When a message last said so. */
  saidAt: string | null;
}

/** A code that was not used yet. */
interface EnrolmentsTable {
  id: string;
  hash: string;
  client: string;
  /** Null for the usual channel of the client. */
  channelId: string | null;
  makerId: string;
  /** JSON of the maker's origin. */
  makerOrigin: string;
  expiresAt: string;
}

/** A machine on which a coding agent has got this key. */
interface MachinesTable {
  keyId: string;
  client: string;
  /** The machine's name for itself. */
  host: string;
  /** The last one that its client named; null for none. */
  version: string | null;
  channelId: string;
  /** 1 if nobody chose the channel. */
  isUsual: Flag;
  connectedAt: string;
  lastAskedAt: string | null;
}
