import type { LiveEvent } from '../../core/events.ts';

/** Returns the channel that an event concerns, if any. */
export function channelOf({ payload }: LiveEvent): string | undefined {
  if ('channelId' in payload) return payload.channelId;
  if ('agentId' in payload) return payload.agentId;
  return 'id' in payload ? payload.id : undefined;
}
