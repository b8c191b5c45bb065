/** Every event, with the schema of what it carries. All but those marked passing follow a commit. */
import { z } from 'zod';
import { Agent, AgentStatus } from './channels/schema.ts';
import { Id } from './ids.ts';
import { DeliveryStatus, Message } from './messages/schema.ts';
import { Timestamp } from './time.ts';

const Named = z.object({ id: Id, channelId: Id });

/** Whose access ended or shrank: whoever holds something open for them looks again. */
const Shrunk = z.union([z.object({ keyId: Id }), z.object({ userId: Id })]);

export const events = {
  /** Internal: no socket and no webhook carries it. */
  'access:changed': Shrunk,
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
} as const;

export type EventName = keyof typeof events;
export type EventPayload<Name extends EventName> = z.infer<(typeof events)[Name]>;
export type InboxEvent = {
  [Name in EventName]: { name: Name; payload: EventPayload<Name> };
}[EventName];
