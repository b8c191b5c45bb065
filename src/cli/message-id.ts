import type { LiveEvent } from '../core/events.ts';

/** The message that an event is about, or what else it names by its id. */
export function messageIdOf({ payload }: LiveEvent): string | undefined {
  if ('messageId' in payload) return payload.messageId;
  return 'id' in payload ? payload.id : undefined;
}
