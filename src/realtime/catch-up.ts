/** Sends a socket the events it missed, before live ones: in one order, without gaps or duplicates. */
import { liveShapeOf, unnumberedShapesOf } from '../core/events/shapes.ts';
import type { Inbox } from '../core/inbox.ts';
import { type From, readEvents } from '../core/log/page.ts';
import type { LoggedEvent } from '../core/log/schema.ts';
import { FOLLOWED } from '../core/messages/parts.ts';
import { ownTurn } from '../core/own-turn.ts';
import { LARGEST_PAGE } from '../core/pages.ts';
import { callerKnown, isNumbered, type LiveSocket } from './socket.ts';
import { drained } from './unsent.ts';

/** A page is read once no more than that is unsent: far below the backlog at which a socket is dropped. */
const MOST_UNSENT = 256 * 1024;

type Missed = Pick<From, 'after' | 'channel' | 'channels'>;

/**
 * Emits the events after one, and calls `join` in the same turn as it finds none left: later events
 * come through the rooms.
 */
export async function catchUp(
  inbox: Inbox,
  socket: LiveSocket,
  { after, ...scope }: Missed,
  join: () => void,
): Promise<void> {
  for (let from = after; ; ) {
    await drained(socket, MOST_UNSENT);
    await ownTurn();
    await callerKnown(socket);
    if (!socket.connected) return;
    const { caller, known } = socket.data;
    const page = await readEvents(inbox, caller, {
      ...scope,
      after: from,
      limit: LARGEST_PAGE,
      room: FOLLOWED,
    });
    for await (const part of page.parts) {
      // Its access has changed: it may no longer see the rest.
      if (known !== socket.data.known) break;
      for (const event of part) {
        emit(socket, event);
        from = event.seq;
      }
    }
    if (known !== socket.data.known) continue;
    from = page.nextAfter;
    if (from >= inbox.eventLog.announced) return join();
  }
}

function emit(socket: LiveSocket, event: LoggedEvent): void {
  const isOfChannel = event.channelId !== null;
  if (!isOfChannel && !isNumbered(socket.data) && socket.data.caller.kind === 'agent') return;
  if (isNumbered(socket.data)) socket.emit(...liveShapeOf(event), event.seq);
  else for (const shape of unnumberedShapesOf(event)) socket.emit(...shape);
}
