/** INBOX_DISK_ERRORS is how many calls of each kind fail; `bun run faults disk-errors`: 200. */
import { expect, test } from 'bun:test';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from '../../src/core/messages/schema.ts';
import {
  breakDisk,
  buildShim,
  type FaultKind,
  faultKinds,
  noShim,
} from '../support/faults/disk/shim.ts';
import { createLedger } from '../support/faults/ledger.ts';
import { callAs, keepBusy, openChannel } from '../support/faults/load.ts';
import { verify } from '../support/faults/verify.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';
import { sized } from '../support/machine/sized.ts';
import { serveInProcess } from '../support/server/process.ts';

const LARGEST_N = 200;
const ERRORS = Number(process.env.INBOX_DISK_ERRORS ?? sized(6, 10));
const TIMEOUT = { timeout: 60_000 + ERRORS * 10_000 };
/** A disk that is full stays so for a while. */
const times: Record<FaultKind, number> = { write: 1, sync: 1, full: 20 };
const FOREVER = 1_000_000;
const about = noShim ? ` (NOT TESTED HERE: ${noShim})` : '';
/** Spread over 1 to 200. */
const ns = Array.from({ length: ERRORS }, (_, i) => 1 + Math.floor((i * LARGEST_N) / ERRORS));
const faults = ns.flatMap((n) => faultKinds.map((kind) => ({ kind, n })));
/** A start takes longer. */
const faultsOfStarts = faults.filter((_, index) => ERRORS === LARGEST_N || index % 3 === 0);

test.skipIf(noShim !== null)(
  `reports a failing disk as 503, stores nothing partially, and recovers${about}`,
  async () => {
    await using broken = await brokenServer();
    const { ledger } = broken;
    for (const fault of faults) await failOnce(broken, fault);
    expect(ledger.refused.size).toBeGreaterThan(0);
    expect(await broken.server.end('SIGTERM')).toBe(0);
    expect(await verify(broken.data, ledger)).toEqual({ lost: [], half: [] });
  },
  TIMEOUT,
);

type Broken = Awaited<ReturnType<typeof brokenServer>>;

async function brokenServer() {
  const home = temporaryDirectory();
  const data = join(home, 'data');
  mkdirSync(data);
  const disk = breakDisk(buildShim(home), data, join(home, 'fault'));
  const server = await serveInProcess(data, { ...disk.env, INBOX_RATE_LIMIT: 'off' });
  const channelId = await openChannel(server);
  return {
    data,
    disk,
    server,
    channelId,
    ledger: createLedger(),
    async [Symbol.asyncDispose]() {
      await server.end('SIGKILL');
      removeDirectory(home);
    },
  };
}

/** One fault under load: reads go on while it lasts, and writes once it is over. */
async function failOnce({ server, disk, channelId, ledger }: Broken, fault: Fault): Promise<void> {
  disk.fail(fault.kind, fault.n, times[fault.kind]);
  await keepBusy(server, ledger, { channelId, enough: () => disk.failed() > 0 });
  const page = await callAs(server, 'agent')('GET', `/messages?channel=${channelId}`);
  disk.heal();
  const input = { channelId, text: `after ${fault.kind} ${fault.n}` };
  const sent = await callAs(server, 'agent')<Message>('POST', '/messages', input);
  const seen = { ...fault, ended: server.hasEnded(), read: page.status, written: sent.status };
  expect(seen).toEqual({ ...fault, ended: false, read: 200, written: 201 });
  ledger.sent(sent.body.id, input.text);
}

type Fault = { kind: FaultKind; n: number };

test.skipIf(noShim !== null)(
  `never stores what a failing disk made it refuse, even if killed${about}`,
  async () => {
    for (let n = 1; n <= ERRORS / 3; n++) {
      await using broken = await brokenServer();
      const { server, disk, channelId, ledger, data } = broken;
      disk.fail('sync', n, FOREVER);
      await keepBusy(server, ledger, { channelId, enough: () => ledger.refused.size > 3 });
      await server.end('SIGKILL');
      disk.heal();
      expect({ n, ...(await verify(data, ledger)) }).toEqual({ n, lost: [], half: [] });
    }
  },
  TIMEOUT,
);

test.skipIf(noShim !== null)(
  `serves or exits when it starts on a failing disk, and serves at the next start${about}`,
  async () => {
    const home = temporaryDirectory();
    const shim = buildShim(home);
    for (const fault of faultsOfStarts) {
      const data = join(home, `${fault.kind}${fault.n}`);
      mkdirSync(data);
      const disk = breakDisk(shim, data, join(home, 'fault'));
      disk.fail(fault.kind, fault.n, times[fault.kind]);
      const first = await startAndEnd(data, disk.env);
      disk.heal();
      const next = await startAndEnd(data, {});
      expect({ ...fault, first, next }).toEqual({ ...fault, first: first === 1 ? 1 : 0, next: 0 });
      expect(await verify(data, createLedger())).toEqual({ lost: [], half: [] });
    }
    removeDirectory(home);
  },
  TIMEOUT,
);

/** The exit code; null for a crash. */
async function startAndEnd(data: string, env: Record<string, string>): Promise<number | null> {
  const server = await serveInProcess(data, env);
  return server.end('SIGTERM');
}
