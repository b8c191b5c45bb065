import { connect, isIP, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { hostOf } from '../../core/outgoing/addresses.ts';
import { timerMs } from '../../core/timers.ts';

/** An address that does not answer must leave time for the next one. */
const LONGEST_TRY_MS = 2000;

/**
 * Connects to the first address that answers, securely for https. Only addresses are dialled, never
 * the name: a second lookup could lead elsewhere. The socket lives until the signal.
 */
export async function dial(url: URL, addresses: string[], signal: AbortSignal): Promise<Socket> {
  const failures: Error[] = [];
  for (const [index, address] of addresses.entries()) {
    const isLast = index === addresses.length - 1;
    const socket = open(url, address);
    try {
      await connected(socket, url, signal, isLast ? undefined : LONGEST_TRY_MS);
      return socket;
    } catch (err) {
      socket.destroy();
      signal.throwIfAborted();
      failures.push(err as Error);
    }
  }
  throw new Error(`Could not connect: ${failures.at(-1)?.message}`);
}

function open(url: URL, host: string): Socket {
  const isSecure = url.protocol === 'https:';
  const port = Number(url.port || (isSecure ? 443 : 80));
  if (!isSecure) return connect({ host, port });
  const name = hostOf(url);
  // A certificate may name an address, but SNI may not.
  const servername = isIP(name) ? '' : name;
  return connectSecurely({ host, port, servername, rejectUnauthorized: true });
}

function connected(
  socket: Socket,
  url: URL,
  signal: AbortSignal,
  timeoutMs: number | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer =
      timeoutMs && setTimeout(() => reject(new Error('connection timed out')), timerMs(timeoutMs));
    const end = (err?: Error) => {
      clearTimeout(timer);
      if (err) reject(err);
      else resolve();
    };
    socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => end());
    // The listener stays: a socket's error without one ends the process.
    socket.on('error', end);
    socket.once('close', () => end(new Error('connection closed')));
    signal.addEventListener('abort', () => {
      socket.destroy();
      end(signal.reason);
    });
  });
}
