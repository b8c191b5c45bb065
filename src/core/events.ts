/** Every event, with the schema of what it carries. */
import { z } from 'zod';
import { Agent, AgentStatus } from './channels/schema.ts';
import { Id } from './ids.ts';
import { DeliveryStatus, Message, MessageDelta } from './messages/schema.ts';
import { OAuthCode, OAuthError, OAuthStart } from './oauth/schema.ts';
import { Timestamp } from './time.ts';

const Named = z.object({ id: Id, channelId: Id });

/** Whose keys, tokens or rights changed: whoever holds something open for them looks again. */
const Whose = z.union([z.object({ keyId: Id }), z.object({ userId: Id })]);

/** Of what is on the disk: emitted in a change, announced after its commit. */
const lasting = {
  /** For owners, and for the person: no agent and no webhook hears it. */
  'access:changed': Whose,
  /** Internal: something is to be delivered at once. */
  'delivery:due': z.object({ channelId: Id }),
  'agent:created': Agent,
  'agent:updated': Agent,
  'agent:status': z.object({
    agentId: Id,
    status: AgentStatus,
    statusMessage: z.string().nullable(),
    lastActiveAt: Timestamp.nullable(),
  }),
  'agent:deleted': z.object({ id: Id }),
  'message:created': Message,
  'message:updated': Message,
  'message:deleted': Named,
  'message:delivery': z.object({
    messageId: Id,
    channelId: Id,
    deliveryStatus: DeliveryStatus,
  }),
  'review:responded': Message,
  'review:expired': z.object({ messageId: Id, channelId: Id }),
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

export const events = { ...lasting, ...passing } as const;

export type EventName = keyof typeof events;
export type LastingName = keyof typeof lasting;
export type EventPayload<Name extends EventName> = z.infer<(typeof events)[Name]>;
export type InboxEvent<Of extends EventName = EventName> = {
  [Name in Of]: { name: Name; payload: EventPayload<Name> };
}[Of];
