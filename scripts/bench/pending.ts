/**
 * The dashboard's first page with 20,000 pending questions with large payloads: `bun run bench
 * pending`.
 */
import { loadConfig } from '../../src/config.ts';
import { silentLog } from '../../src/log.ts';
import { findRun } from '../../src/run-file.ts';
import { startServer } from '../../src/server.ts';
import { filledWithPending } from './pending/filled.ts';
import { quantile, report, reportMachine } from './support/report.ts';

const PENDING = 20_000;
const TURNS = 100;

reportMachine();
const data = await filledWithPending(PENDING);
const server = await startServer(
  loadConfig({ data, port: '0', rateLimit: 'off' }, {}),
  silentLog(),
);
try {
  const headers = { authorization: `Bearer ${findRun(data)?.token}` };
  const get = async (path: string) => {
    const response = await fetch(`${server.url}/api/v1${path}`, { headers });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return response.headers.get('inbox-next-cursor') ?? '';
  };
  const after = `/reviews/pending?cursor=${encodeURIComponent(await get('/reviews/pending'))}`;
  for (const [what, path, atMost] of [
    ['the first page', '/reviews/pending', 20],
    ['the page after it', after, 20],
    ['the first page of one channel', '/reviews/pending?channel=channel-3', 20],
    ['the counts of all channels', '/counts', 20],
    ['a search in vain', '/reviews/pending?search=nowhere', undefined],
  ] as const) {
    await get(path);
    const took: number[] = [];
    for (let turn = 0; turn < TURNS; turn++) {
      const at = performance.now();
      await get(path);
      took.push(performance.now() - at);
    }
    report(what, quantile(took, 0.5), 'ms', atMost === undefined ? {} : { atMost });
  }
} finally {
  await server.stop();
}
