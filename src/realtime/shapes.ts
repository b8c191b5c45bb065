/** What goes to whom of each event, as each audience sees it. */
import type { EventName, EventPayload } from '../core/events.ts';
import type { Message } from '../core/messages/schema.ts';
import { asListed, asSentToAgents } from '../core/messages/views.ts';
import { audience, onlyPerson, ownersAnd, ownKey } from './rooms.ts';

export type Audience = 'agents' | 'people';
export type Shape = {
  rooms: Partial<Record<Audience, string[]>>;
  agents?: unknown;
  people?: unknown;
  /** Sockets without numbers know it by this name. */
  as?: EventName;
  /** For sockets without numbers: in place of the payload, an event for each. */
  each?: unknown[];
};
type Shapes = { [Name in EventName]?: (payload: EventPayload<Name>) => Shape };

const of = (channelId: string, shown: Pick<Shape, Audience>): Shape => ({
  rooms: { agents: audience.agents(channelId), people: audience.people(channelId) },
  ...shown,
});
const both = (channelId: string, payload: unknown): Shape =>
  of(channelId, { agents: payload, people: payload });
const about = <T extends { channelId: string }>(payload: T): Shape =>
  both(payload.channelId, payload);
const message = (payload: Message): Shape =>
  of(payload.channelId, { agents: asSentToAgents(payload), people: asListed(payload) });

/** What came before the numbers is sent as ever to those who do not ask for them. */
const withoutWas = <T extends { channelId: string; was: unknown }>(payload: T): Shape => {
  const { was: _, ...rest } = payload;
  return { ...about(payload), each: [rest] };
};

export const shapes: Shapes = {
  'access:changed': (whose) => ({
    rooms: { people: ownersAnd(whose), agents: ownKey(whose) },
    agents: whose,
    people: whose,
  }),
  'agent:created': (payload) => of(payload.id, { people: payload }),
  'agent:updated': (payload) => both(payload.id, payload),
  'agent:deleted': (payload) => both(payload.id, payload),
  'agent:status': (payload) => both(payload.agentId, payload),
  'agent:active': (payload) => ({ ...both(payload.agentId, payload), as: 'agent:status' }),
  'message:created': message,
  'message:updated': message,
  'message:deleted': withoutWas,
  'messages:pruned': (payload) => ({
    ...about(payload),
    as: 'message:deleted',
    each: payload.ids.map((id) => ({ id, channelId: payload.channelId })),
  }),
  'message:delivery': about,
  'message:delta': about,
  'review:responded': message,
  'review:expired': withoutWas,
  'review:read': ({ userId, ...payload }) => ({
    rooms: { people: onlyPerson(userId) },
    people: payload,
  }),
  'oauth:start': (payload) => of(payload.channelId, { people: payload }),
  'oauth:code': ({ channelId, ...payload }) => of(channelId, { agents: payload }),
  'oauth:error': ({ channelId, ...payload }) => of(channelId, { agents: payload }),
};
