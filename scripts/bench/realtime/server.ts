/** The inbox's sockets and a bare publish, side by side, in the measured process. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localAgent } from '../../../src/core/access/callers.ts';
import { localOwner } from '../../../src/core/access/local-owner.ts';
import { createChannel } from '../../../src/core/channels/channels.ts';
import { openInbox } from '../../../src/core/open.ts';
import { silentLog } from '../../../src/log.ts';
import { createSockets } from '../../../src/realtime/sockets.ts';

export type Kind = 'inbox' | 'bare';
export type Run = { kind: Kind; channels: string[]; events: number; perSecond: number | null };
export type Sent = { startedAt: number; seconds: number; cpuSeconds: number };

const TICK_MS = 5;
const data = mkdtempSync(join(tmpdir(), 'inbox-bench-'));
const inbox = await openInbox({ data, log: silentLog(), holder: 'a benchmark' });
const sockets = createSockets(inbox, {
  identify: async () => localAgent(),
  corsOrigins: [],
  anonymous: {
    addressOf: () => 'here',
    isKnown: async () => true,
    knownAddresses: { has: () => true, note: () => {} },
    byAddress: false,
  },
});
const own = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: (request, server) =>
    sockets.handle(request, server as never) ?? new Response(null, { status: 404 }),
  websocket: sockets.websocket,
});
const bare = Bun.serve<{ channelId: string }>({
  hostname: '127.0.0.1',
  port: 0,
  fetch(request, server) {
    const channelId = new URL(request.url).searchParams.get('channel') ?? '';
    return server.upgrade(request, { data: { channelId } }) ? undefined : new Response(null);
  },
  websocket: {
    open: (socket) => void socket.subscribe(socket.data.channelId),
    message: () => {},
  },
});
const announce: Record<Kind, (payload: Payload) => void> = {
  inbox: (payload) => inbox.bus.announce({ name: 'message:delta', payload }),
  bare: (payload) =>
    void bare.publish(payload.channelId, JSON.stringify(['message:delta', payload])),
};
type Payload = { channelId: string; streamId: string; delta: string };

/** Wall time in microseconds, always 16 digits; the clients subtract it from theirs. */
const now = () => (performance.timeOrigin + performance.now()) * 1000;

async function run({ kind, channels, events, perSecond }: Run): Promise<Sent> {
  const cpu = process.cpuUsage();
  const startedAt = now();
  const due = () =>
    perSecond === null ? events : Math.min(events, ((now() - startedAt) / 1e6) * perSecond);
  for (let sent = 0; sent < events; ) {
    for (; sent < due(); sent++) {
      const channelId = channels[sent % channels.length] ?? '';
      announce[kind]({ channelId, streamId: 'bench', delta: now().toFixed(0) });
    }
    if (sent < events) await Bun.sleep(TICK_MS);
  }
  const seconds = (now() - startedAt) / 1e6;
  // Buffered data is sent, and counted, before the loop gets to the timer.
  await Bun.sleep(TICK_MS);
  const { user, system } = process.cpuUsage(cpu);
  return { startedAt, seconds, cpuSeconds: (user + system) / 1e6 };
}

const verbs = {
  run,
  async channels(count: number) {
    const owner = await localOwner(inbox);
    const input = { name: 'Bench', description: null, avatarUrl: null, webhookUrl: null };
    const made = Array.from({ length: count }, () => createChannel(inbox, owner, input));
    return (await Promise.all(made)).map(({ id }) => id);
  },
  urls: () => ({ inbox: `ws://127.0.0.1:${own.port}`, bare: `ws://127.0.0.1:${bare.port}` }),
  memory() {
    Bun.gc(true);
    return process.memoryUsage.rss();
  },
  async end() {
    sockets.close();
    await Promise.all([own.stop(true), bare.stop(true)]);
    await inbox.close();
    rmSync(data, { recursive: true, force: true });
  },
};
export type ServerVerbs = typeof verbs;

process.on('message', async ({ verb, input }: { verb: keyof ServerVerbs; input: never }) => {
  process.send?.({ answer: (await verbs[verb](input)) ?? null });
});
process.send?.({ answer: 'ready' });
