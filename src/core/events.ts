/** Every event: its payload, its audience, the shape each audience receives, and what the log keeps. */
import { z } from 'zod';
import type { ContactKind, Ways } from '../ways/ways.ts';
import type { OnOrOff } from './access/schema.ts';
import type { AuditedAction, Doer } from './audit/action.ts';
import { Agent, AgentStatus } from './channels/schema.ts';
import {
  aboutChannel,
  aboutMessage,
  aboutReview,
  aboutStatus,
  asIs,
  inChannel,
  toAll,
  withMessage,
} from './events/about.ts';
import { ephemeral, internal, kept, logged, type Posted, posted } from './events/row.ts';
import { Id } from './ids.ts';
import { Was } from './log/schema.ts';
import { DeliveryStatus, Message, MessageDelta } from './messages/schema.ts';
import { asListed, asSentToAgents } from './messages/views.ts';
import type { RightEnd } from './notify/names.ts';
import { Reach } from './notify/schema.ts';
import { OAuthCode, OAuthError, OAuthStart } from './oauth/schema.ts';
import { Timestamp } from './time.ts';
import {
  eventOfAnswer,
  eventOfExpiry,
  eventOfMessage,
  eventOfWithdrawal,
  MessageCreatedEvent,
  ReviewExpiredEvent,
  ReviewRespondedEvent,
  ReviewWithdrawnEvent,
} from './webhooks/payloads.ts';

const Named = z.object({ id: Id, channelId: Id });
const AboutReview = z.object({ messageId: Id, channelId: Id });

const Withdrawn = AboutReview.extend({
  why: z.string().nullable(),
  at: Timestamp,
  was: Was,
  message: Message,
});

const withdrawnOf = (message: Message) => ({
  messageId: message.id,
  channelId: message.channelId,
  why: message.review?.withdrawn?.why ?? null,
  at: message.review?.withdrawn?.at,
  message,
});

const AgentSeen = z.object({
  agentId: Id,
  status: AgentStatus,
  statusMessage: z.string().nullable(),
  lastActiveAt: Timestamp.nullable(),
});

/** The key or user whose credentials or permissions changed: open connections are checked again. */
const Whose = z.union([z.object({ keyId: Id }), z.object({ userId: Id })]);

type WithWas = { was: z.infer<typeof Was> };
const onlyWas = ({ was }: WithWas) => ({ was });
const withoutWas = <P extends WithWas>({ was: _, ...rest }: P) => rest;
/** Clients that do not request numbers get no `was`. */
const withWas = {
  keeps: onlyWas,
  adds: onlyWas,
  live: { agents: withoutWas, people: withoutWas },
};
/** Only pending questions are answered. */
const wasPending = () => ({ was: { pending: true } });

const isFromUser = ({ senderType }: Message) => senderType === 'user';

export const events = {
  'access:changed': logged(Whose, {
    channel: () => null,
    subject: (whose) => ('keyId' in whose ? whose.keyId : whose.userId),
    keeps: asIs,
    audience: (whose) => ({ whose }),
    live: toAll,
    caughtUp: { from: 'log' },
  }),
  'agent:created': logged(Agent, { ...aboutChannel, live: { people: asIs } }),
  'agent:updated': logged(Agent, aboutChannel),
  /** The status or message changed. */
  'agent:status': logged(AgentSeen, aboutStatus),
  /** The agent was active, with no change. */
  'agent:active': ephemeral(AgentSeen, { ...aboutStatus, as: 'agent:status' }),
  'agent:deleted': logged(z.object({ id: Id }), aboutChannel),
  'message:created': posted(Message, withMessage, {
    body: MessageCreatedEvent,
    summary: 'A user wrote to the channel',
    of: (message) => (isFromUser(message) ? eventOfMessage(asSentToAgents(message)) : null),
  }),
  'message:updated': logged(Message, withMessage),
  'message:deleted': logged(Named.extend({ was: Was }), {
    ...aboutMessage,
    ...withWas,
  }),
  /** A slice of old messages was deleted. */
  'messages:pruned': logged(z.object({ channelId: Id, before: Timestamp, ids: z.array(Id) }), {
    ...aboutMessage,
    subject: () => null,
    keeps: asIs,
    caughtUp: { from: 'log' },
    unnumbered: {
      as: 'message:deleted',
      each: ({ channelId, ids }) => ids.map((id) => ({ id, channelId })),
    },
  }),
  'message:delivery': logged(AboutReview.extend({ deliveryStatus: DeliveryStatus }), {
    ...aboutReview,
    caughtUp: {
      from: 'message',
      shape: ({ id, channelId, deliveryStatus }) => ({ messageId: id, channelId, deliveryStatus }),
    },
  }),
  /** Text appended to a draft; not stored. */
  'message:delta': ephemeral(MessageDelta, { audience: inChannel, live: toAll }),
  'review:responded': posted(
    Message,
    { ...withMessage, keeps: wasPending, adds: wasPending },
    { body: ReviewRespondedEvent, summary: 'A user answered a review', of: eventOfAnswer },
  ),
  'review:expired': posted(
    AboutReview.extend({ was: Was }),
    {
      ...aboutReview,
      ...withWas,
      caughtUp: { from: 'message', shape: ({ id, channelId }) => ({ messageId: id, channelId }) },
    },
    { body: ReviewExpiredEvent, summary: 'A review expired unanswered', of: eventOfExpiry },
  ),
  /** Its agent no longer asks it, or the inbox withdrew it. */
  'review:withdrawn': posted(
    Withdrawn,
    {
      ...aboutReview,
      ...withWas,
      live: {
        agents: ({ was: _, ...of }) => ({ ...of, message: asSentToAgents(of.message) }),
        people: ({ was: _, ...of }) => ({ ...of, message: asListed(of.message) }),
      },
      caughtUp: { from: 'message', shape: withdrawnOf },
    },
    {
      body: ReviewWithdrawnEvent,
      summary: 'An agent no longer asks a review',
      of: eventOfWithdrawal,
    },
  ),
  /** How far a question has come on its way to people. */
  'review:reach': logged(AboutReview.extend({ reach: Reach }), {
    ...aboutReview,
    caughtUp: {
      from: 'message',
      shape: ({ id, channelId, review }) => ({ messageId: id, channelId, reach: review?.reach }),
    },
  }),
  /** Others than before can be notified of a channel's pending questions: their `reach` is to be read again. */
  'reach:changed': ephemeral(z.object({ channelId: Id }), { audience: inChannel, live: toAll }),
  /** A user's contacts are not what they were. */
  'contact:changed': ephemeral(z.object({ userId: Id }), {
    audience: (whose) => ({ whose }),
    live: { people: asIs },
  }),
  /** A user opened a pending question, or marked it unread. */
  'review:read': ephemeral(AboutReview.extend({ userId: Id, unread: z.boolean() }), {
    audience: ({ userId }) => ({ userId }),
    live: { people: ({ userId: _, ...rest }) => rest },
  }),
  'oauth:start': kept(OAuthStart, { audience: inChannel, live: { people: asIs } }),
  /** On the wire it is an OAuthCode. */
  'oauth:code': kept(OAuthCode.extend({ channelId: Id }), {
    audience: inChannel,
    live: { agents: ({ channelId: _, ...code }) => code },
  }),
  /** On the wire it is an OAuthError. */
  'oauth:error': kept(OAuthError.extend({ channelId: Id }), {
    audience: inChannel,
    live: { agents: ({ channelId: _, ...error }) => error },
  }),
  /** Done by a caller: the audit log records it in the same change. */
  audited: internal(z.custom<AuditedAction & { by: Doer }>()),
  /** A channel's ladder is not what it was. */
  'ladder:changed': internal(z.object({ channelId: Id })),
  /** A user's rules of being notified are not what they were. */
  'attention:changed': internal(z.object({ userId: Id })),
  'key:rotated': internal(z.object({ keyId: Id, newKeyId: Id })),
  /** Credentials of a user were ended: the named one, or all. */
  'credential:ended': internal(
    z.custom<{ by: Doer; userId: string; because: RightEnd; credential: string | null }>(),
  ),
  'localAnswers:changed': internal(z.custom<{ by: Doer; localAnswers: OnOrOff }>()),
  /** How people are notified, or the public URL, is not what it was. */
  'settings:changed': internal(z.custom<{ what: ContactKind | 'publicUrl'; ways: Ways }>()),
  'contact:removed': internal(z.object({ contactId: Id })),
  'contact:disabled': internal(z.object({ contactId: Id })),
  /** A contact that worked fails, or the other way round. */
  'contact:health': internal(z.object({ contactId: Id })),
  /** A user can be notified of questions of which they could not be before. */
  'reach:gained': internal(z.object({ userId: Id })),
  /** They are notified of those that are pending, after one of them. */
  'reach:late': internal(z.object({ userId: Id, after: z.string() })),
  'contact:added': internal(z.object({ userId: Id, contactId: Id })),
  /** The credential has ended that permitted answers there. */
  'contact:closed': internal(z.object({ userId: Id })),
  /** A contact was added whose address has still to be verified by a code. */
  'contact:unverified': internal(z.object({ contactId: Id })),
  /** The notices of a question have changed. */
  'notices:changed': internal(z.object({ messageId: Id })),
  /** Notices are to be sent, now or later. */
  'notice:due': internal(z.object({ atMs: z.number() })),
  /** A delivery is due immediately. */
  'delivery:due': internal(z.object({ channelId: Id })),
} as const;

type Events = typeof events;
type Having<Part> = {
  [Name in keyof Events]: Events[Name] extends Part ? Name : never;
}[keyof Events];

export type EventName = keyof Events;
export type LoggedName = Having<{ class: 'logged' }>;
/** The events of sockets. */
export type LiveName = Having<{ live: object }>;
/** The events that a socket receives after it has caught up, though no log has them. */
export type KeptName = Having<{ isKept: true }>;
/** The events of webhooks. */
export type PostedName = Having<{ webhook: Posted }>;
type Payloads = { [Name in EventName]: z.infer<Events[Name]['schema']> };
export type EventPayload<Name extends EventName> = Payloads[Name];
export type InboxEvent<Of extends EventName = EventName> = {
  [Name in Of]: { name: Name; payload: Payloads[Name] };
}[Of];
/** An event as clients receive it; `seq` is null for one that is not logged. */
export type LiveEvent<Of extends LiveName = LiveName> = {
  [Name in Of]: { name: Name; payload: Payloads[Name]; seq: number | null };
}[Of];
