/** The keys of cached responses, by which live events change them. */
import type { MessageFilter, PendingQuery } from '../../client/replica/lists.ts';
import type { ListRetracted } from '../../core/retractions/schema.ts';

export type { MessageFilter } from '../../client/replica/lists.ts';

export type RetractedFilter = Partial<Omit<ListRetracted, 'message' | 'limit' | 'cursor'>>;

/** Without any, all of them, soonest to expire first. */
export type PendingFilter = Omit<PendingQuery, 'unread'> & { unread?: 'true' };

export type DeliveryFilter = {
  channel?: string;
  status?: 'pending' | 'delivered' | 'failed';
  paused?: 'omit';
};

/** `action` may be several, separated by commas. */
export type AuditFilter = {
  action?: string;
  actor?: string;
  subject?: string;
  after?: string;
  before?: string;
};

export const queryKeys = {
  session: ['session'],
  place: ['session', 'place'],
  /** Answers that were not sent when the session ended; used by the login. */
  asking: ['session', 'asking'],
  codeLogIn: ['code login'],
  sessions: ['sessions'],
  /** The matches of a filter, all ({}), or each of these lists. */
  pending: (filter?: PendingFilter) => (filter === undefined ? ['pending'] : ['pending', filter]),
  counts: ['counts'],
  channels: ['channels'],
  keys: ['keys'],
  machines: ['machines'],
  tokens: ['tokens'],
  everybodysTokens: ['tokens', 'everybody'],
  people: ['people'],
  contacts: ['contacts'],
  everybodysContacts: ['contacts', 'everybody'],
  bots: ['bots'],
  ways: ['ways'],
  publicUrl: ['public url'],
  thisDevice: ['this device'],
  subscription: (id: string) => ['subscription', id],
  pairing: (id: string) => ['pairing', id],
  contactTest: (contactId: string, test: string) => ['contact test', contactId, test],
  attention: ['attention'],
  ladder: (channelId: string) => ['ladder', channelId],
  plugins: ['plugins'],
  about: ['about'],
  backups: ['backups'],
  health: ['health'],
  /** The webhooks that are failing or paused. */
  failing: ['failing'],
  webhook: (channelId: string) => ['webhook', channelId],
  deliveries: (filter: DeliveryFilter) => ['deliveries', filter],
  audit: (filter: AuditFilter) => ['audit', filter],
  /** Queries of one message, or of all ('') that match. */
  retracted: (message: string, filter: RetractedFilter = {}) => ['retracted', message, filter],
  facets: ['facets'],
  endedTotal: (filter: MessageFilter) => ['ended total', filter],
  delivery: (id: string) => ['delivery', id],
  /** Queries of a filter, or of all. */
  files: (filter?: object) => (filter === undefined ? ['files'] : ['files', filter]),
  message: (id: string) => ['message', id],
  /** Who was notified of a question. */
  notices: (id: string) => ['notices', id],
  record: (id: string) => ['record', id],
  device: (userCode: string) => ['device', userCode],
  messages: (filter: MessageFilter) => ['messages', filter],
} as const;
