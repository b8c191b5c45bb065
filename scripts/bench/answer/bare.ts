/** The smallest server that passes an answer on: one request waits, another one releases it. */
let waiting: (() => void) | undefined;

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  async fetch({ url }) {
    if (url.endsWith('/wait')) await new Promise<void>((resolve) => (waiting = resolve));
    else waiting?.();
    return Response.json({ status: 'completed' });
  },
});
process.send?.(`http://127.0.0.1:${server.port}`);
