/** One connection of Socket Mode: what Slack sends over it, one message after another. */
import { timerMs } from '../../../core/timers.ts';

type Use = {
  send: (text: string) => void;
  /** Ends the connection. */
  leave: () => void;
};
type OnText = (text: string, use: Use) => Promise<void>;
type Socket = {
  /** Secret: it contains a ticket. */
  url: string;
  /** Without a frame for this long, the connection is considered lost. */
  silenceMs: number;
};

/** Resolves once `leave` was called, and throws if the connection ends otherwise. */
export async function readSocket(
  { url, silenceMs }: Socket,
  onText: OnText,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const ended = Promise.withResolvers<void>();
  const socket = new WebSocket(url);
  const isOpen = () => socket.readyState === WebSocket.OPEN;
  const silent = () => ended.reject(new Error(`Nothing received for ${silenceMs / 1000}s`));
  const timer = setTimeout(silent, timerMs(silenceMs));
  const cutOff = () => ended.reject(signal.reason);
  const use = { send: (text: string) => isOpen() && socket.send(text), leave: ended.resolve };
  let handling = Promise.resolve();
  for (const name of ['open', 'message', 'ping', 'pong']) {
    socket.addEventListener(name, () => timer.refresh());
  }
  socket.addEventListener('message', ({ data }) => {
    handling = handling.then(() => onText(`${data}`, use)).catch(ended.reject);
  });
  socket.addEventListener('close', () => ended.reject(new Error('The connection ended')));
  signal.addEventListener('abort', cutOff);
  try {
    await ended.promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cutOff);
    // An answer that is being stored is acknowledged before.
    await handling;
    closeInTime(socket);
  }
}

const CLOSING_MS = 1000;

/** Slack may answer the frame that closes, but leave its connection open. */
function closeInTime(socket: WebSocket): void {
  if (socket.readyState === WebSocket.CLOSED) return;
  const cut = () => {
    if ('terminate' in socket && typeof socket.terminate === 'function') socket.terminate();
  };
  const timer = setTimeout(cut, CLOSING_MS);
  socket.addEventListener('close', () => clearTimeout(timer));
  socket.close(1000);
}
