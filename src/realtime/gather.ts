import type { ServerWebSocket } from 'bun';

type Packet = string | Uint8Array<ArrayBuffer>;

/** Sends what one turn of the event loop has for a websocket at once: a packet alone costs a system call. */
export function createGatherer() {
  let flushes: (() => void)[] = [];
  const flushAll = () => {
    const due = flushes;
    flushes = [];
    for (const flush of due) flush();
  };
  const later = (flush: () => void) => {
    if (flushes.push(flush) === 1) setImmediate(flushAll);
  };

  /** As much of the websocket as the engine uses. */
  return <Data>(socket: ServerWebSocket<Data>) => {
    let waiting: Packet[] = [];
    const flush = () => {
      const packets = waiting;
      waiting = [];
      socket.cork(() => {
        for (const packet of packets) socket.send(packet);
      });
    };
    return {
      data: socket.data,
      get readyState() {
        return socket.readyState;
      },
      send(packet: Packet): void {
        if (waiting.push(packet) === 1) later(flush);
      },
      close(code?: number, reason?: string): void {
        flush();
        socket.close(code, reason);
      },
    };
  };
}
