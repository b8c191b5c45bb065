/** A kept connection that sends one request after another; cheap enough to open ten thousand. */

export type Answer = { status: number; body: string };
const ENDED: Answer = { status: 0, body: '' };
export type Connection = Awaited<ReturnType<typeof connect>>;

export async function connect(url: string) {
  const { hostname, port } = new URL(url);
  let pending = '';
  let waiting: ((answer: Answer) => void) | undefined;
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
    waiting?.(ENDED);
  };
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      data(_, bytes) {
        pending += bytes.toString('latin1');
        const answer = whole(pending);
        if (!answer) return;
        pending = '';
        waiting?.(answer);
      },
      close: end,
      error: end,
    },
  });
  return {
    /** Status 0 if the connection ended. */
    ask: (request: string) =>
      new Promise<Answer>((resolve) => {
        if (hasEnded) return resolve(ENDED);
        waiting = resolve;
        socket.write(request);
      }),
    end: () => socket.end(),
  };
}

export const getRequest = (path: string, headers: Record<string, string>): string => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\nHost: bench\r\n${lines.join('')}\r\n`;
};

function whole(text: string): Answer | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [, length = '0'] = /content-length: (\d+)/i.exec(text.slice(0, end)) ?? [];
  if (text.length < end + 4 + Number(length)) return undefined;
  return { status: Number(text.slice(9, 12)), body: text.slice(end + 4) };
}
