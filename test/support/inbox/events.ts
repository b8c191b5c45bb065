import { liveNames } from '../../../src/core/events/lookup.ts';
import type { EventName, EventPayload, InboxEvent } from '../../../src/core/events.ts';
import type { Inbox } from '../../../src/core/inbox.ts';

/** Records everything the inbox announces to clients after the call, in order. */
export function recordEvents(inbox: Inbox): InboxEvent[] {
  const received: InboxEvent[] = [];
  for (const name of liveNames) {
    inbox.bus.on(name, (payload) => received.push({ name, payload } as InboxEvent));
  }
  return received;
}

/** The next event of that name. */
export function nextEvent<Name extends EventName>(
  inbox: Inbox,
  name: Name,
): Promise<EventPayload<Name>> {
  return new Promise((resolve) => {
    const stop = inbox.bus.on(name, (payload) => {
      stop();
      resolve(payload);
    });
  });
}
