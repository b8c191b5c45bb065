import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';

/** The part of an answer that is read; the rest is cut off. */
export const MOST_BYTES = 64 * 1024;

export type Request = { method: string; headers: Record<string, string>; body: string | Buffer };
/** The part of an answer received before it ended, reached the limit or failed. */
export type Answer = {
  status: number | null;
  retryAfter: string | undefined;
  body: Buffer;
  failure: Error | null;
};

/** Posts over an open socket, and reads the answer until it ends or the signal aborts. */
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
    // With any agent, even with `agent: false`, node:http would dial by itself.
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
      // As bytes: if the body is a string, node:http writes the headers as UTF-8, which encodes
      // them twice.
      .end(typeof body === 'string' ? Buffer.from(body) : body);
  });
}
