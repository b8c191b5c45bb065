import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FollowHandlers, follow as followLog } from '../../src/client/follow/follow.ts';
import { findRun } from '../../src/run-file.ts';
import { type TestServer, testServer } from '../support/server/server.ts';

const AGENTS = 50;
const PATCHES = 40;
const PERIOD_MS = 50;
const FOLLOWERS = 5;

test('delivers every last text to its followers when 50 agents write 20 times a second', async () => {
  await using server = await testServer({ rateLimit: 'off' });
  const { id: channelId } = await server.channel();
  const followers = Array.from({ length: FOLLOWERS }, () => follow(server));
  await Promise.all(followers.map(({ caughtUp }) => caughtUp));
  using commits = countCommits(server.data);
  await Promise.all(Array.from({ length: AGENTS }, (_, agent) => write(server, channelId, agent)));
  const made = commits.made();
  const expected: [string, string | null][] = Array.from({ length: AGENTS }, (_, agent) => [
    `s${agent}`,
    textOf(agent),
  ]);
  for (const { texts, ended, live } of followers) {
    await ended;
    expect([...texts].sort()).toEqual(expected.sort());
    live.close();
    await live.ended;
  }
  // Each answered update is on the disk; those of one moment share a commit.
  expect(made).toBeGreaterThanOrEqual(PATCHES);
  expect(made).toBeLessThan((AGENTS * PATCHES) / 2);
}, 60_000);

const textOf = (agent: number, words = PATCHES) => `${agent}:${' word'.repeat(words)}`;

/** Streams one draft, an update each period; the last one ends it. */
async function write({ as }: TestServer, channelId: string, agent: number): Promise<void> {
  const streamId = `s${agent}`;
  await as.agent.post('/messages', { channelId, streamId, text: '', streamState: 'streaming' });
  for (let words = 1; words <= PATCHES; words++) {
    const body = { channelId, text: textOf(agent, words), complete: words === PATCHES };
    const patched = as.agent.patch(`/messages/streams/${streamId}`, body);
    const [{ status }] = await Promise.all([patched, Bun.sleep(PERIOD_MS)]);
    expect(status).toBe(200);
  }
}

/** The streams as a person knows them by events alone; `ended` when all have. */
function follow({ url, data }: TestServer) {
  const { token = '' } = findRun(data) ?? {};
  const credentials = { token };
  const source = async () => ({ url, credentials });
  const texts = new Map<string, string | null>();
  const caughtUp = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  let open = AGENTS;
  const event: FollowHandlers['event'] = ({ name, payload }) => {
    if (name !== 'message:updated' || !payload.streamId) return;
    texts.set(payload.streamId, payload.text);
    if (payload.streamState === 'complete' && --open === 0) ended.resolve();
  };
  const state = (now: string) => now === 'live' && caughtUp.resolve();
  const live = followLog({ source, place: { after: 'now' } }, { event, state });
  return { live, texts, caughtUp: caughtUp.promise, ended: ended.promise };
}

/** Counts commits in the write-ahead log, which an open reader keeps from being restarted. */
function countCommits(data: string): Disposable & { made: () => number } {
  const file = join(data, 'inbox.db');
  const reader = new Database(file, { readonly: true });
  reader.run('begin');
  reader.query('select count(*) from messages').all();
  const before = commitsIn(`${file}-wal`);
  return {
    made: () => commitsIn(`${file}-wal`) - before,
    [Symbol.dispose]: () => reader.close(),
  };
}

/** SQLite's format: a header of 32 bytes; frames of 24 and a page; the fifth to eighth say "commit". */
function commitsIn(wal: string): number {
  const log = readFileSync(wal);
  const frame = 24 + log.readUInt32BE(8);
  let commits = 0;
  for (let at = 32; at + frame <= log.length; at += frame) {
    if (log.readUInt32BE(at + 4) !== 0) commits++;
  }
  return commits;
}
