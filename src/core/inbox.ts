import type { Logger } from 'pino';
import type { Store, Tx } from '../storage/store.ts';
import type { Ways } from '../ways/ways.ts';
import type { Caller } from './access/callers.ts';
import type { KnownKeys } from './access/known-keys.ts';
import type { LocalState } from './access/local-state.ts';
import type { Bus, Emit } from './bus.ts';
import type { ChannelNames } from './channels/stored.ts';
import type { Files } from './files/bytes.ts';
import type { LogState } from './log/state.ts';
import type { KnownPeople } from './notify/people.ts';
import type { Presences } from './notify/presences.ts';
import type { Bots } from './notify/ways.ts';
import type { AllowList } from './outgoing/addresses.ts';
import type { Plugin } from './plugins/schema.ts';
import type { Quotas } from './quotas.ts';
import type { Expiry } from './reviews/next-expiry.ts';
import type { Waiting } from './reviews/waiters.ts';
import type { Outside } from './settings/effective.ts';
import type { Secrets } from './settings/secrets.ts';

/** An open inbox: the first argument of every operation. */
export type Inbox = Foundation & Settings & Underway & { close: () => Promise<void> };

/**
 * A change under way: one write, whose events are announced once it is on the disk. It is the first
 * argument of the functions that write or emit; their queries run on its `tx`.
 */
export type Change = {
  inbox: Inbox;
  /** Its transaction: it reads what the change has written. */
  tx: Tx;
  emit: Emit;
};

/** A change that a caller makes, as they are now. */
export type ChangeBy<C extends Caller = Caller> = Change & { caller: C };

/** The parts that it is built on. */
type Foundation = {
  /** The data directory. */
  data: string;
  /** When it was opened, in milliseconds since 1970. */
  openedAt: number;
  store: Store;
  files: Files;
  bus: Bus<Change>;
  log: Logger;
  /** In milliseconds since 1970. */
  now: () => number;
  newId: () => string;
};

/** The settings with which it was opened. */
type Settings = {
  plugins: Plugin[];
  quotas: Quotas;
  webhookAllow: AllowList;
  /** The delays before the automatic attempts, in order. */
  webhookRetriesMs: readonly number[];
  /** The ways by which people can be reached, as they are set now: read it each time. */
  ways: Ways;
  /** The part of them that it was started with. */
  outside: Outside;
  /** Seals the secrets of settings that owners have entered. */
  secrets: Secrets;
  /** How long entries of the audit log are kept; null forever. */
  auditKeepMs: number | null;
  /** How long events are kept in the log; null forever. */
  eventsKeepMs: number | null;
  /** How long messages are kept after their last change; null forever. */
  retentionMs: number | null;
};

/** Knowledge and work of the moment, in memory. */
type Underway = {
  knownKeys: KnownKeys;
  people: KnownPeople;
  channelName: ChannelNames;
  bots: Bots;
  presences: Presences;
  local: LocalState;
  waiting: Waiting;
  expiry: Expiry;
  eventLog: LogState;
  /** The fault that the last check of the database found; null if none. */
  damage: { fault: string | null };
  /** When the disk last refused a write because it was full, unless one has succeeded since. */
  refusal: { fullAt: number | null };
  /** The check of the directory of scheduled backups that is under way. */
  backups: { check: Promise<string | null> | null };
};
