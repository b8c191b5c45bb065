/** A page and a search among a million messages, compared with ten thousand: `bun run bench history`. */
import { loadConfig } from '../../src/config.ts';
import type { NewKey } from '../../src/core/access/schema.ts';
import { silentLog } from '../../src/log.ts';
import { findRun } from '../../src/run-file.ts';
import { startServer } from '../../src/server.ts';
import { filled } from './history/filled.ts';
import { quantile, report, reportMachine } from './support/report.ts';
import { postTo } from './support/server.ts';

const [FEW, MANY] = [10_000, 1_000_000];
const TURNS = 200;
const TICK_MS = 1;
type Page = { items?: unknown[]; nextCursor?: string | null };

reportMachine();
const few = await serve(FEW);
const many = await serve(MANY);
try {
  for (const [what, path, atMost] of [
    ['a page of 50', '/messages?limit=50', 1.5],
    ['a page of 50 of one channel', '/messages?limit=50&channel=channel-3', 1.5],
    ['a page of 50 that were answered', '/messages?limit=50&review=completed', 1.5],
    ['a page of 50 with files', '/messages?limit=50&has_attachments=true', 1.5],
    ['a common search', '/messages?limit=50&search=deploy', 3],
    ['a search for two common words', '/messages?limit=50&search=cache%20queue', 3],
    ['a rare search', '/messages?limit=50&search=rarity5000', undefined],
    ['a search in vain', '/messages?limit=50&search=nowhere', undefined],
  ] as const) {
    await compare(what, path, atMost);
  }
  await compare('a page of 50 by a key for three channels', '/messages?limit=50', 1.5, {
    by: 'key',
  });
  // A word that occurs nowhere is searched in all messages, while other requests are served.
  const inVain = { by: 'key', turns: 3 } as const;
  await compare('two letters in vain in three channels', '/messages?search=zq', undefined, inVain);
} finally {
  await few.stop();
  await many.stop();
}

async function compare(
  what: string,
  path: string,
  atMost: number | undefined,
  { by = 'owner', turns = TURNS }: { by?: 'owner' | 'key'; turns?: number } = {},
): Promise<void> {
  const took = { few: [] as number[], many: [] as number[] };
  await Promise.all([few.get(path, by), many.get(path, by)]);
  const block = watchLoop();
  for (let turn = 0; turn < turns; turn++) {
    took.few.push(await few.get(path, by));
    took.many.push(await many.get(path, by));
  }
  const [one, other] = [quantile(took.few, 0.5), quantile(took.many, 0.5)];
  console.log(`${what}: ${one.toFixed(2)} ms of ${FEW}, ${other.toFixed(2)} ms of ${MANY}`);
  report('  ratio of the medians', other / one, '×', atMost === undefined ? {} : { atMost });
  report('  longest block of the event loop', block(), 'ms', { atMost: 50 });
}

/** The longest time in which no timer could fire. */
function watchLoop(): () => number {
  let longest = 0;
  let last = performance.now();
  const look = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last - TICK_MS);
    last = now;
  };
  const timer = setInterval(look, TICK_MS);
  return () => {
    look();
    clearInterval(timer);
    return longest;
  };
}

async function serve(messages: number) {
  const data = await filled(messages);
  const config = loadConfig({ data, port: '0', rateLimit: 'off' }, {});
  const server = await startServer(config, silentLog());
  const owner = { authorization: `Bearer ${findRun(data)?.token}` };
  const three = { name: 'bench', channels: ['channel-1', 'channel-4', 'channel-6'] };
  const { key } = await postTo<NewKey>(`${server.url}/api/v1/keys`, three, owner);
  const headers = { owner, key: { 'x-api-key': key } };
  return {
    stop: server.stop,
    /** Returns the time it took, in ms. */
    async get(path: string, by: keyof typeof headers): Promise<number> {
      const at = performance.now();
      const response = await fetch(`${server.url}/api/v1${path}`, { headers: headers[by] });
      const page = (await response.json()) as Page;
      if (!response.ok || page.nextCursor === undefined)
        throw new Error(`${path}: ${response.status}`);
      return performance.now() - at;
    },
  };
}
