/** INBOX_CUTS says how many cuts, INBOX_SEED which; `bun run faults power-cut` makes 10,000. */
import { expect, test } from 'bun:test';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { disk, readLog } from '../support/faults/disk/cut.ts';
import { buildShim, noShim, watchDisk } from '../support/faults/disk/shim.ts';
import { createLedger, type Ledger } from '../support/faults/ledger.ts';
import { keepBusy, openChannel } from '../support/faults/load.ts';
import { verify } from '../support/faults/verify.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';
import { newSeed, seeded } from '../support/machine/random.ts';
import { sized } from '../support/machine/sized.ts';
import { serveInProcess } from '../support/server/process.ts';

const CUTS = Number(process.env.INBOX_CUTS ?? sized(80, 200));
const CUTS_OF_A_LIFE = 100;
/** Promises in each of the two runs of a life, between which the server stops and starts. */
const PROMISES = 150;
const TIMEOUT = { timeout: 180_000 + CUTS * 200 };
const normal = join(import.meta.dir, '../support/faults/disk/normal.ts');
const about = noShim ? ` (NOT TESTED HERE: ${noShim})` : '';

test.skipIf(noShim !== null)(
  `loses nothing acknowledged in a power cut at any moment${about}`,
  async () => {
    const seed = newSeed();
    for (let done = 0; done < CUTS; done += CUTS_OF_A_LIFE) {
      const cuts = Math.min(CUTS_OF_A_LIFE, CUTS - done);
      const { lost, half } = await liveAndCut({ cuts, seed: seed + done });
      expect({ seed: seed + done, lost, half }).toEqual({ seed: seed + done, lost: [], half: [] });
    }
  },
  TIMEOUT,
);

test.skipIf(noShim !== null)(
  `detects the losses of SQLite with fewer syncs${about}`,
  async () => {
    const { lost } = await liveAndCut({ cuts: 40, seed: newSeed(), preload: normal });
    expect(lost.length).toBeGreaterThan(0);
  },
  TIMEOUT,
);

type Life = { cuts: number; seed: number; preload?: string };

/** One data directory from its first start, and its state after a power cut at each of the moments. */
async function liveAndCut({ cuts, seed, preload }: Life) {
  const home = temporaryDirectory();
  const data = join(home, 'data');
  mkdirSync(data);
  const watched = watchDisk(buildShim(home), data, join(home, 'log'));
  const ledger = createLedger(watched.logged);
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const enough = ledger.promises.size + PROMISES;
    const env = { ...watched.env, INBOX_WEBHOOK_ALLOW: '127.0.0.1' };
    const server = await serveInProcess(data, env, preload);
    const channelId = await openChannel(server, 'http://127.0.0.1:9/nobody');
    await keepBusy(server, ledger, { channelId, enough: () => ledger.promises.size >= enough });
    await server.end(signal);
  }
  const found = await cutAt(home, ledger, moments(ledger, watched.logged(), cuts, seed), seed);
  removeDirectory(home);
  return found;
}

/** Half of them right after something was acknowledged. */
function moments(ledger: Ledger, end: number, cuts: number, seed: number): number[] {
  const random = seeded(seed);
  const reported = [...ledger.promises.values()].map((promised) => promised.at);
  const some = (index: number) =>
    index % 2 === 0
      ? Math.ceil(random() * end)
      : (reported[Math.floor(random() * reported.length)] ?? end);
  return Array.from({ length: cuts }, (_, index) => some(index)).sort((one, two) => one - two);
}

async function cutAt(home: string, ledger: Ledger, positions: number[], seed: number) {
  const lost: string[] = [];
  const half: string[] = [];
  const { cut } = disk(readLog(join(home, 'log')));
  for (const [index, position] of positions.entries()) {
    const to = join(home, 'cut');
    mkdirSync(to);
    cut(position, { from: join(home, 'data'), to, random: seeded(seed + index) });
    const verdict = await verify(to, ledger, position).catch((error) => ({
      lost: [],
      half: [`${position}: it does not open: ${(error as Error).message}`],
    }));
    lost.push(...verdict.lost.map((one) => `${position}: ${one}`));
    half.push(...verdict.half.map((one) => `${position}: ${one}`));
    removeDirectory(to);
  }
  return { lost, half };
}
