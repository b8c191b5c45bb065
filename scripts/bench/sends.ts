/**
 * Durable sends a second on 64 connections, compared with a floor written by hand, and with the
 * server without the log of events, in alternating rounds: `bun run bench sends`.
 */
import { Database } from 'bun:sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NewKey } from '../../src/core/access/schema.ts';
import type { Agent } from '../../src/core/channels/schema.ts';
import { jsonRequest, load, type Measured } from './support/load.ts';
import { estimate, PAIRS } from './support/pairs.ts';
import { cpuMs } from './support/process.ts';
import { quantile, report, reportMachine } from './support/report.ts';
import { startChild, startInbox } from './support/server.ts';

const ROUND_MS = Number(process.env.BENCH_ROUND_MS ?? 3000);
type Round = Measured & { cpuMicros: number };
type Rounds = { floor: Round; inbox: Round; unlogged: Round }[];
type Inbox = Awaited<ReturnType<typeof startInbox>>;

const words = 'Deploy build test release merge review cache index shard queue worker'.split(' ');

reportMachine();
const data = mkdtempSync(join(tmpdir(), 'inbox-bench-'));
const floor = await startChild(join(import.meta.dir, 'sends/floor.ts'), data);
const inbox = await startInbox();
const unlogged = await startInbox({}, join(import.meta.dir, 'sends/unlogged.ts'));
try {
  const [toInbox, toUnlogged] = [await senderTo(inbox), await senderTo(unlogged)];
  const rounds: Rounds = [];
  for (let at = -1; at < PAIRS; at++) {
    const turns = [() => round(inbox, toInbox), () => round(unlogged, toUnlogged)] as const;
    const first = await turns[at % 2 === 0 ? 0 : 1]();
    const second = await turns[at % 2 === 0 ? 1 : 0]();
    const [ours, without] = at % 2 === 0 ? [first, second] : [second, first];
    const least = await round(floor, toInbox);
    // The first round warms up.
    if (at >= 0) rounds.push({ floor: least, inbox: ours, unlogged: without });
  }
  mustHaveEvents(inbox, true);
  mustHaveEvents(unlogged, false);
  reportRounds(rounds);
} finally {
  await floor.stop();
  await inbox.stop();
  await unlogged.stop();
  rmSync(data, { recursive: true, force: true });
}

/** Makes the n-th request, which sends a message to a separate channel. */
async function senderTo({ post }: Inbox): Promise<(n: number) => string> {
  const channel = await post<Agent>('/agents', { name: 'bench' });
  const { key } = await post<NewKey>('/keys', { name: 'bench' });
  return (n) => {
    const said = Array.from({ length: 12 }, (_, at) => words[(n * 7 + at * n) % words.length]);
    const body = { channelId: channel.id, text: `${said.join(' ')} ${n}` };
    return jsonRequest('/api/v1/messages', { 'x-api-key': key }, body);
  };
}

async function round(
  { url, pid }: { url: string; pid: number },
  request: (n: number) => string,
): Promise<Round> {
  const before = cpuMs(pid);
  const measured = await load({ url, connections: 64, forMs: ROUND_MS }, request);
  return { ...measured, cpuMicros: ((cpuMs(pid) - before) * 1000) / measured.count };
}

/** If the statement has changed, nothing was left out, and the log would seem to cost nothing. */
function mustHaveEvents({ data }: Inbox, has: boolean): void {
  using db = new Database(join(data, 'inbox.db'), { readonly: true });
  const [event] = db.query('select 1 from events limit 1').all();
  if ((event !== undefined) !== has)
    throw new Error(`There are ${has ? 'no' : ''} events in ${data}`);
}

function reportRounds(rounds: Rounds): void {
  const rows = rounds.map(({ floor, inbox, unlogged }) => ({
    'floor/s': Math.round(floor.perSecond),
    'inbox/s': Math.round(inbox.perSecond),
    ratio: Number((inbox.perSecond / floor.perSecond).toFixed(2)),
    'floor CPU µs': Math.round(floor.cpuMicros),
    'inbox CPU µs': Math.round(inbox.cpuMicros),
    'unlogged CPU µs': Math.round(unlogged.cpuMicros),
    'inbox p50 ms': Number(inbox.p50.toFixed(1)),
    'inbox p99 ms': Number(inbox.p99.toFixed(1)),
    failed: inbox.failed + floor.failed + unlogged.failed,
  }));
  console.table(rows);
  const ratios = rounds.map(({ inbox, floor }) => inbox.perSecond / floor.perSecond);
  report('median ratio', estimate(ratios).median, '×', { atLeast: 0.6 });
  report(
    'CPU of a send',
    quantile(
      rounds.map(({ inbox }) => inbox.cpuMicros),
      0.5,
    ),
    'µs',
  );
  // The rest of a send's time without the log.
  const left = estimate(rounds.map(({ inbox, unlogged }) => unlogged.cpuMicros / inbox.cpuMicros));
  const percent = (share: number) => 100 * (1 - share);
  const interval = `${percent(left.high).toFixed(1)} to ${percent(left.low).toFixed(1)} %`;
  console.log(`the log's share of a send's CPU, 90 % interval: ${interval}`);
  report("the log's share of a send's CPU", percent(left.median), '%', { atMost: 8 });
}
