import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';

/** Enough of an answer: what is longer is cut off. */
const MOST_BYTES = 64 * 1024;

export type Request = { method: string; headers: Record<string, string>; body: string };
/** What came of an answer before it ended, was long enough or failed. */
export type Answer = {
  status: number | null;
  retryAfter: string | undefined;
  body: Buffer;
  failure: Error | null;
};

/** Posts over a socket that stands, and reads the answer until it ends or the signal comes. */
export function post(
  socket: Socket,
  url: URL,
  { method, headers, body }: Request,
  signal: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let response: IncomingMessage | undefined;
    let size = 0;
    const end = (failure: Error | null) =>
      resolve({
        status: response?.statusCode ?? null,
        retryAfter: response?.headers['retry-after'],
        body: Buffer.concat(chunks),
        failure,
      });
    const read = (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= MOST_BYTES) end(null);
    };
    signal.addEventListener('abort', () => end(signal.reason));
    const path = url.pathname + url.search;
    const createConnection = () => socket;
    const fail = (reason: string) => {
      end(new Error(response ? 'Response interrupted' : `No response: ${reason}`));
    };
    // With any agent, also with `agent: false`, node:http would dial for itself.
    request({ method, path, headers, createConnection })
      .on('response', (incoming) => {
        response = incoming;
        incoming.on('data', read);
        incoming.on('end', () => (incoming.complete ? end(null) : fail('interrupted')));
        incoming.on('error', (err) => fail(err.message));
      })
      .on('upgrade', () => fail('unexpected protocol upgrade'))
      .on('error', (err) => fail(err.message))
      .on('close', () => fail('connection closed'))
      // As bytes: node:http would write the headers before a string as UTF-8, a second time.
      .end(Buffer.from(body));
  });
}
