/** Applies an event to what was loaded. */
import type { Agent } from '../../core/channels/schema.ts';
import type { LiveEvent } from '../../core/events.ts';
import type { Message } from '../../core/messages/schema.ts';
import { changeOf } from './change.ts';
import type { List } from './lists.ts';
import { changed, newerOf, type Window } from './window.ts';

/**
 * @param pages all of a list; returned unchanged if the event concerns none of their messages
 */
export function pagesAfter<W extends Window>(
  pages: readonly W[],
  event: LiveEvent,
  list: List,
): readonly W[] {
  const change = changeOf(event);
  return change ? changed(pages, change, list) : pages;
}

/** Returns null once the message is deleted. */
export function messageAfter(message: Message, event: LiveEvent): Message | null {
  const change = changeOf(event);
  if (!change) return message;
  if ('put' in change) {
    return change.put.id === message.id ? newerOf(message, change.put) : message;
  }
  return change.concerns(message) ? change.to(message) : message;
}

export function channelsAfter(channels: Agent[], event: LiveEvent): Agent[] {
  switch (event.name) {
    case 'agent:created':
    case 'agent:updated':
      // A deleted channel has only its id; its deletion follows.
      return 'name' in event.payload ? put(channels, event.payload) : channels;
    case 'agent:status': {
      const { agentId, ...status } = event.payload;
      return channels.map((one) => (one.id === agentId ? { ...one, ...status } : one));
    }
    case 'agent:deleted':
      return channels.filter(({ id }) => id !== event.payload.id);
    default:
      return channels;
  }
}

const put = (channels: Agent[], channel: Agent): Agent[] =>
  channels.some(({ id }) => id === channel.id)
    ? channels.map((one) => (one.id === channel.id ? channel : one))
    : [...channels, channel];
