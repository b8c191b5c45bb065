/** The topics of an ntfy server: what is published is kept, and streamed to those who listen. */

type Published = { id: string; message: string };
type Listener = { send: (one: object) => void; close: () => void };

const PATIENCE_MS = 15_000;

export function testTopics() {
  const kept = new Map<string, Published[]>();
  const listeners = new Map<string, Set<Listener>>();
  const since: string[] = [];
  const waiting = new Set<() => void>();
  const listenersOf = (topic: string) => {
    const own = listeners.get(topic) ?? new Set();
    listeners.set(topic, own);
    return own;
  };

  return {
    /** The request of each connection, in order. */
    since,
    publish(topic: string, one: Published): object {
      kept.set(topic, [...(kept.get(topic) ?? []), one]);
      const event = { ...one, topic, event: 'message' };
      for (const { send } of listenersOf(topic)) send(event);
      return event;
    },
    /** Opens with an event, and brings what was published after a message, or all. */
    stream(topic: string, from: string | null): Response {
      since.push(from ?? '');
      const own = listenersOf(topic);
      let listener: Listener;
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          const send = (one: object) =>
            controller.enqueue(new TextEncoder().encode(`${JSON.stringify(one)}\n`));
          listener = { send, close: () => controller.close() };
          own.add(listener);
          send({ id: 'open', event: 'open', topic });
          const all = kept.get(topic) ?? [];
          const first = all.findIndex(({ id }) => id === from) + 1;
          for (const one of all.slice(first)) send({ ...one, topic, event: 'message' });
          for (const wake of waiting) wake();
        },
        cancel: () => {
          own.delete(listener);
        },
      });
      return new Response(body, { headers: { 'content-type': 'application/x-ndjson' } });
    },
    /** Ends all connections, as a restart of the server does. */
    cut(): void {
      for (const own of listeners.values()) {
        for (const { close } of own) close();
        own.clear();
      }
    },
    /** Resolves once there were this many connections. */
    async connected(count: number): Promise<void> {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const wake = () => since.length >= count && resolve();
      const timer = setTimeout(
        () => reject(new Error(`${since.length} of ${count} connections came`)),
        PATIENCE_MS,
      );
      waiting.add(wake);
      wake();
      await promise.finally(() => {
        clearTimeout(timer);
        waiting.delete(wake);
      });
    },
  };
}
