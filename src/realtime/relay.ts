/** Sends the events of the bus to the sockets that may see them, in the same order. */
import { audienceOf, liveNames } from '../core/events/lookup.ts';
import { shapesOf } from '../core/events/shapes.ts';
import type { EventPayload, LiveName } from '../core/events.ts';
import type { Inbox } from '../core/inbox.ts';
import { recordNotified } from '../core/reviews/notified.ts';
import { exceptOf, numbered, roomsOf } from './rooms.ts';
import type { LiveNamespace } from './socket.ts';

/** Starts to relay; returns the function that ends it. */
export function relay(inbox: Inbox, namespaces: LiveNamespace[]): () => void {
  const ends = liveNames.map((name) =>
    inbox.bus.on(name, (payload, seq) => send(namespaces, name, payload, seq)),
  );
  const note = (messageId: string, channelId: string) => {
    const { agents } = roomsOf({ channelId });
    const hasListener = namespaces.some(
      (namespace) => has(namespace, agents) || has(namespace, numbered(agents)),
    );
    if (hasListener) recordNotified(inbox, messageId, 'socket');
  };
  ends.push(
    inbox.bus.on('review:responded', ({ id, channelId }) => note(id, channelId)),
    inbox.bus.on('review:expired', ({ messageId, channelId }) => note(messageId, channelId)),
    inbox.bus.on('review:withdrawn', ({ messageId, channelId }) => note(messageId, channelId)),
  );
  return () => {
    for (const end of ends) end();
  };
}

function send<Name extends LiveName>(
  namespaces: LiveNamespace[],
  name: Name,
  payload: EventPayload<Name>,
  seq: number | null,
): void {
  const audience = audienceOf(name, payload);
  const [rooms, paused] = [roomsOf(audience), exceptOf(audience)];
  for (const who of ['agents', 'people'] as const) {
    const withNumbers = numbered(rooms[who]);
    const plain = namespaces.filter((one) => has(one, rooms[who]));
    const counting = namespaces.filter((one) => has(one, withNumbers));
    // Shaped only if a socket receives it: most channels have no follower.
    if (plain.length + counting.length === 0) continue;
    const shapes = shapesOf(name, payload, who);
    if (!shapes) continue;
    for (const namespace of plain) {
      for (const shape of shapes.unnumbered)
        namespace
          .to(rooms[who])
          .except(paused)
          .emit(...shape);
    }
    // An event that is not logged has no number.
    const numbers = seq === null ? [] : [seq];
    for (const namespace of counting) {
      namespace
        .to(withNumbers)
        .except(paused)
        .emit(...shapes.numbered, ...numbers);
    }
  }
}

const has = ({ adapter }: LiveNamespace, rooms: string[]) =>
  rooms.some((room) => adapter.rooms.has(room));
