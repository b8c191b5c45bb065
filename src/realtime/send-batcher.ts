import type { ServerWebSocket } from 'bun';

type Packet = string | Uint8Array<ArrayBuffer>;

type Flush = () => boolean;

type Unsent = { count: () => number; drop: () => void };

/** A large packet to many clients is sent in several turns: a turn blocks all other requests. */
const LONGEST_TURN_MS = 8;
/** The most sent on one websocket before the next one's turn. */
const LARGEST_FLUSH = 256 * 1024;
/** A websocket with less unsent is not behind: so few are that all may be counted in each turn. */
const BEHIND = 64 * 1024;

type Limits = {
  /** The most unsent bytes of one websocket, and of all together. */
  backlog: number;
  backlogs: number;
};
const NONE = { backlog: Number.POSITIVE_INFINITY, backlogs: Number.POSITIVE_INFINITY };

/**
 * Sends a websocket's packets of one turn of the event loop together: each packet alone costs a
 * system call. Drops a websocket with a larger backlog than allowed, and those that are furthest behind once all
 * together have more.
 */
export function createSendBatcher({ backlog, backlogs }: Limits = NONE) {
  let flushes: Flush[] = [];
  const behind = new Map<object, Unsent>();
  const dropFurthest = () => {
    const counted: { unsent: Unsent; bytes: number }[] = [];
    let all = 0;
    for (const [key, unsent] of behind) {
      const bytes = unsent.count();
      if (bytes < BEHIND) {
        behind.delete(key);
        continue;
      }
      counted.push({ unsent, bytes });
      all += bytes;
    }
    if (all <= backlogs) return;
    counted.sort((one, other) => one.bytes - other.bytes);
    while (all > backlogs) {
      const furthest = counted.pop();
      if (!furthest) return;
      all -= furthest.bytes;
      furthest.unsent.drop();
    }
  };
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
    if (behind.size > 0) dropFurthest();
    if (flushes.length > 0) setImmediate(flushSome);
  };
  const later = (flush: Flush) => {
    if (flushes.push(flush) === 1) setImmediate(flushSome);
  };

  /** The part of the websocket that the engine uses. */
  return <Data>(socket: ServerWebSocket<Data>) => {
    let waiting: Packet[] = [];
    let bytes = 0;
    const unsent: Unsent = {
      count: () => (socket.readyState === WebSocket.OPEN ? bytes + socket.getBufferedAmount() : 0),
      drop: () => socket.terminate(),
    };
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
      if (unsent.count() >= BEHIND) behind.set(socket, unsent);
      return waiting.length > 0;
    };
    return {
      data: socket.data,
      get readyState() {
        return socket.readyState;
      },
      send(packet: Packet): void {
        bytes += packet.length;
        if (bytes > backlog) socket.terminate();
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
