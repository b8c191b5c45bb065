/**
 * The view in a terminal with 2,000 pending questions, one of them of 64 KiB: the time until a key
 * takes effect, and the CPU time when idle: `bun run build`, then `bun run bench view`.
 */
import type { Agent } from '../../src/core/channels/schema.ts';
import { builtExecutable } from './support/executable.ts';
import { cpuMs, residentBytes } from './support/process.ts';
import { quantile, report, reportMachine } from './support/report.ts';
import { startInbox } from './support/server.ts';
import { openView } from './view/open.ts';

const PENDING = 2000;
const LONG_BYTES = 64 * 1024;
const TURNS = 150;
/** The view takes keys in faster succession for a held key. */
const APART_MS = 170;
const IDLE_MS = 30_000;
const MIB = 1024 * 1024;
const executable = builtExecutable();

reportMachine();
const inbox = await startInbox();
await fill();
const view = openView([executable, '--data', inbox.data]);
try {
  await view.shows(`Inbox · ${PENDING} pending`);
  await view.shows('● live');
  for (const [what, keys] of [
    ['moving in the list', ['j', 'k']],
    ['scrolling 64 KiB', [' ', 'b']],
    ['the whole screen and back', ['\t', '\u001b']],
  ] as const) {
    const took = await pressed(keys);
    report(`a key, ${what}, p50`, quantile(took, 0.5), 'ms');
    report(`a key, ${what}, p95`, quantile(took, 0.95), 'ms', { atMost: 16 });
  }
  await Bun.sleep(2000);
  const before = cpuMs(view.pid);
  await Bun.sleep(IDLE_MS);
  report('idle', ((cpuMs(view.pid) - before) / IDLE_MS) * 100, '% of a core', { atMost: 0.5 });
  report('memory', residentBytes(view.pid) / MIB, 'MiB', { atMost: 120 });
} finally {
  await view.close();
  await inbox.stop();
}

/** From the key to the first byte of the change. */
async function pressed(keys: readonly string[]): Promise<number[]> {
  const took: number[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const at = performance.now();
    const drawn = view.draws();
    view.type(keys[turn % keys.length] ?? '');
    await drawn;
    took.push(performance.now() - at);
    await Bun.sleep(APART_MS);
  }
  return took;
}

async function fill(): Promise<void> {
  const agent = { 'x-api-key': inbox.owner.authorization.replace('Bearer ', '') };
  const { id: channelId } = await inbox.post<Agent>('/agents', { name: 'bench' });
  const line = '- a **step** of the log, with `code` and [a link](https://example.org)\n';
  const paragraphs = Array.from({ length: 12 }, () => `${'word '.repeat(1000)}\n\n`).join('');
  const long = `${paragraphs}${line.repeat(20)}`.padEnd(LONG_BYTES, 'x').slice(0, LONG_BYTES);
  for (let at = 0; at < PENDING; at++) {
    const text = at === 0 ? long : `Deploy ${at}?`;
    const review = { type: 'approval', expiresInSeconds: 40_000 + at };
    await inbox.post('/messages', { channelId, text, review }, agent);
  }
}
