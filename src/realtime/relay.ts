/** Sends the events of the bus to the sockets that may see them, in the same order. */
import { audienceOf, liveNames, liveOf } from '../core/events/lookup.ts';
import type { EventPayload, LiveName } from '../core/events.ts';
import type { Inbox } from '../core/inbox.ts';
import { recordNotified } from '../core/reviews/notified.ts';
import { numbered, roomsOf } from './rooms.ts';
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
  const { live, as = name, unnumbered } = liveOf(name);
  const rooms = roomsOf(audienceOf(name, payload));
  for (const who of ['agents', 'people'] as const) {
    if (!live[who]) continue;
    const shape = live[who](payload as never);
    const each = unnumbered?.each(payload as never) ?? [shape];
    const withNumbers = numbered(rooms[who]);
    for (const namespace of namespaces) {
      if (has(namespace, rooms[who])) {
        for (const one of each) namespace.to(rooms[who]).emit(unnumbered?.as ?? as, one);
      }
      if (!has(namespace, withNumbers)) continue;
      // An event that is not logged has no number.
      if (seq === null) namespace.to(withNumbers).emit(as, shape);
      else namespace.to(withNumbers).emit(as, shape, seq);
    }
  }
}

const has = ({ adapter }: LiveNamespace, rooms: string[]) =>
  rooms.some((room) => adapter.rooms.has(room));
