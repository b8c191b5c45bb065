/** Every event, with the schema of what it carries. */
import { z } from 'zod';
import { Agent, AgentStatus } from './channels/schema.ts';
import { Id } from './ids.ts';
import { DeliveryStatus, Message, MessageDelta } from './messages/schema.ts';
import { OAuthCode, OAuthError, OAuthStart } from './oauth/schema.ts';
import { Timestamp } from './time.ts';

/** The state before the event, so that counts stay true without the message. */
export const Was = z.object({ pending: z.boolean() });

const Named = z.object({ id: Id, channelId: Id });

const AgentSeen = z.object({
  agentId: Id,
  status: AgentStatus,
  statusMessage: z.string().nullable(),
  lastActiveAt: Timestamp.nullable(),
});

/** Whose keys, tokens or rights changed: whoever holds something open for them looks again. */
const Whose = z.union([z.object({ keyId: Id }), z.object({ userId: Id })]);

/** Numbered and written with the change that emits them, announced after its commit. */
const logged = {
  /** For owners, and for that key or person. */
  'access:changed': Whose,
  'agent:created': Agent,
  'agent:updated': Agent,
  /** Another status or message than before. */
  'agent:status': AgentSeen,
  'agent:deleted': z.object({ id: Id }),
  'message:created': Message,
  'message:updated': Message,
  'message:deleted': Named.extend({ was: Was }),
  /** A slice of old messages that were deleted. */
  'messages:pruned': z.object({ channelId: Id, before: Timestamp, ids: z.array(Id) }),
  'message:delivery': z.object({
    messageId: Id,
    channelId: Id,
    deliveryStatus: DeliveryStatus,
  }),
  'review:responded': Message,
  'review:expired': z.object({ messageId: Id, channelId: Id, was: Was }),
} as const;

/** Emitted in a change and announced after its commit, but not logged. */
const committed = {
  /** Internal: something is to be delivered at once. */
  'delivery:due': z.object({ channelId: Id }),
  /** An agent was there, and is as it was. */
  'agent:active': AgentSeen,
  /** For that person alone: they opened a pending question, or marked it unread. */
  'review:read': z.object({ messageId: Id, channelId: Id, userId: Id, unread: z.boolean() }),
} as const;

/** Of what is kept nowhere: announced at once. Who misses one never hears of it again. */
const passing = {
  'message:delta': MessageDelta,
  /** For the people who see the channel. */
  'oauth:start': OAuthStart,
  /** For the agents of the channel; on the wire it is an OAuthCode. */
  'oauth:code': OAuthCode.extend({ channelId: Id }),
  /** For the agents of the channel; on the wire it is an OAuthError. */
  'oauth:error': OAuthError.extend({ channelId: Id }),
} as const;

export const events = { ...logged, ...committed, ...passing } as const;

export type EventName = keyof typeof events;
export type LoggedName = keyof typeof logged;
/** What a change may emit. */
export type LastingName = LoggedName | keyof typeof committed;
export type EventPayload<Name extends EventName> = z.infer<(typeof events)[Name]>;
export type InboxEvent<Of extends EventName = EventName> = {
  [Name in Of]: { name: Name; payload: EventPayload<Name> };
}[Of];

export const loggedNames = Object.keys(logged) as LoggedName[];

export const isLogged = (event: InboxEvent): event is InboxEvent<LoggedName> =>
  event.name in logged;
