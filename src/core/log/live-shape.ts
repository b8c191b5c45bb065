import type { LoggedEvent } from './schema.ts';

/** An event as it would have come, with its message as it is now; of one that is gone, its deletion. */
export function liveShapeOf(logged: LoggedEvent): [name: string, payload: unknown] {
  const { event, channelId } = logged;
  if (!('messageId' in logged)) return [event, logged.payload];
  const { messageId, message, was } = logged;
  if (message === null)
    return ['message:deleted', { id: messageId, channelId, ...(was && { was }) }];
  if (event === 'review:expired') return [event, { messageId, channelId, was }];
  if (event === 'message:delivery') {
    return [event, { messageId, channelId, deliveryStatus: message.deliveryStatus }];
  }
  return [event, message];
}
