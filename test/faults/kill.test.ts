/**
 * INBOX_KILLS is how many kills; `bun run faults kill` makes 100, each during notices too and after a backup that
 * was made under the load (INBOX_KILL_BACKUPS).
 */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { dirname, join } from 'node:path';
import { createBackup } from '../../src/backup/create.ts';
import type { Delivery } from '../../src/core/webhooks/schema.ts';
import { testReceiver } from '../support/delivery/http-receiver.ts';
import { createLedger, type Ledger } from '../support/faults/ledger.ts';
import { callAs, keepBusy, openChannel } from '../support/faults/load.ts';
import { verify } from '../support/faults/verify.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';
import { newSeed, seeded } from '../support/machine/random.ts';
import { sized } from '../support/machine/sized.ts';
import { testNtfy } from '../support/reach/ntfy.ts';
import { serveInProcess } from '../support/server/process.ts';

const KILLS = Number(process.env.INBOX_KILLS ?? sized(16, 50));
const hasBackups = process.env.INBOX_KILL_BACKUPS !== undefined;
/** The number of kills of one directory; the larger it is, the longer it takes to check. */
const KILLS_OF_A_LIFE = Math.min(25, KILLS / 2);
const MOST_PROMISES = 60;
/** The lease of a notice, and a bit. */
const LEASE_MS = 22_000;
const SLACK_MS = 3000;
const TIMEOUT = { timeout: 60_000 + KILLS * (hasBackups ? 20_000 : 4000) };
const env = {
  INBOX_WEBHOOK_ALLOW: '127.0.0.1',
  INBOX_WEBHOOK_RETRIES: '20ms,20ms,20ms',
  // A notice that was being sent at a kill is due again after twice that.
  INBOX_WEBHOOK_TIMEOUT: '1s',
  INBOX_RATE_LIMIT: 'off',
};

test(
  'loses nothing acknowledged, stores nothing partially and delivers every answer when killed',
  async () => {
    const seed = newSeed();
    const live = (done: number) =>
      done < KILLS && liveAndDie(Math.min(KILLS_OF_A_LIFE, KILLS - done), seed + done);
    // Two at a time, as most machines have two cores.
    for (let done = 0; done < KILLS; done += 2 * KILLS_OF_A_LIFE) {
      await Promise.all([live(done), live(done + KILLS_OF_A_LIFE)]);
    }
  },
  TIMEOUT,
);

async function liveAndDie(kills: number, seed: number): Promise<void> {
  const data = temporaryDirectory();
  const random = seeded(seed);
  const ledger = createLedger();
  let turn = 0;
  await using receiver = testReceiver(() => (turn++ % 2 === 0 ? 500 : 200));
  await using ntfy = testNtfy({ before: async () => (turn++ % 5 === 0 ? 503 : null) });
  const phone = hasBackups ? `${ntfy.url}/phone` : null;
  for (let kill = 0; kill < kills; kill++) {
    const count = 1 + Math.floor(random() * MOST_PROMISES);
    await loadAndKill(data, ledger, {
      webhookUrl: receiver.url,
      phone: kill === 0 ? phone : null,
      count,
    });
    const expected = { seed, kill, lost: [], half: [] };
    expect({ seed, kill, ...(await verify(data, ledger)) }).toEqual(expected);
  }
  expect(ledger.promises.size).toBeGreaterThan(kills);
  await everyAnswerDelivered(data, ledger, receiver.bodies);
  if (hasBackups) expect(ntfy.received.length).toBeGreaterThan(0);
  removeDirectory(data);
}

/** Kills the server once it has made this many more promises, in the middle of other writes. */
async function loadAndKill(data: string, ledger: Ledger, load: Load): Promise<void> {
  const server = await serveInProcess(data, env);
  const channelId = await openChannel(server, load.webhookUrl);
  if (load.phone !== null) {
    const contact = { kind: 'ntfy', name: 'Phone', address: load.phone };
    const { status } = await callAs(server, 'owner')('POST', '/contacts', contact);
    expect(status).toBe(201);
  }
  const wanted = ledger.promises.size + load.count;
  let isBackedUp = !hasBackups;
  const archive = join(temporaryDirectory(), 'inbox.tar.gz');
  const backingUp = hasBackups
    ? createBackup(data, archive, () => {}, { isVerified: true }).finally(() => {
        isBackedUp = true;
      })
    : null;
  let ended: Promise<unknown> | undefined;
  const enough = () => {
    if (ledger.promises.size >= wanted && isBackedUp) ended ??= server.end('SIGKILL');
    return ended !== undefined;
  };
  await keepBusy(server, ledger, { channelId, enough });
  await ended;
  await backingUp;
  removeDirectory(dirname(archive));
}

type Load = { webhookUrl: string; phone: string | null; count: number };

/** After the last start each is sent, or seen to have failed, and its message says so. */
async function everyAnswerDelivered(data: string, ledger: Ledger, bodies: () => unknown[]) {
  const server = await serveInProcess(data, env);
  const list = () => callAs(server, 'owner')<Delivery[]>('GET', '/deliveries?status=pending');
  const deadline = Date.now() + 60_000;
  while ((await list()).body.length > 0 && Date.now() < deadline) await Bun.sleep(20);
  expect((await list()).body).toEqual([]);
  const posted = new Set((bodies() as { message_id: string }[]).map((body) => body.message_id));
  const answered = [...ledger.promises.values()].filter((one) => one.answered);
  expect(answered.length).toBeGreaterThan(0);
  expect(answered.filter(({ id }) => !posted.has(id))).toEqual([]);
  if (hasBackups) await nothingIsOverdue(data);
  await server.end('SIGKILL');
  expect(await verify(data, ledger)).toEqual({ lost: [], half: [] });
}

/** Without any other message that could wake the worker. */
async function nothingIsOverdue(data: string): Promise<void> {
  await Bun.sleep(LEASE_MS);
  const before = new Date(Date.now() - SLACK_MS).toISOString();
  const db = new Database(join(data, 'inbox.db'), { readonly: true });
  const count = (sql: string) =>
    db.query<{ count: number }, []>(`select count(*) count from ${sql}`).get()?.count;
  const overdue = {
    deliveries: count(`deliveries where status = 'pending' and nextAttemptAt < '${before}'`),
    notices: count(
      `notices where status = 'waiting' and dueAt < '${before}' and coalesce(expiresAt, '9') > '${before}'`,
    ),
    leases: count(`notices where status = 'sending' and leasedUntil < '${before}'`),
  };
  db.close();
  expect(overdue).toEqual({ deliveries: 0, notices: 0, leases: 0 });
}
