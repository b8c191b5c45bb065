import type { LiveNamespace, LiveSocket } from './socket.ts';

const CHECK_MS = 1000;

/**
 * Disconnects clients that poll too rarely for what waits for them. The backlog of a websocket is
 * Bun's to bound; that of a polling client lies in the engine.
 */
export function boundBacklog(namespaces: LiveNamespace[], largestBytes: number): () => void {
  const timer = setInterval(() => {
    for (const socket of namespaces.flatMap((namespace) => [...namespace.sockets.values()])) {
      if (backlogOf(socket) > largestBytes) socket.disconnect(true);
    }
  }, CHECK_MS);
  return () => clearInterval(timer);
}

function backlogOf({ conn }: LiveSocket): number {
  const { writeBuffer } = conn as unknown as { writeBuffer: { data?: { length: number } }[] };
  return writeBuffer.reduce((sum, packet) => sum + (packet.data?.length ?? 0), 0);
}
