/** A webhook's receiver on loopback: it keeps the requests, and answers as set by the test. */

export type Received = {
  method: string;
  path: string;
  search: string;
  headers: Headers;
  body: string;
  bytes: Buffer;
  /** In milliseconds since 1970. */
  at: number;
};
type Answer = (request: Received) => Response | number | Promise<Response | number>;
export type Receiver = ReturnType<typeof testReceiver>;

const PATIENCE_MS = 15_000;

export function testReceiver(answer: Answer = () => 200) {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  let answers = answer;
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const at = Date.now();
      const { method, headers, url } = request;
      const { pathname: path, search } = new URL(url);
      const bytes = Buffer.from(await request.arrayBuffer());
      const one = { method, path, search, headers, body: `${bytes}`, bytes, at };
      received.push(one);
      for (const wake of waiting) wake();
      const outcome = await answers(one);
      return outcome instanceof Response ? outcome : new Response(null, { status: outcome });
    },
  });

  async function has(count: number, patienceMs = PATIENCE_MS): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const wake = () => received.length >= count && resolve();
    const tooFew = () => reject(new Error(`${received.length} of ${count} deliveries came`));
    const timer = setTimeout(tooFew, patienceMs);
    waiting.add(wake);
    wake();
    await promise.finally(() => {
      clearTimeout(timer);
      waiting.delete(wake);
    });
  }

  return {
    url: `http://127.0.0.1:${server.port}`,
    received,
    bodies: () => received.map(({ body }) => JSON.parse(body)),
    ids: () => received.map(({ headers }) => headers.get('webhook-id')),
    /** Sets the answers to later requests. */
    answer(next: Answer): void {
      answers = next;
    },
    /** Resolves once this many requests have arrived. */
    has,
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}
