/**
 * The tables as Kysely sees them. Columns bear the wire's names; times are ISO 8601 text in UTC,
 * and what the wire shows as an object or a list is JSON text.
 */
import type { Selectable } from 'kysely';
import type { AccessTables } from './tables/access.ts';
import type { ChannelTables } from './tables/channels.ts';
import type { WebhookTables } from './tables/webhooks.ts';

export interface Tables extends AccessTables, ChannelTables, WebhookTables {
  audit: AuditTable;
  counters: CountersTable;
  events: EventsTable;
  state: StateTable;
}

export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;

/** Append-only and hash-chained; entries are pruned from the oldest on. */
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

/** What happened, in the order of the commits; pruned from the oldest on, but for the newest. */
interface EventsTable {
  seq: number;
  at: string;
  event: string;
  channelId: string | null;
  /** Of what it is about: a message, a channel, a key or a user. */
  subjectId: string | null;
  /** The key or user that caused it; null for the clock. */
  actor: string | null;
  /** JSON of what the subject, as it is now, can't tell; null for nothing. */
  payload: string | null;
}

/** Numbers that only grow. */
interface CountersTable {
  name: string;
  value: number;
}

/** What the inbox notes about itself, by name. */
interface StateTable {
  name: string;
  value: string;
}
