/** Applies an event to what was loaded. */
import type { Agent } from '../../core/channels/schema.ts';
import type { ReceivedEvent } from '../../core/events.ts';
import type { Message } from '../../core/messages/schema.ts';
import { changeOf } from './change.ts';
import type { List } from './lists.ts';
import { newerOf } from './newer.ts';
import { changed, type Window } from './window.ts';

/**
 * @param pages all of a list; returned unchanged if the event concerns none of their messages
 */
export function pagesAfter<W extends Window>(
  pages: readonly W[],
  heard: ReceivedEvent,
  list: List,
): readonly W[] {
  const change = changeOf(heard);
  return change ? changed(pages, change, list) : pages;
}

/** Null once the message is gone. */
export function messageAfter(message: Message, heard: ReceivedEvent): Message | null {
  const change = changeOf(heard);
  if (!change) return message;
  if ('put' in change) {
    return change.put.id === message.id ? newerOf(message, change.put) : message;
  }
  return change.concerns(message) ? change.to(message) : message;
}

export function channelsAfter(channels: Agent[], heard: ReceivedEvent): Agent[] {
  switch (heard.name) {
    case 'agent:created':
    case 'agent:updated':
      // A deleted channel has only its id; its deletion follows.
      return 'name' in heard.payload ? put(channels, heard.payload) : channels;
    case 'agent:status': {
      const { agentId, ...status } = heard.payload;
      return channels.map((one) => (one.id === agentId ? { ...one, ...status } : one));
    }
    case 'agent:deleted':
      return channels.filter(({ id }) => id !== heard.payload.id);
    default:
      return channels;
  }
}

const put = (channels: Agent[], channel: Agent): Agent[] =>
  channels.some(({ id }) => id === channel.id)
    ? channels.map((one) => (one.id === channel.id ? channel : one))
    : [...channels, channel];
