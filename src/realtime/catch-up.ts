/** Sends a socket the events it missed, before live ones: in one order, without gaps or duplicates. */
import { liveShapeOf } from '../core/events/shapes.ts';
import type { Inbox } from '../core/inbox.ts';
import { readEvents } from '../core/log/page.ts';
import { ownTurn } from '../core/own-turn.ts';
import { LARGEST_PAGE } from '../core/pages.ts';
import type { Asked } from './asked.ts';
import { joinChannel, joinOwn } from './rooms.ts';
import type { LiveSocket } from './socket.ts';
import { drained } from './unsent.ts';

/**
 * A page is read once no more than that is unsent. With a page in 3-byte characters it stays below
 * the backlog at which a socket is dropped.
 */
const MOST_UNSENT = 256 * 1024;

/**
 * Announces the number of the log, emits the missed events, and joins the rooms that the handshake
 * asked for.
 */
export async function startNumbered(inbox: Inbox, socket: LiveSocket, asked: Asked): Promise<void> {
  const { announced, id } = inbox.eventLog;
  const after = asked.after === 'now' ? announced : asked.after;
  socket.emit('log', { log: id, after });
  await catchUp(inbox, socket, { after, channels: asked.channels }, () => {
    socket.data.isCatchingUp = false;
    joinOwn(socket);
    for (const channelId of asked.channels) joinChannel(socket, channelId);
    socket.emit('live', { after: inbox.eventLog.announced });
  });
}

type Missed = { after: number; channels: string[] };

/**
 * Emits the events after one, and calls `join` in the same turn as it finds none left: later events
 * come through the rooms. People see only their own channels.
 */
export async function catchUp(
  inbox: Inbox,
  socket: LiveSocket,
  { after, channels }: Missed,
  join: () => void,
): Promise<void> {
  const { caller } = socket.data;
  const only = caller.kind === 'agent' ? { channels } : {};
  for (let from = after; ; ) {
    await drained(socket, MOST_UNSENT);
    await ownTurn();
    if (!socket.connected) return;
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
