import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import type { AllowList } from '../../core/outgoing/addresses.ts';
import { timerMs } from '../../core/timers.ts';
import { version } from '../../version.ts';
import { dial } from './dial.ts';
import { addressesOf, createResolve } from './resolve.ts';

/** A longer line is none of those that are expected. */
const LONGEST_LINE = 64 * 1024;

type Stream = {
  url: URL;
  headers: Record<string, string>;
  allow: AllowList;
  /** Without a byte for this long, the connection is considered lost. */
  silenceMs: number;
};

/** Reads a response that does not end, line by line. Throws when it ends, fails or is aborted. */
export async function readLines(
  { url, headers, allow, silenceMs }: Stream,
  onLine: (line: string) => Promise<void>,
  signal: AbortSignal,
): Promise<never> {
  const ending = new AbortController();
  const cutOff = () => ending.abort(signal.reason);
  const silent = () => ending.abort(new Error(`Nothing received for ${silenceMs / 1000}s`));
  let timer = setTimeout(silent, timerMs(silenceMs));
  signal.addEventListener('abort', cutOff);
  try {
    signal.throwIfAborted();
    const addresses = await addressesOf(url, allow, createResolve(allow));
    const socket = await dial(url, addresses, ending.signal);
    const response = await open(url, headers, () => socket);
    ending.signal.addEventListener('abort', () => response.destroy(ending.signal.reason));
    if (response.statusCode !== 200) throw new Error(`HTTP ${response.statusCode}`);
    let rest = '';
    response.setEncoding('utf8');
    for await (const chunk of response) {
      clearTimeout(timer);
      timer = setTimeout(silent, timerMs(silenceMs));
      const lines = `${rest}${chunk}`.split('\n');
      rest = (lines.pop() ?? '').slice(0, LONGEST_LINE);
      for (const line of lines) await onLine(line);
    }
    throw new Error('The connection ended');
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cutOff);
    ending.abort();
  }
}

/** Over a socket that is open already: node:http would dial by itself. */
function open(
  { pathname, search, host }: URL,
  given: Record<string, string>,
  createConnection: () => Socket,
): Promise<IncomingMessage> {
  const headers = { ...given, host, 'user-agent': `agent-inbox/${version}`, connection: 'close' };
  return new Promise((resolve, reject) => {
    request({ method: 'GET', path: pathname + search, headers, createConnection })
      .on('response', resolve)
      .on('error', reject)
      .on('close', () => reject(new Error('No response: connection closed')))
      .end();
  });
}
