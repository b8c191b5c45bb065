/** Sends what the bus announces to those who may hear it, in the same order. */
import type { EventName, EventPayload } from '../core/events.ts';
import type { Inbox } from '../core/inbox.ts';
import type { Message } from '../core/messages/schema.ts';
import { asListed, asSentToAgents } from '../core/messages/views.ts';
import { noteTold } from '../core/reviews/told.ts';
import { audience, onlyPerson, ownersAnd } from './rooms.ts';
import type { LiveNamespace } from './socket.ts';

type Audience = 'agents' | 'people';
/**
 * What goes to whom: the channel, or owners and a person, or one person alone, and the payload as each
 * audience sees it.
 */
type Told = ({ channelId: string } | { userId: string | null } | { only: string }) &
  Partial<Record<Audience, unknown>>;
type Tell = { [Name in EventName]?: (payload: EventPayload<Name>) => Told };

const both = <T extends { channelId: string }>(payload: T): Told => ({
  channelId: payload.channelId,
  agents: payload,
  people: payload,
});

const message = (payload: Message): Told => ({
  channelId: payload.channelId,
  agents: asSentToAgents(payload),
  people: asListed(payload),
});

const tell: Tell = {
  'access:changed': (whose) => ({
    userId: 'userId' in whose ? whose.userId : null,
    people: whose,
  }),
  'agent:created': (payload) => ({ channelId: payload.id, people: payload }),
  'agent:updated': (payload) => ({ channelId: payload.id, agents: payload, people: payload }),
  'agent:deleted': (payload) => ({ channelId: payload.id, agents: payload, people: payload }),
  'agent:status': (payload) => ({ channelId: payload.agentId, agents: payload, people: payload }),
  'message:created': message,
  'message:updated': message,
  'message:deleted': both,
  'message:delivery': both,
  'message:delta': both,
  'review:responded': message,
  'review:expired': both,
  'review:read': ({ userId, ...payload }) => ({ only: userId, people: payload }),
  'oauth:start': (payload) => ({ channelId: payload.channelId, people: payload }),
  'oauth:code': ({ channelId, ...payload }) => ({ channelId, agents: payload }),
  'oauth:error': ({ channelId, ...payload }) => ({ channelId, agents: payload }),
};

/** Starts to relay; returns what ends it. */
export function relay(inbox: Inbox, namespaces: LiveNamespace[]): () => void {
  const ends = (Object.keys(tell) as EventName[]).map((name) =>
    inbox.bus.on(name, (payload) => send(namespaces, name, payload as never)),
  );
  const note = (messageId: string, channelId: string) => {
    if (isHeard(namespaces, audience.agents(channelId))) noteTold(inbox, messageId, 'socket');
  };
  ends.push(
    inbox.bus.on('review:responded', ({ id, channelId }) => note(id, channelId)),
    inbox.bus.on('review:expired', ({ messageId, channelId }) => note(messageId, channelId)),
  );
  return () => {
    for (const end of ends) end();
  };
}

const isHeard = (namespaces: LiveNamespace[], rooms: string[]) =>
  namespaces.some(({ adapter }) => rooms.some((room) => adapter.rooms.has(room)));

function send<Name extends EventName>(
  namespaces: LiveNamespace[],
  name: Name,
  payload: EventPayload<Name>,
): void {
  const told = tell[name]?.(payload);
  if (!told) return;
  for (const namespace of namespaces) {
    for (const who of ['agents', 'people'] as const) {
      const rooms = roomsOf(told, who);
      if (!told[who] || !rooms.some((room) => namespace.adapter.rooms.has(room))) continue;
      namespace.to(rooms).emit(name, told[who]);
    }
  }
}

function roomsOf(told: Told, who: Audience): string[] {
  if ('channelId' in told) return audience[who](told.channelId);
  return 'only' in told ? onlyPerson(told.only) : ownersAnd(told.userId);
}
