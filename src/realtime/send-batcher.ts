import type { ServerWebSocket } from 'bun';

type Packet = string | Uint8Array<ArrayBuffer>;

type Flush = () => boolean;

/** A large packet to many clients is sent in several turns: a turn blocks all other requests. */
const LONGEST_TURN_MS = 8;
/** The most sent on one websocket before the next one's turn. */
const LARGEST_FLUSH = 256 * 1024;

/**
 * Sends a websocket's packets of one turn of the event loop together: each packet alone costs a
 * system call. Drops a websocket with a larger backlog than allowed.
 */
export function createSendBatcher(largestBacklog = Number.POSITIVE_INFINITY) {
  let flushes: Flush[] = [];
  const flushSome = () => {
    const due = flushes;
    flushes = [];
    const until = performance.now() + LONGEST_TURN_MS;
    let at = 0;
    while (at < due.length && performance.now() < until) {
      const flush = due[at++] as Flush;
      if (flush()) due.push(flush);
    }
    const came = flushes;
    flushes = due.slice(at);
    for (const flush of came) flushes.push(flush);
    if (flushes.length > 0) setImmediate(flushSome);
  };
  const later = (flush: Flush) => {
    if (flushes.push(flush) === 1) setImmediate(flushSome);
  };

  /** The part of the websocket that the engine uses. */
  return <Data>(socket: ServerWebSocket<Data>) => {
    let waiting: Packet[] = [];
    let bytes = 0;
    /** Returns whether more is left. */
    const flush = (most = LARGEST_FLUSH) => {
      let size = 0;
      let sent = 0;
      socket.cork(() => {
        while (sent < waiting.length && size < most) {
          const packet = waiting[sent++] as Packet;
          size += packet.length;
          socket.send(packet);
        }
      });
      waiting = waiting.slice(sent);
      bytes -= size;
      return waiting.length > 0;
    };
    return {
      data: socket.data,
      get readyState() {
        return socket.readyState;
      },
      send(packet: Packet): void {
        bytes += packet.length;
        if (bytes > largestBacklog) socket.terminate();
        else if (waiting.push(packet) === 1) later(() => flush());
      },
      /** The bytes that wait here, or in Bun for the client to read. */
      getBufferedAmount: () => bytes + socket.getBufferedAmount(),
      close(code?: number, reason?: string): void {
        flush(Number.POSITIVE_INFINITY);
        socket.close(code, reason);
      },
    };
  };
}
