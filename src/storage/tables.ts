/**
 * The tables as Kysely sees them. Columns have the names of the API; times are ISO 8601 text in
 * UTC, and objects and lists are JSON text.
 */
import type { Selectable } from 'kysely';
import type { AccessTables } from './tables/access.ts';
import type { ChannelTables } from './tables/channels.ts';
import type { ReachTables } from './tables/reach.ts';
import type { WebhookTables } from './tables/webhooks.ts';

export interface Tables extends AccessTables, ChannelTables, ReachTables, WebhookTables {
  audit: AuditTable;
  counters: CountersTable;
  events: EventsTable;
  settings: SettingsTable;
  state: StateTable;
}

export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;

/** Append-only and hash-chained; the oldest entries are pruned. */
interface AuditTable {
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

/** The events, in the order of the commits; the oldest are pruned, but never the newest. */
interface EventsTable {
  seq: number;
  at: string;
  event: string;
  channelId: string | null;
  /** The id of its subject: a message, a channel, a key or a user. */
  subjectId: string | null;
  /** The key or user that caused it; null for the inbox itself. */
  actor: string | null;
  /** JSON of what cannot be read from the subject as it is now; null for nothing. */
  payload: string | null;
}

/** Numbers that only grow. */
interface CountersTable {
  name: string;
  value: number;
}

/** The settings that owners change in the dashboard, by their name in config.json. */
interface SettingsTable {
  name: string;
  value: string;
  /** 1 for a secret, whose value is sealed. */
  isSealed: number;
}

/** The inbox's own state, by name. */
interface StateTable {
  name: string;
  value: string;
}
