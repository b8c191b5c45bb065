/** Sends what the bus announces to those who may hear it, in the same order. */
import type { EventName } from '../core/events.ts';
import type { Inbox } from '../core/inbox.ts';
import { noteTold } from '../core/reviews/told.ts';
import { audience, numbered } from './rooms.ts';
import { type Shape, shapes } from './shapes.ts';
import type { LiveNamespace } from './socket.ts';

/** Starts to relay; returns what ends it. */
export function relay(inbox: Inbox, namespaces: LiveNamespace[]): () => void {
  const ends = (Object.keys(shapes) as EventName[]).map((name) =>
    inbox.bus.on(name, (payload, seq) => {
      const shape = shapes[name]?.(payload as never);
      if (shape) for (const namespace of namespaces) send(namespace, name, shape, seq);
    }),
  );
  const note = (messageId: string, channelId: string) => {
    const rooms = audience.agents(channelId);
    const isHeard = namespaces.some(
      (namespace) => has(namespace, rooms) || has(namespace, numbered(rooms)),
    );
    if (isHeard) noteTold(inbox, messageId, 'socket');
  };
  ends.push(
    inbox.bus.on('review:responded', ({ id, channelId }) => note(id, channelId)),
    inbox.bus.on('review:expired', ({ messageId, channelId }) => note(messageId, channelId)),
  );
  return () => {
    for (const end of ends) end();
  };
}

function send(namespace: LiveNamespace, name: EventName, shape: Shape, seq: number | null): void {
  for (const who of ['agents', 'people'] as const) {
    const rooms = shape.rooms[who];
    const payload = shape[who];
    if (!rooms || payload === undefined) continue;
    if (has(namespace, rooms)) {
      for (const one of shape.each ?? [payload]) {
        namespace.to(rooms).emit(shape.as ?? name, one);
      }
    }
    const withNumbers = numbered(rooms);
    if (!has(namespace, withNumbers)) continue;
    // What is not logged has no number, and keeps the name that clients know.
    if (seq === null) namespace.to(withNumbers).emit(shape.as ?? name, payload);
    else namespace.to(withNumbers).emit(name, payload, seq);
  }
}

const has = ({ adapter }: LiveNamespace, rooms: string[]) =>
  rooms.some((room) => adapter.rooms.has(room));
