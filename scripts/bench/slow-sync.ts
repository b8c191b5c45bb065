/**
 * Durable sends on a disk on which each sync takes 5 ms longer; needs a C compiler: `bun run bench
 * slow-sync`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NewKey } from '../../src/core/access/schema.ts';
import type { Agent } from '../../src/core/channels/schema.ts';
import { findTool } from '../tools.ts';
import { jsonRequest, load } from './support/load.ts';
import { report, reportMachine } from './support/report.ts';
import { startInbox } from './support/server.ts';

const GOAL = 3000;
const FOR_MS = 5000;

reportMachine();
const compiler = findTool('cc');
if (!compiler || process.platform !== 'linux') {
  console.log('not measured: this needs Linux and a C compiler (cc)');
} else {
  const directory = mkdtempSync(join(tmpdir(), 'inbox-bench-'));
  try {
    const library = join(directory, 'slow.so');
    const source = join(import.meta.dir, 'slow-sync/slow.c');
    await Bun.$`${compiler} -shared -fPIC -o ${library} ${source} -ldl`;
    await measure({});
    await measure({ LD_PRELOAD: library });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function measure(env: Record<string, string>): Promise<void> {
  const inbox = await startInbox(env);
  try {
    const { id: channelId } = await inbox.post<Agent>('/agents', { name: 'bench' });
    const { key } = await inbox.post<NewKey>('/keys', { name: 'bench' });
    const before = performance.now();
    await inbox.post('/messages', { channelId, text: 'alone' }, { 'x-api-key': key });
    const alone = performance.now() - before;
    const request = (n: number) => {
      const body = { channelId, text: `Deploy build test release merge review ${n}` };
      return jsonRequest('/api/v1/messages', { 'x-api-key': key }, body);
    };
    for (const connections of [64, 256]) {
      const sent = await load({ url: inbox.url, connections, forMs: FOR_MS }, request);
      const disk = env.LD_PRELOAD ? 'each sync 5 ms slower' : 'the disk as it is';
      const p99 = sent.p99.toFixed(1);
      console.log(
        `${disk}: one alone ${alone.toFixed(1)} ms, p99 ${p99} ms, ${sent.failed} failed`,
      );
      const goal = env.LD_PRELOAD && connections === 64 ? { atLeast: GOAL } : {};
      report(`  sends a second, ${connections} connections`, sent.perSecond, '', goal);
    }
  } finally {
    await inbox.stop();
  }
}
