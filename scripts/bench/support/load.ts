/** Keep-alive connections that each send the next request as soon as they have an answer. */

export type Load = { url: string; connections: number; forMs: number };
export type Measured = {
  count: number;
  perSecond: number;
  p50: number;
  p99: number;
  failed: number;
};

/** `request` returns the n-th request in full, from its first line to the end of its body. */
export async function load(
  { url, connections, forMs }: Load,
  request: (n: number) => string,
): Promise<Measured> {
  const { hostname, port } = new URL(url);
  const took: number[] = [];
  let asked = 0;
  let failed = 0;
  const startedAt = performance.now();
  const isOver = () => performance.now() - startedAt >= forMs;

  const one = () =>
    new Promise<void>((resolve) => {
      let sentAt = 0;
      let pending = '';
      const next = (socket: { write: (text: string) => unknown; end: () => unknown }) => {
        if (isOver()) {
          socket.end();
          return resolve();
        }
        sentAt = performance.now();
        socket.write(request(asked++));
      };
      void Bun.connect({
        hostname,
        port: Number(port),
        socket: {
          open: next,
          data(socket, bytes) {
            pending += bytes.toString('latin1');
            const answered = whole(pending);
            if (!answered) return;
            pending = '';
            took.push(performance.now() - sentAt);
            if (!answered.ok) failed++;
            next(socket);
          },
          close: () => resolve(),
          error: () => resolve(),
        },
      });
    });

  await Promise.all(Array.from({ length: connections }, one));
  const seconds = (performance.now() - startedAt) / 1000;
  took.sort((a, b) => a - b);
  const quantileAt = (share: number) => took[Math.floor(took.length * share)] ?? 0;
  return {
    count: took.length,
    perSecond: took.length / seconds,
    p50: quantileAt(0.5),
    p99: quantileAt(0.99),
    failed,
  };
}

/** A complete answer; its body has a length. */
function whole(text: string): { ok: boolean } | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [, length = '0'] = /content-length: (\d+)/i.exec(text.slice(0, end)) ?? [];
  if (text.length < end + 4 + Number(length)) return undefined;
  return { ok: text.startsWith('HTTP/1.1 2') };
}

/** A request with a JSON body. */
export function jsonRequest(path: string, headers: Record<string, string>, body: unknown): string {
  const text = JSON.stringify(body);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = Buffer.byteLength(text);
  return `POST ${path} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n${lines.join('')}Content-Length: ${length}\r\n\r\n${text}`;
}
