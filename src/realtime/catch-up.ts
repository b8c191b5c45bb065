/** What a socket missed, before what is live: in one order, without a gap or a double. */
import { z } from 'zod';
import type { Caller } from '../core/access/callers.ts';
import { getChannel } from '../core/channels/channels.ts';
import { invalid } from '../core/errors.ts';
import { Id } from '../core/ids.ts';
import type { Inbox } from '../core/inbox.ts';
import { toIssues } from '../core/issues.ts';
import { mustBeKept, readEvents } from '../core/log/page.ts';
import type { LoggedEvent } from '../core/log/schema.ts';
import { LARGEST_PAGE } from '../core/pages.ts';
import { joinChannel, joinOwn } from './rooms.ts';
import type { LiveSocket } from './socket.ts';

const After = z.union([z.number().int().min(0), z.literal('now')]);
const Asked = z.object({
  after: After,
  channels: z.array(Id).max(1000).default([]),
  log: z.string().max(100).optional(),
});
export type Asked = z.infer<typeof Asked>;

/** What the handshake asks for; null for a client that wants no numbers. Refused if it can't be had. */
export async function askedBy(
  inbox: Inbox,
  caller: Caller,
  auth: Record<string, unknown>,
): Promise<Asked | null> {
  if (auth.after === undefined || auth.after === null) return null;
  const { after, channels, log } = auth;
  const read = Asked.safeParse({ after, channels: channels ?? undefined, log: log ?? undefined });
  if (!read.success) throw invalid(toIssues(read.error.issues));
  for (const id of read.data.channels) await getChannel(inbox, caller, id);
  if (read.data.after !== 'now') await mustBeKept(inbox, { ...read.data, after: read.data.after });
  return read.data;
}

/** Names the log, emits what was missed, and joins what the handshake asked for. */
export async function startNumbered(inbox: Inbox, socket: LiveSocket, asked: Asked): Promise<void> {
  const { announced, id } = inbox.eventLog;
  const after = asked.after === 'now' ? announced : asked.after;
  socket.emit('log', { log: id, after });
  await catchUp(inbox, socket, { after, channels: asked.channels }, () => {
    socket.data.isCatchingUp = false;
    joinOwn(socket);
    for (const channelId of asked.channels) joinChannel(socket, channelId);
  });
}

type Missed = { after: number; channels: string[] };

/**
 * Emits the events after one, and calls `join` in the turn in which none is left: what is announced
 * after it comes by the rooms. A person's own channels are all that they see.
 */
export async function catchUp(
  inbox: Inbox,
  socket: LiveSocket,
  { after, channels }: Missed,
  join: () => void,
): Promise<void> {
  const { caller } = socket.data;
  const only = caller.kind === 'agent' ? { channels } : {};
  for (let from = after; socket.connected; ) {
    const page = await readEvents(inbox, socket.data.caller, {
      ...{ after: from, limit: LARGEST_PAGE },
      ...only,
    });
    for (const event of page.data) {
      const [name, payload] = liveShapeOf(event);
      socket.emit(name, payload, event.seq);
    }
    from = page.nextAfter;
    if (from >= inbox.eventLog.announced) return join();
  }
}

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
