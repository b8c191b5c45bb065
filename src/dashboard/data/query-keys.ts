import type { ListMessages } from '../../core/messages/schema.ts';
import type { ListRetracted } from '../../core/retractions/schema.ts';

/** The names under which answers of the server are kept; the live events change them by these. */
export type MessageFilter = Partial<Omit<ListMessages, 'limit' | 'cursor' | 'after'>>;

export type RetractedFilter = Partial<Omit<ListRetracted, 'message' | 'limit' | 'cursor'>>;

export type DeliveryFilter = { channel?: string; status?: 'pending' | 'delivered' | 'failed' };

/** `action` may be several, with commas. */
export type AuditFilter = {
  action?: string;
  actor?: string;
  subject?: string;
  after?: string;
  before?: string;
};

export const queryKeys = {
  session: ['session'],
  /** Answers that were not sent when the session ended; known to the log-in. */
  asking: ['session', 'asking'],
  sessions: ['sessions'],
  /** What a search finds, or all (''), or each of these lists. */
  pending: (search?: string) => (search === undefined ? ['pending'] : ['pending', search]),
  counts: ['counts'],
  channels: ['channels'],
  keys: ['keys'],
  tokens: ['tokens'],
  everybodysTokens: ['tokens', 'everybody'],
  people: ['people'],
  plugins: ['plugins'],
  about: ['about'],
  health: ['health'],
  webhook: (channelId: string) => ['webhook', channelId],
  deliveries: (filter: DeliveryFilter) => ['deliveries', filter],
  audit: (filter: AuditFilter) => ['audit', filter],
  /** Of one message, or of all ('') that fit. */
  retracted: (message: string, filter: RetractedFilter = {}) => ['retracted', message, filter],
  facets: ['facets'],
  endedTotal: (filter: MessageFilter) => ['ended total', filter],
  delivery: (id: string) => ['delivery', id],
  /** Of a channel, of all (''), or of each. */
  files: (channel?: string) => (channel === undefined ? ['files'] : ['files', channel]),
  message: (id: string) => ['message', id],
  record: (id: string) => ['record', id],
  device: (userCode: string) => ['device', userCode],
  messages: (filter: MessageFilter) => ['messages', filter],
} as const;
