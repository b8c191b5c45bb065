/** Events to many sockets, compared with a bare publish of Bun's: `bun run bench realtime`. */
import { cpus, totalmem } from 'node:os';
import type { ClientVerbs } from './realtime/clients.ts';
import type { Kind, ServerVerbs } from './realtime/server.ts';
import { startWorker } from './realtime/worker.ts';

const KINDS: Kind[] = ['inbox', 'bare'];
const ROUNDS = 5;
const SUBSCRIBERS = 1000;
const CHANNELS = 100;
const GOAL = 0.5;

type Scenario = { name: string; channels: string[]; events: number; perSecond: number | null };
type Round = { perSecond: number; p50: number; p99: number; cpuMicros: number };

const server = await startWorker<ServerVerbs>('server.ts');
const clients = await startWorker<ClientVerbs>('clients.ts');
try {
  await bench();
} finally {
  await server.call('end');
  await Promise.all([server.end(), clients.end()]);
}

async function bench(): Promise<void> {
  const [cpu] = cpus();
  const gib = Math.round(totalmem() / 2 ** 30);
  console.log(`${cpu?.model.trim()}, ${cpus().length} cores, ${gib} GiB, Bun ${Bun.version}`);
  const [one = '', ...many] = await server.call('channels', 1 + CHANNELS);
  const crowd = new Array<string>(SUBSCRIBERS).fill(one);
  for (const kind of KINDS) {
    const bytes = await connect(kind, crowd);
    console.log(`${kind}: ${(bytes / SUBSCRIBERS / 1024).toFixed(1)} KiB a socket`);
    await connect(kind, many);
  }
  const ratio = await compare(
    { name: 'flood, 1,000 subscribers', channels: [one], events: 200, perSecond: null },
    SUBSCRIBERS,
  );
  await compare(
    { name: '20 events/s, 1,000 subscribers', channels: [one], events: 40, perSecond: 20 },
    SUBSCRIBERS,
  );
  await compare(
    { name: '20,000 events/s, 100 channels', channels: many, events: 40_000, perSecond: 20_000 },
    1,
  );
  const verdict = ratio >= GOAL ? 'reached' : 'missed';
  console.log(`fan-out against the bare publish: ${ratio.toFixed(2)}; goal ≥ ${GOAL}: ${verdict}`);
}

/** Connects a subscriber for each channel; returns the memory that adds to the server, in bytes. */
async function connect(kind: Kind, channels: string[]): Promise<number> {
  const url = (await server.call('urls'))[kind];
  const before = await server.call('memory');
  await clients.call(
    'subscribe',
    channels.map((channelId) => ({ kind, url, channelId })),
  );
  return (await server.call('memory')) - before;
}

/**
 * Runs both in turns and prints their medians; resolves to the ratio of the inbox's speed to the
 * other.
 */
async function compare(scenario: Scenario, subscribers: number): Promise<number> {
  const rounds: Record<Kind, Round[]> = { inbox: [], bare: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const kind of KINDS) rounds[kind].push(await play(kind, scenario, subscribers));
  }
  const table = KINDS.map((kind) => ({ kind, ...medians(rounds[kind]) }));
  console.log(`\n${scenario.name}`);
  console.table(
    table.map(({ kind, perSecond, p50, p99, cpuMicros }) => ({
      server: kind,
      'deliveries/s': Math.round(perSecond),
      'p50 ms': Number(p50.toFixed(2)),
      'p99 ms': Number(p99.toFixed(2)),
      'server µs/delivery': Number(cpuMicros.toFixed(2)),
    })),
  );
  const [ours, theirs] = table;
  return (ours?.perSecond ?? 0) / (theirs?.perSecond ?? 1);
}

async function play(kind: Kind, { channels, events, perSecond }: Scenario, subscribers: number) {
  const count = events * subscribers;
  const [sent, received] = await Promise.all([
    server.call('run', { kind, channels, events, perSecond }),
    clients.call('collect', { kind, count }),
  ]);
  const latencies = received.latenciesMs.sort((a, b) => a - b);
  return {
    perSecond: count / ((received.lastAt - sent.startedAt) / 1e6),
    p50: latencies[Math.floor(count * 0.5)] ?? Number.NaN,
    p99: latencies[Math.floor(count * 0.99)] ?? Number.NaN,
    cpuMicros: (sent.cpuSeconds * 1e6) / count,
  };
}

function medians(rounds: Round[]): Round {
  const medianOf = (name: keyof Round) =>
    rounds.map((round) => round[name]).sort((a, b) => a - b)[Math.floor(rounds.length / 2)] ?? 0;
  return {
    perSecond: medianOf('perSecond'),
    p50: medianOf('p50'),
    p99: medianOf('p99'),
    cpuMicros: medianOf('cpuMicros'),
  };
}
