/** Requests exactly as a foreign client sends them. */
import { expect } from 'bun:test';
import { type TestServer, testServer } from '../server/server.ts';

export type Exchange = Awaited<ReturnType<typeof exchange>>;
type Request = { method?: string; headers?: Record<string, string>; body?: string | FormData };

/** A server and what a client needs: the base URL, an API key, and the person who answers. */
export async function exchange() {
  const server: TestServer = await testServer();
  const key = server.agentKey.key;
  return {
    server,
    key,
    /** Every response must parse as JSON, whatever its status: these clients always parse. */
    async send(path: string, { method = 'GET', headers = {}, body }: Request = {}) {
      const init = { method, headers: { 'x-api-key': key, ...headers }, ...(body ? { body } : {}) };
      const response = await fetch(`${server.url}/api/v1${path}`, init);
      const text = await response.text();
      expect(text).not.toBe('');
      return { status: response.status, body: JSON.parse(text), headers: response.headers };
    },
    answer: (id: string, response: unknown) =>
      server.as.owner.post(`/reviews/${id}/respond`, { response }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
