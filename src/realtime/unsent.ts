/** How much was emitted to a socket that its client has not received yet. */
import type { LiveSocket } from './socket.ts';

export type Packet = { data?: string | { byteLength: number } };

/** The parts of the engine's connection that its types keep private. */
type Connection = {
  /** The packets that a polling client has not fetched yet. */
  writeBuffer: Packet[];
  transport: { socket?: { getBufferedAmount: () => number } };
};

const CHECKED_EVERY_MS = 20;

/** Resolves once at most `most` bytes are unsent, or the socket has closed. */
export async function drained(socket: LiveSocket, most: number): Promise<void> {
  while (socket.connected && unsentOf(socket) > most) await Bun.sleep(CHECKED_EVERY_MS);
}

function unsentOf({ conn }: LiveSocket): number {
  const { writeBuffer, transport } = conn as unknown as Connection;
  let bytes = transport.socket?.getBufferedAmount() ?? 0;
  for (const { data } of writeBuffer) bytes += lengthOf(data);
  return bytes;
}

export const lengthOf = (data: Packet['data']): number =>
  typeof data === 'string' ? data.length : (data?.byteLength ?? 0);
