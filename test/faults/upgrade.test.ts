/**
 * INBOX_UPGRADE_SIZE is how many messages are upgraded, INBOX_UPGRADE_KILLS how often an upgrade is killed;
 * `bun run faults upgrade`.
 */
import { afterAll, expect, test } from 'bun:test';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { migrations } from '../../src/storage/sqlite/migrations/index.ts';
import { olderProgram, serveOlder } from '../support/faults/older-program.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';
import { newSeed, seeded } from '../support/machine/random.ts';
import { hashBoth } from './upgrade/compare.ts';
import { fillOlder, LAST_MIGRATION } from './upgrade/older.ts';
import { killAt, migrationsOf, upgrade } from './upgrade/start.ts';

const SIZE = Number(process.env.INBOX_UPGRADE_SIZE ?? 2000);
const KILLS = Number(process.env.INBOX_UPGRADE_KILLS ?? 3);
/** To kill it often, a part of it is enough. */
const KILLED_SIZE = Math.min(SIZE, 50_000);
const MOST_SECONDS = 60;
const TIMEOUT = { timeout: 60_000 + SIZE * 2 + KILLS * 20_000 };
/** The last commit before the audit log. */
const OLDER = '1fa54d2';

const directory = temporaryDirectory();
afterAll(() => removeDirectory(directory));
const older = await olderProgram(OLDER, join(directory, 'program'));
const steps = Object.keys(migrations).filter((name) => name > LAST_MIGRATION);
const why = older === null ? ` (skipped: no commit ${OLDER})` : '';

test.skipIf(older === null)(
  `upgrades ${SIZE} messages, logs the steps and loses nothing that a client can see${why}`,
  async () => {
    const data = join(directory, 'large');
    await fill(data, SIZE);
    await using newer = await upgrade(copyOf(data));
    console.log(`${SIZE} messages were upgraded in ${newer.seconds.toFixed(1)} s`);
    expect(newer.steps).toHaveLength(1 + steps.length);
    expect(newer.seconds).toBeLessThan(MOST_SECONDS);
    await using before = await serveOlder(older ?? '', data);
    const seen = await hashBoth(before, newer);
    expect(seen.items).toBeGreaterThan(SIZE);
    expect(seen.after).toBe(seen.before);
  },
  TIMEOUT,
);

test.skipIf(older === null)(
  `restarts an upgrade killed ${KILLS} times and loses nothing${why}`,
  async () => {
    const random = seeded(newSeed());
    const data = join(directory, 'killed');
    await fill(data, KILLED_SIZE);
    let upgraded = copyOf(data);
    for (let kill = 0; kill < KILLS; kill++) {
      await killAt(upgraded, Math.floor(random() * (steps.length + 2)));
      const applied = migrationsOf(upgraded);
      const isDone = applied.length === Object.keys(migrations).length;
      if (!isDone) expect(applied.at(-1)).toBe(LAST_MIGRATION);
      else if (kill < KILLS - 1) upgraded = copyOf(data);
    }
    await using newer = await upgrade(upgraded);
    await using before = await serveOlder(older ?? '', data);
    const seen = await hashBoth(before, newer);
    expect(seen.after).toBe(seen.before);
  },
  TIMEOUT,
);

async function fill(data: string, messages: number): Promise<void> {
  mkdirSync(data);
  await fillOlder(data, messages);
}

/** Its database alone, before any program has been there. */
function copyOf(data: string): string {
  const copy = `${data}-${crypto.randomUUID()}`;
  cpSync(data, copy, { recursive: true });
  return copy;
}
