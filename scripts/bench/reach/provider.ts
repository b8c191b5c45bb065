/** An ntfy server that notes when each notice of a question arrived. */

export type Arrivals = ReturnType<typeof openProvider>;

export function openProvider() {
  /** By the question's id, in milliseconds of this process. */
  const arrived = new Map<string, number[]>();
  let count = 0;
  let wake: (() => void) | null = null;
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const at = performance.now();
      if (request.method === 'DELETE') return new Response();
      const { sequence_id: id } = (await request.json()) as { sequence_id: string };
      arrived.set(id, [...(arrived.get(id) ?? []), at]);
      count++;
      wake?.();
      return Response.json({ id: `${count}`, event: 'message', sequence_id: id });
    },
  });
  return {
    arrived,
    url: `http://127.0.0.1:${server.port}`,
    /** Resolves once that number of notices have arrived. */
    async has(number: number): Promise<void> {
      while (count < number) await new Promise<void>((resolve) => (wake = resolve));
    },
    close: () => server.stop(true),
  };
}
