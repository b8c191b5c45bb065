/** What an event of the inbox changes in what the dashboard has read of it. */

import type { QueryClient } from '@tanstack/react-query';
import { isCounted } from '../../client/pending.ts';
import type { Agent } from '../../core/channels/schema.ts';
import type { EventName, EventPayload } from '../../core/events.ts';
import type { Message } from '../../core/messages/schema.ts';
import { change, invalidate, type Read } from './heard.ts';
import { newerOf } from './newer.ts';
import { changePages, putIntoPages } from './pages.ts';
import { countSoon, markInPending, putIntoPending, takeFromPending } from './pending.ts';
import { queryKeys } from './query-keys.ts';

type Events = { [Name in EventName]?: (read: Read, payload: EventPayload<Name>) => void };
type Elsewhere = { [Name in EventName]?: (payload: EventPayload<Name>) => string[] };

export function apply<Name extends EventName>(
  to: QueryClient,
  name: Name,
  payload: EventPayload<Name>,
): void {
  const events: Events = changes;
  change(to, (read) => events[name]?.(read, payload));
  if (isCounted(name, payload)) countSoon(to);
  if (name === 'review:read') countSoon(to, false);
  const named: Elsewhere = elsewhere;
  const untold = named[name]?.(payload) ?? [];
  if (untold.length === 0) return;
  void invalidate(to, { predicate: ({ queryKey: [key] }) => untold.includes(String(key)) });
}

/** What a person sees, which hangs on the channels that are theirs. */
const ofPerson = [
  ...['people', 'tokens', 'session', 'sessions', 'channels'],
  ...['pending', 'counts', 'messages', 'message', 'files', 'deliveries', 'retracted', 'failing'],
];

/** What an event changes and does not carry: read anew where it is shown. */
const elsewhere: Elsewhere = {
  'access:changed': (whose) => ('keyId' in whose ? ['keys'] : ofPerson),
  'message:delivery': ({ deliveryStatus }) =>
    deliveryStatus === 'webhook_failed' ? ['webhook', 'failing'] : ['webhook'],
  'agent:updated': () => ['webhook', 'failing'],
  'agent:deleted': () => ['message', 'messages', 'files', 'retracted', 'failing'],
  'message:deleted': () => ['retracted'],
};

const changes: Events = {
  'message:created': putMessage,
  'message:updated': putMessage,
  'review:responded': putMessage,
  'message:deleted': (read, { id }) => {
    read.remove(queryKeys.message(id));
    takeFromPending(read, (one) => one.id === id);
    changePages(read, id, () => null);
  },
  'message:delivery': (read, { messageId, deliveryStatus }) =>
    changeMessage(read, messageId, (message) => ({ ...message, deliveryStatus })),
  'review:expired': (read, { messageId }) => {
    takeFromPending(read, (one) => one.id === messageId);
    changeMessage(read, messageId, withExpiry);
  },
  'review:read': (read, { messageId, unread }) => markInPending(read, messageId, unread),
  'agent:created': putChannel,
  'agent:updated': putChannel,
  'agent:deleted': (read, { id }) => {
    read.each<Agent[]>(queryKeys.channels, (channels) => channels.filter((one) => one.id !== id));
    takeFromPending(read, (one) => one.channelId === id);
  },
  'agent:status': (read, { agentId, ...status }) =>
    read.each<Agent[]>(queryKeys.channels, (channels) =>
      channels.map((one) => (one.id === agentId ? { ...one, ...status } : one)),
    ),
};

export const withExpiry = (message: Message): Message =>
  message.review ? { ...message, review: { ...message.review, status: 'expired' } } : message;

function putMessage(read: Read, message: Message): void {
  const key = queryKeys.message(message.id);
  // What a list cut is not the whole message: that is still to be read.
  if (message.truncated) read.each<Message>(key, (held) => newerOf(held, message));
  else read.put<Message>(key, (held) => newerOf(held, message));
  putIntoPending(read, message);
  putIntoPages(read, message);
}

function changeMessage(read: Read, id: string, change: (message: Message) => Message): void {
  read.each<Message>(queryKeys.message(id), change);
  changePages(read, id, change);
}

function putChannel(read: Read, channel: Agent): void {
  read.each<Agent[]>(queryKeys.channels, (channels) =>
    channels.some((one) => one.id === channel.id)
      ? channels.map((one) => (one.id === channel.id ? channel : one))
      : [...channels, channel],
  );
}
