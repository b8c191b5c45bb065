import type { Server as Engine } from '@socket.io/bun-engine';
import { lengthOf, type Packet } from './unsent.ts';

/**
 * Drops a polling client once its backlog exceeds that; it may reconnect. Bun limits the backlog of
 * a websocket: the engine passes each packet straight on.
 */
export function boundBacklog(engine: Engine, largestBytes: number): void {
  engine.on('connection', (connection) => {
    if (connection.transport.name !== 'polling') return;
    let waiting = 0;
    const grow = ({ data }: Packet) => {
      waiting += lengthOf(data);
      if (waiting > largestBytes) connection.transport.close();
    };
    const empty = () => {
      waiting = 0;
    };
    connection.on('packetCreate', grow);
    connection.on('flush', empty);
    connection.once('upgrade', () => {
      connection.off('packetCreate', grow);
      connection.off('flush', empty);
    });
  });
}
