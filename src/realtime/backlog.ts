import type { Server as Engine } from '@socket.io/bun-engine';

/**
 * Drops a polling client as soon as more waits for it than that; it may come back. The backlog of a
 * websocket is Bun's to bound: the engine hands each packet on at once.
 */
export function boundBacklog(engine: Engine, largestBytes: number): void {
  engine.on('connection', (connection) => {
    let waiting = 0;
    connection.on('packetCreate', ({ data }) => {
      waiting += lengthOf(data);
      if (waiting > largestBytes) connection.transport.close();
    });
    connection.on('flush', () => {
      waiting = 0;
    });
  });
}

const lengthOf = (data: string | { byteLength: number } | undefined): number =>
  typeof data === 'string' ? data.length : (data?.byteLength ?? 0);
