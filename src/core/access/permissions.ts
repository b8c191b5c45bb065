import { InboxError } from '../errors.ts';
import type { Agent, Caller, Channels, Human } from './callers.ts';

export const sees = (caller: Caller, channelId: string) =>
  caller.channels === 'all' || caller.channels.includes(channelId);

/** Returns the caller's channels, narrowed to one if named. */
export function scopeOf(caller: Caller, channelId?: string | undefined): Channels {
  if (channelId === undefined) return caller.channels;
  return sees(caller, channelId) ? [channelId] : [];
}

/** Returns the caller's channels, narrowed to the named ones, if any. */
export function scopeOfAll(caller: Caller, channelIds?: readonly string[] | undefined): Channels {
  if (channelIds === undefined) return caller.channels;
  return [...new Set(channelIds)].filter((id) => sees(caller, id));
}

export function mustBeHuman(caller: Caller): asserts caller is Human {
  if (caller.kind !== 'human') throw new InboxError('forbidden', 'Only a person may do this');
}

export function mustBeOwner(caller: Caller): asserts caller is Human {
  mustBeHuman(caller);
  if (caller.role !== 'owner') throw new InboxError('forbidden', 'Only an owner may do this');
}

export function mustBeAgent(caller: Caller): asserts caller is Agent {
  if (caller.kind !== 'agent') {
    throw new InboxError('forbidden', 'Only an agent may do this: call with an API key');
  }
}
