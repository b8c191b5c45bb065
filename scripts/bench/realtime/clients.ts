/** The subscribers, in a separate process: plain websockets, so that both kinds cost them the same. */
import type { Kind } from './server.ts';

export type Received = { lastAt: number; latenciesMs: number[] };
type Subscribe = { kind: Kind; url: string; channelId: string };

const STAMP = 16;
const TAIL = '"}]'.length;
const latencies: Record<Kind, number[]> = { inbox: [], bare: [] };
let wanted = { kind: 'bare' as Kind, count: Number.POSITIVE_INFINITY, reached: () => {} };
const now = () => (performance.timeOrigin + performance.now()) * 1000;

/** Every event ends with the time at which it was announced. */
function receive(kind: Kind, text: string): void {
  const stamp = Number(text.slice(-TAIL - STAMP, -TAIL));
  const count = latencies[kind].push((now() - stamp) / 1000);
  if (kind === wanted.kind && count >= wanted.count) wanted.reached();
}

const subscribe = ({ kind, url, channelId }: Subscribe) =>
  kind === 'bare' ? subscribeBare(url, channelId) : subscribeInbox(url, channelId);

function subscribeBare(url: string, channelId: string): Promise<void> {
  const socket = new WebSocket(`${url}/?channel=${channelId}`);
  socket.onmessage = ({ data }) => receive('bare', data);
  return new Promise((resolve) => {
    socket.onopen = () => resolve();
  });
}

function subscribeInbox(url: string, channelId: string): Promise<void> {
  const socket = new WebSocket(`${url}/socket.io/?EIO=4&transport=websocket`);
  return new Promise((resolve) => {
    socket.onmessage = ({ data }) => {
      if (data.startsWith('42')) receive('inbox', data);
      else if (data.startsWith('43')) resolve();
      else if (data.startsWith('40')) socket.send(`420["subscribe:channel","${channelId}"]`);
      else if (data.startsWith('0')) socket.send('40{}');
      else if (data === '2') socket.send('3');
    };
  });
}

const verbs = {
  async subscribe(all: Subscribe[]) {
    for (const one of all) await subscribe(one);
  },
  /** Resolves once that many events have arrived since the last call. */
  async collect({ kind, count }: { kind: Kind; count: number }): Promise<Received> {
    if (latencies[kind].length < count) {
      await new Promise<void>((reached) => {
        wanted = { kind, count, reached };
      });
    }
    const lastAt = now();
    const latenciesMs = latencies[kind];
    latencies[kind] = [];
    return { lastAt, latenciesMs };
  },
};
export type ClientVerbs = typeof verbs;

process.on('message', async ({ verb, input }: { verb: keyof ClientVerbs; input: never }) => {
  process.send?.({ answer: (await verbs[verb](input)) ?? null });
});
process.send?.({ answer: 'ready' });
