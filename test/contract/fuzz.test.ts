/** The number of requests is INBOX_FUZZ, 4,000 unless it says otherwise; a failure prints its seed. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { fuzzServer } from '../support/event-loop/server.ts';
import { answerTo, closing, mutated, statusesIn, validRequests } from '../support/fuzz/raw.ts';
import { certain, type Described, requests } from '../support/fuzz/requests.ts';
import { fuzzRun } from '../support/fuzz/run.ts';
import { makeWorld } from '../support/fuzz/world.ts';
import { sized } from '../support/machine/sized.ts';
import { documentOf } from '../support/server/documented.ts';

const REQUESTS = Number(process.env.INBOX_FUZZ ?? sized(4000, 10_000));
const RAW_SHARE = 0.2;
const AT_ONCE = 20;
const TIMEOUT = { timeout: 120_000 + REQUESTS * 15 };
const SEED = process.env.INBOX_FUZZ_SEED;
const settings = { endOnFailure: true, ...(SEED ? { seed: Number(SEED) } : {}) };

test(
  'answers random requests of every caller as documented, and delays no one',
  async () => {
    await using server = await fuzzServer();
    const document = (await documentOf(server.url)) as unknown as Described;
    const run = fuzzRun(server);
    const batch = fc.array(requests(document), { minLength: AT_ONCE, maxLength: AT_ONCE });
    const numRuns = Math.ceil((REQUESTS * (1 - RAW_SHARE)) / AT_ONCE);
    const examples: [typeof certain][] = [[certain]];
    const round = fc.asyncProperty(batch, run.round);
    mustHold(await fc.check(round, { ...settings, numRuns, examples }));
    await run.look();
    expect(server.hasEnded()).toBe(false);
    for (const status of [200, 201, 400, 401, 403, 404, 409]) {
      expect([status, run.statuses[status] ?? 0]).not.toEqual([status, 0]);
    }
  },
  TIMEOUT,
);

test(
  'answers malformed HTTP without a 5xx, and keeps serving',
  async () => {
    await using server = await fuzzServer();
    const { pools, credentials } = await makeWorld(server);
    const valid = validRequests(credentials.agent['x-api-key'] ?? '', pools.channel?.[0] ?? '');
    const batch = fc.array(mutated(valid), { minLength: AT_ONCE * 2, maxLength: AT_ONCE * 2 });
    const round = fc.asyncProperty(batch, async (texts) => {
      const answers = await Promise.all(texts.map((text) => answerTo(server.url, text)));
      answers.forEach((received, index) => {
        for (const status of statusesIn(received)) {
          // Bun itself, of a version that is none; so are its 400 and 431, which have no body of ours.
          if (status >= 500 && status !== 505)
            throw new Error(`${JSON.stringify(texts[index])}\n${received}`);
        }
      });
      expect((await fetch(`${server.url}/health`)).status).toBe(200);
    });
    const numRuns = Math.ceil((REQUESTS * RAW_SHARE) / AT_ONCE / 2);
    mustHold(await fc.check(round, { ...settings, numRuns }));
    const malformed = valid.map((text) => text.replace('{"channelId"', '["channelId"'));
    for (const [text = '', status] of [
      [valid[0], 200],
      [malformed[3], 400],
    ] as const) {
      const received = await answerTo(server.url, closing(text), Number.POSITIVE_INFINITY);
      expect([text, statusesIn(received)]).toEqual([text, [status]]);
    }
    expect(server.hasEnded()).toBe(false);
  },
  TIMEOUT,
);

/** As `fc.assert`, without the twenty requests of the round that failed. */
function mustHold<T>({ failed, seed, errorInstance }: fc.RunDetails<T>): void {
  if (failed) throw new Error(`INBOX_FUZZ_SEED=${seed}\n${(errorInstance as Error).message}`);
}
