/**
 * Durable sends a second, 64 connections, beside a hand-written floor in alternating rounds:
 * `bun run bench sends`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NewKey } from '../../src/core/access/schema.ts';
import type { Agent } from '../../src/core/channels/schema.ts';
import { jsonRequest, load, type Measured } from './support/load.ts';
import { startChild, startInbox } from './support/server.ts';

const ROUNDS = 5;
const ROUND_MS = Number(process.env.BENCH_ROUND_MS ?? 3000);
const GOAL = 0.6;
const words = 'Deploy build test release merge review cache index shard queue worker'.split(' ');

const data = mkdtempSync(join(tmpdir(), 'inbox-bench-'));
const floor = await startChild(join(import.meta.dir, 'sends/floor.ts'), data);
const inbox = await startInbox();
try {
  const channel = await inbox.post<Agent>('/agents', { name: 'bench' });
  const { key } = await inbox.post<NewKey>('/keys', { name: 'bench' });
  const request = (n: number) => {
    const said = Array.from({ length: 12 }, (_, at) => words[(n * 7 + at * n) % words.length]);
    const body = { channelId: channel.id, text: `${said.join(' ')} ${n}` };
    return jsonRequest('/api/v1/messages', { 'x-api-key': key }, body);
  };
  const round = (url: string) => load({ url, connections: 64, forMs: ROUND_MS }, request);
  await round(floor.url);
  await round(inbox.url);
  const rounds: { floor: Measured; inbox: Measured }[] = [];
  for (let at = 0; at < ROUNDS; at++) {
    rounds.push({ floor: await round(floor.url), inbox: await round(inbox.url) });
  }
  tell(rounds);
} finally {
  await floor.stop();
  await inbox.stop();
  rmSync(data, { recursive: true, force: true });
}

function tell(rounds: { floor: Measured; inbox: Measured }[]) {
  const rows = rounds.map(({ floor, inbox }) => ({
    'floor/s': Math.round(floor.perSecond),
    'inbox/s': Math.round(inbox.perSecond),
    ratio: Number((inbox.perSecond / floor.perSecond).toFixed(2)),
    'inbox p50 ms': Number(inbox.p50.toFixed(1)),
    'inbox p99 ms': Number(inbox.p99.toFixed(1)),
    failed: inbox.failed + floor.failed,
  }));
  console.log(`${cpus().length} × ${cpus()[0]?.model}, 64 connections`);
  console.table(rows);
  const ratios = rows.map(({ ratio }) => ratio).sort((a, b) => a - b);
  const median = ratios[Math.floor(ratios.length / 2)] ?? 0;
  console.log(`median ratio ${median}; goal ${GOAL}: ${median >= GOAL ? 'reached' : 'missed'}`);
}
