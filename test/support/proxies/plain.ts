/** A reverse proxy on loopback that does not pass on WebSockets, like nginx by default. */
type Faults = { isSilent?: boolean; mostBytes?: number; holdsMs?: number; forwardsFor?: string };

export function plainProxy(target: () => string, faults: Faults = {}) {
  const { isSilent = false, mostBytes = Infinity, holdsMs = 60_000 } = faults;
  let passes = false;
  const upgrades: string[] = [];
  const server = Bun.serve<{ to: WebSocket }>({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 60,
    async fetch(request, self) {
      const { pathname, search } = new URL(request.url);
      const url = target() + pathname + search;
      const isUpgrade = request.headers.get('upgrade') === 'websocket';
      if (isUpgrade) upgrades.push(pathname);
      if (isUpgrade && passes) {
        const headers = Object.fromEntries(request.headers);
        const to = new WebSocket(url.replace('http', 'ws'), { headers } as never);
        if (self.upgrade(request, { data: { to } })) return undefined;
      }
      if (isUpgrade && isSilent) return new Promise<Response>(() => {});
      const headers = new Headers(request.headers);
      for (const name of ['connection', 'upgrade', 'host']) headers.delete(name);
      if (faults.forwardsFor) headers.set('x-forwarded-for', faults.forwardsFor);
      const { method, signal } = request;
      const body = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer();
      if ((body?.byteLength ?? 0) > mostBytes) return new Response(null, { status: 413 });
      const late = AbortSignal.any([signal, AbortSignal.timeout(holdsMs)]);
      const init = { method, headers, body, signal: late, redirect: 'manual' } as const;
      const answer = await fetch(url, init).catch(() => new Response(null, { status: 504 }));
      // As a whole, once all of it is there.
      const whole = await answer.arrayBuffer();
      return new Response(whole.byteLength > 0 ? whole : null, {
        status: answer.status,
        headers: [...answer.headers].filter(([name]) => !/^content-(encoding|length)$/.test(name)),
      });
    },
    websocket: {
      open(socket) {
        const { to } = socket.data;
        to.onmessage = ({ data }) => void socket.send(data);
        to.onclose = () => socket.close();
      },
      message: (socket, data) => socket.data.to.send(data),
      close: (socket) => socket.data.to.close(),
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    /** How often a client has tried a WebSocket. */
    tries: () => upgrades.length,
    /** Passes on later requests. */
    pass(): void {
      passes = true;
    },
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}
