import { sees } from '../core/access/permissions.ts';
import { keptNames } from '../core/events/lookup.ts';
import { shapesOf, whoIs } from '../core/events/shapes.ts';
import type { EventPayload, KeptName } from '../core/events.ts';
import type { Inbox } from '../core/inbox.ts';
import type { LiveSocket } from './socket.ts';

const MOST = 100;

/**
 * Runs `work`, during which the socket receives no live events, and then emits those that no log
 * has, of `channels`.
 */
export async function keeping(
  inbox: Inbox,
  socket: LiveSocket,
  channels: readonly string[] | 'all',
  work: () => Promise<void>,
): Promise<void> {
  const emits: (() => void)[] = [];
  const ends = keptNames.map((name) =>
    inbox.bus.on(name, (payload) => {
      const { caller } = socket.data;
      const { channelId } = payload;
      const isFollowed = channels === 'all' || channels.includes(channelId);
      const isMissed = isFollowed && sees(caller, channelId);
      if (isMissed && emits.length < MOST) emits.push(() => emitLate(socket, name, payload));
    }),
  );
  try {
    await work();
  } finally {
    for (const end of ends) end();
  }
  for (const emit of emits) emit();
}

function emitLate<Name extends KeptName>(
  socket: LiveSocket,
  name: Name,
  payload: EventPayload<Name>,
): void {
  const { caller } = socket.data;
  const shapes = shapesOf(name, payload, whoIs(caller));
  if (shapes && sees(caller, payload.channelId)) socket.emit(...shapes.numbered);
}
