/** What an event of the inbox changes in what the dashboard has read of it. */
import type { QueryClient } from '@tanstack/react-query';
import type { Agent } from '../../core/channels/schema.ts';
import type { EventName, EventPayload } from '../../core/events.ts';
import type { Message } from '../../core/messages/schema.ts';
import { change } from './heard.ts';
import { changePages, putIntoPages } from './pages.ts';
import { queryKeys } from './query-keys.ts';

type Events = { [Name in EventName]?: (to: QueryClient, payload: EventPayload<Name>) => void };

export function apply<Name extends EventName>(
  to: QueryClient,
  name: Name,
  payload: EventPayload<Name>,
): void {
  const events: Events = changes;
  change(to, (client) => events[name]?.(client, payload));
}

const changes: Events = {
  'access:changed': (to, whose) => {
    const changed = 'keyId' in whose ? ['keys'] : ['people', 'tokens', 'session'];
    readAgain(to, changed);
  },
  'message:created': putMessage,
  'message:updated': putMessage,
  'review:responded': putMessage,
  'message:deleted': (to, { id }) => {
    to.removeQueries({ queryKey: queryKeys.message(id) });
    setPending(to, (pending) => pending.filter((one) => one.id !== id));
    changePages(to, id, () => null);
  },
  'message:delivery': (to, { messageId, deliveryStatus }) => {
    changeMessage(to, messageId, (message) => ({ ...message, deliveryStatus }));
    readAgain(to, ['webhook']);
  },
  'review:expired': (to, { messageId }) => {
    setPending(to, (pending) => pending.filter((one) => one.id !== messageId));
    changeMessage(to, messageId, (message) =>
      message.review ? { ...message, review: { ...message.review, status: 'expired' } } : message,
    );
  },
  'agent:created': putChannel,
  'agent:updated': (to, channel) => {
    putChannel(to, channel);
    readAgain(to, ['webhook']);
  },
  'agent:deleted': (to, { id }) => {
    setChannels(to, (channels) => channels.filter((one) => one.id !== id));
    setPending(to, (pending) => pending.filter((one) => one.channelId !== id));
  },
  'agent:status': (to, { agentId, ...status }) =>
    setChannels(to, (channels) =>
      channels.map((one) => (one.id === agentId ? { ...one, ...status } : one)),
    ),
};

/** What the event tells of, and does not carry: read anew where it is shown. */
function readAgain(to: QueryClient, names: string[]): void {
  void to.invalidateQueries({ predicate: ({ queryKey: [name] }) => names.includes(String(name)) });
}

function putMessage(to: QueryClient, message: Message): void {
  to.setQueryData<Message>(queryKeys.message(message.id), message);
  setPending(to, (pending) => {
    const others = pending.filter((one) => one.id !== message.id);
    return message.review?.status === 'pending' ? soonestFirst([...others, message]) : others;
  });
  putIntoPages(to, message);
}

function changeMessage(to: QueryClient, id: string, change: (message: Message) => Message): void {
  to.setQueryData<Message>(queryKeys.message(id), (message) => message && change(message));
  changePages(to, id, change);
}

function putChannel(to: QueryClient, channel: Agent): void {
  setChannels(to, (channels) =>
    channels.some((one) => one.id === channel.id)
      ? channels.map((one) => (one.id === channel.id ? channel : one))
      : [...channels, channel],
  );
}

const setPending = (to: QueryClient, change: (pending: Message[]) => Message[]) =>
  to.setQueryData<Message[]>(queryKeys.pending, (pending) => pending && change(pending));

const setChannels = (to: QueryClient, change: (channels: Agent[]) => Agent[]) =>
  to.setQueryData<Agent[]>(queryKeys.channels, (channels) => channels && change(channels));

const soonestFirst = (messages: Message[]) =>
  messages.sort((one, other) => order(one).localeCompare(order(other)));

const order = ({ id, review }: Message) => `${review?.expiresAt} ${id}`;
